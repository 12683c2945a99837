/** Lengths are in points; y grows downwards. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly monospaced: boolean;
  readonly order: number;
  /** Of tagged files: the marked content that it belongs to, or `Artifact`. */
  readonly mark?: string | undefined;
}

/** Runs on a baseline without a gap wider than a space: a line of a column, or a cell. As most of its characters are. */
export interface PdfSegment extends Omit<PdfRun, "mark"> {
  readonly runs: readonly PdfRun[];
}

/** Segments on a baseline in one column, left to right. */
export interface PdfLine extends Omit<PdfSegment, "text" | "order" | "runs"> {
  readonly segments: readonly PdfSegment[];
  readonly page: number;
  readonly column: { readonly left: number; readonly right: number };
}

/** Ems. Wider gaps separate columns and cells; spaces of justified lines are narrower. */
const columnGap = 1.3;
/** Ems of a character in most fonts of fixed pitch. */
const pitch = 0.6;
/** Ems. Wider gaps are spaces. */
const spaceGap = 0.17;
/** Ems between a mark or number and its item or heading. */
const hangingGap = 4.5;
const hangingMark = /^(?:[•◦o▪■●‣\uE000-\uF8FF–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|(?:\d{1,3}\.){1,5}\d{0,3})$/;

/** By baseline, otherwise unordered. */
export function segmentsOf(runs: readonly PdfRun[]): PdfSegment[] {
  const segments: PdfSegment[] = [];
  for (const row of baselines(runs)) {
    let open: PdfRun[] = [];
    for (const run of row.sort((one, other) => one.x - other.x)) {
      const last = open.at(-1);
      if (last !== undefined && !follows(open, last, run)) {
        segments.push(segmentOf(open));
        open = [];
      }
      open.push(run);
    }
    if (open.length > 0) segments.push(segmentOf(open));
  }
  return segments;
}

function follows(open: readonly PdfRun[], last: PdfRun, run: PdfRun): boolean {
  const gap = (run.x - last.right) / Math.max(last.size, run.size);
  if (gap <= columnGap) return true;
  return (
    gap <= hangingGap &&
    open.length <= 3 &&
    hangingMark.test(
      open
        .map((part) => part.text)
        .join("")
        .trim(),
    )
  );
}

/** Within half an em, so raised and lowered runs are included. */
function baselines(runs: readonly PdfRun[]): PdfRun[][] {
  const rows: { y: number; size: number; runs: PdfRun[] }[] = [];
  for (const run of [...runs].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row !== undefined && run.y - row.y <= 0.5 * Math.max(row.size, run.size)) {
      row.runs.push(run);
      if (run.size > row.size) Object.assign(row, { y: run.y, size: run.size });
    } else rows.push({ y: run.y, size: run.size, runs: [run] });
  }
  return rows.map((row) => row.runs);
}

export function segmentOf(runs: readonly PdfRun[]): PdfSegment {
  const main = mainRun(runs);
  const right = runs.reduce((edge, run) => Math.max(edge, run.right), Number.NEGATIVE_INFINITY);
  const { size, font, y } = main;
  const text = textOf(runs, main).replaceAll("][", "").trim();
  const { x, order } = runs[0]!;
  return { text, x, right, y, size, font, order, runs, monospaced: runs.every((run) => run.monospaced) };
}

function textOf(runs: readonly PdfRun[], main: PdfRun): string {
  let text = "";
  let right = Number.NEGATIVE_INFINITY;
  for (const [i, run] of runs.entries()) {
    const last = runs[i - 1];
    if (isRaised(run, main))
      text += raisedText(run, { before: text, first: last === undefined || !isRaised(last, main) });
    else if (last === undefined) text += isDrawnBullet(runs) ? "◦" : run.text;
    else text += spaceBetween(last, run, { gap: (run.x - right) / main.size, before: text }) + run.text;
    right = Math.max(right, run.right);
  }
  return text;
}

/** In code, by the width of the gap. */
function spaceBetween(
  last: PdfRun,
  run: PdfRun,
  { gap, before }: { readonly gap: number; readonly before: string },
): string {
  const inCode = run.monospaced && last.monospaced;
  if (gap <= (inCode ? pitch * 0.6 : spaceGap) || /\s$/.test(before)) return "";
  return spaces(inCode ? gap : 0);
}

/** A small o at some distance before a line. */
function isDrawnBullet([mark, next]: readonly PdfRun[]): boolean {
  return mark?.text.trim() === "o" && next !== undefined && next.x - mark.right > 0.7 * next.size;
}

/** Small raised digits: of a note, or a power. */
function isRaised(run: PdfRun, main: PdfRun): boolean {
  return run.size < 0.85 * main.size && main.y - run.y > 0.2 * main.size && /^[\d⁰¹²³⁴-⁹]{1,3}$/.test(run.text.trim());
}

function raisedText(run: PdfRun, place: { readonly before: string; readonly first: boolean }): string {
  const digits = run.text.trim().normalize("NFKC");
  return place.first && /\d$/.test(place.before) ? `^${digits}` : `[${digits}]`;
}

/** A rarer look is an exception: headings may contain words in the size of code. */
const leastShare = 0.2;

function mainRun(runs: readonly PdfRun[]): PdfRun {
  const lengths = new Map<string, number>();
  const look = (run: PdfRun) => `${run.font} ${run.size}`;
  let all = 0;
  for (const run of runs) {
    lengths.set(look(run), (lengths.get(look(run)) ?? 0) + run.text.length);
    all += run.text.length;
  }
  const share = (run: PdfRun) => lengths.get(look(run))! / all;
  const usual = runs.filter((run) => share(run) >= leastShare);
  const better = (run: PdfRun, best: PdfRun) =>
    run.size > best.size || (run.size === best.size && share(run) > share(best));
  return (usual.length > 0 ? usual : runs).reduce((best, run) => (better(run, best) ? run : best));
}

/** @param gap in ems */
const spaces = (gap: number) => " ".repeat(Math.min(80, Math.max(1, Math.round(gap / pitch))));

/** In fixed pitch, gaps become spaces by their width. */
export function lineText({ segments, monospaced }: PdfLine): string {
  if (segments.length === 1) return segments[0]!.text;
  const pieces = segments.map(({ text, x, size }, i) => {
    if (i === 0) return text;
    return spaces(monospaced ? (x - segments[i - 1]!.right) / size : 0) + text;
  });
  return pieces.join("");
}

export function lineOf(segments: readonly PdfSegment[], page: number, column: PdfLine["column"]): PdfLine {
  const main = segments.reduce((best, segment) => (segment.text.length > best.text.length ? segment : best));
  const { size, font, y } = main;
  const right = segments.reduce((edge, segment) => Math.max(edge, segment.right), 0);
  const monospaced = segments.every((segment) => segment.monospaced);
  return { segments, x: segments[0]!.x, right, y, size, font, monospaced, page, column };
}

export function bodySize(parts: readonly (PdfRun | PdfLine)[]): number {
  const sizes = new Map<number, number>();
  for (const part of parts) {
    const { length } = "text" in part ? part.text : lineText(part);
    sizes.set(part.size, (sizes.get(part.size) ?? 0) + length);
  }
  return commonest(sizes) ?? 10;
}

/** By page, because a font's name holds for one page only. */
export function bodyFonts(lines: readonly PdfLine[]): ReadonlyMap<number, string> {
  const fonts = new Map<number, Map<string, number>>();
  for (const line of lines) {
    const counts = fonts.getOrInsertComputed(line.page, () => new Map());
    counts.set(line.font, (counts.get(line.font) ?? 0) + lineText(line).length);
  }
  return new Map([...fonts].map(([page, counts]) => [page, commonest(counts) ?? ""]));
}

function commonest<T>(counts: ReadonlyMap<T, number>): T | undefined {
  let best: readonly [T, number] | undefined;
  for (const entry of counts) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}

const boxes = /[☐-☒□❏-❒◯○]/u;
export const box = new RegExp(`^\\s*${boxes.source}`, "u");
/** UTF-16 units of an option or a label. */
const longestOption = 48;

/** Options and labels of a form on one line begin with a box or stand apart. Other lines are one. */
export function optionsOf(line: PdfLine): readonly PdfLine[] {
  if (line.monospaced || (line.segments.length === 1 && !boxes.test(line.segments[0]!.text))) return [line];
  const parts = line.segments.flatMap(({ runs }) => splitAtBoxes(runs));
  const isForm = parts.every((runs) => runs.reduce((sum, run) => sum + run.text.length, 0) <= longestOption);
  return isForm ? parts.map((runs) => lineOf([segmentOf(runs)], line.page, line.column)) : [line];
}

function splitAtBoxes(runs: readonly PdfRun[]): PdfRun[][] {
  const parts: PdfRun[][] = [];
  for (const run of runs) {
    if (parts.length === 0 || box.test(run.text)) parts.push([run]);
    else parts.at(-1)!.push(run);
  }
  return parts;
}
