/** TeX's first fonts draw an accent and its letter as two glyphs at one place; these are joined. */
import type { PdfRun } from "./pdf-line.ts";

/** Standalone accents with their combining marks (The Unicode Standard, chapter 7.9). */
const marks: ReadonlyMap<string, string> = new Map([
  ["\u00a8", "\u0308"],
  ["\u00b4", "\u0301"],
  ["`", "\u0300"],
  ["\u02c6", "\u0302"],
  ["^", "\u0302"],
  ["\u02dc", "\u0303"],
  ["~", "\u0303"],
  ["\u02c7", "\u030c"],
  ["\u02d8", "\u0306"],
  ["\u02d9", "\u0307"],
  ["\u02da", "\u030a"],
  ["\u02dd", "\u030b"],
  ["\u00af", "\u0304"],
  ["\u00b8", "\u0327"],
  ["\u02db", "\u0328"],
]);

/** Ems that a glyph reaches back: more than kerning, at most a wide letter. */
const overlap = { least: 0.15, most: 1.1 } as const;
/** Ems by which accents of capitals are raised. */
const mostRaised = 0.5;
/** The copyright sign is drawn like an accent. */
const anyAccent = /[`^~\u00a8\u00a9\u00af\u00b4\u00b8\u02c6\u02c7\u02d8-\u02dd]|[\u0300-\u036f]/u;
/** Signs that are only accents; others are quotation marks or code. */
const standing = /(\p{L}?)([\u00a8\u02c7\u02d8\u02d9\u02da\u02dd])(\p{L}?)/gu;
const markBefore = /(?<![\p{L}\p{M}])([\u0300-\u036f])(\p{L})/gu;

/** Counts those `apart`, between two letters, that may belong to either. @param drawn in the order of drawing */
export function joinAccents(drawn: readonly PdfRun[]) {
  if (!drawn.some(({ text }) => anyAccent.test(text))) return { runs: drawn, apart: 0 };
  const joined: PdfRun[] = [];
  for (const run of drawn) {
    const last = joined.at(-1);
    const pair = last === undefined ? null : overlapping(last, run);
    if (pair === null) joined.push(run);
    else joined.splice(-1, 1, ...pair);
  }
  let apart = 0;
  const runs = joined.map((run) => {
    if (!anyAccent.test(run.text)) return run;
    const inside = accentsInside(run.text);
    apart += inside.apart;
    return { ...run, text: inside.text };
  });
  return { runs, apart };
}

function overlapping(one: PdfRun, next: PdfRun): PdfRun[] | null {
  const size = Math.max(one.size, next.size);
  const back = (one.right - next.x) / size;
  if (back < overlap.least || back > overlap.most || Math.abs(one.y - next.y) > mostRaised * size) return null;
  const [before, after] = [one.text.trimEnd(), next.text.trimStart()];
  const [last, first] = [[...before.slice(-2)].at(-1) ?? "", [...after.slice(0, 2)][0] ?? ""];
  const rest = { before: before.slice(0, before.length - last.length), after: after.slice(first.length) };
  if (last === "©" && first === "c") return filled(one, { ...next, text: rest.after, x: Math.max(one.right, next.x) });
  const onNext = accented(first, last);
  if (onNext !== null) {
    const kept = isWithinCapitals(rest.before, after) ? rest.before.trimEnd() : rest.before;
    return filled({ ...one, text: kept, right: next.x }, { ...next, text: onNext + rest.after });
  }
  const onLast = accented(last, first);
  if (onLast === null) return null;
  return filled({ ...one, text: rest.before + onLast }, { ...next, text: rest.after, x: Math.max(one.right, next.x) });
}

const filled = (...runs: readonly PdfRun[]) => runs.filter(({ text }) => text.trim() !== "");

/** The gap before a narrow accent, after a capital, is no space. */
const isWithinCapitals = (before: string, after: string) =>
  /(?:^|\P{L})\p{Lu} $/u.test(before) && /^\p{Lu}{2}/u.test(after);

function accented(letter: string, accent: string): string | null {
  const mark = marks.get(accent) ?? (/^[\u0300-\u036f]$/.test(accent) ? accent : null);
  if (mark === null || !/^\p{L}$/u.test(letter)) return null;
  const base = letter === "ı" ? "i" : letter === "ȷ" ? "j" : letter;
  const composed = (base + mark).normalize("NFC");
  return composed.length === base.length ? composed : null;
}

function accentsInside(text: string): { readonly text: string; readonly apart: number } {
  let apart = 0;
  const joined = text.replace(standing, (whole, before: string, accent: string, after: string) => {
    const [onBefore, onAfter] = [accented(before, accent), accented(after, accent)];
    if (onBefore !== null && onAfter !== null) apart++;
    else if (onAfter !== null) return before + onAfter;
    else if (onBefore !== null) return onBefore + after;
    return whole;
  });
  return {
    text: joined.replace(markBefore, (whole, mark: string, letter: string) => accented(letter, mark) ?? whole),
    apart,
  };
}
