/**
 * Accents that a PDF draws as glyphs of their own, as TeX does with its first fonts: the accent, then the letter at the same
 * place. Runs that overlap there are one letter.
 */
import type { PdfRun } from "./pdf-line.ts";

/** Accents that stand alone, with the combining marks that they are on a letter (The Unicode Standard, chapter 7.9). */
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

/** How far a glyph reaches back over the one before it, in ems: more than kerning does, and no further than a wide letter. */
const overlap = { least: 0.15, most: 1.1 } as const;
/** Accents of capitals are raised by this much at most, in ems. */
const mostRaised = 0.5;
/** With the copyright sign, which is drawn like an accent. */
const anyAccent = /[`^~\u00a8\u00a9\u00af\u00b4\u00b8\u02c6\u02c7\u02d8-\u02dd]|[\u0300-\u036f]/u;
/** Accents that are nothing else, inside of a run. Others are quotation marks too, or stand in code. */
const standing = /(\p{L}?)([\u00a8\u02c7\u02d8\u02d9\u02da\u02dd])(\p{L}?)/gu;
/** A combining mark in front of its letter. */
const markBefore = /(?<![\p{L}\p{M}])([\u0300-\u036f])(\p{L})/gu;

export interface AccentedRuns {
  readonly runs: readonly PdfRun[];
  /** Accents that stand between two letters and may belong to either. */
  readonly apart: number;
}

/** @param drawn in the order of drawing */
export function joinAccents(drawn: readonly PdfRun[]): AccentedRuns {
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

/** The two runs with the accent on its letter; null if there is none between them. */
function overlapping(one: PdfRun, next: PdfRun): PdfRun[] | null {
  const size = Math.max(one.size, next.size);
  const back = (one.right - next.x) / size;
  if (back < overlap.least || back > overlap.most || Math.abs(one.y - next.y) > mostRaised * size) return null;
  const [before, after] = [one.text.trimEnd(), next.text.trimStart()];
  const [last, first] = [[...before.slice(-2)].at(-1) ?? "", [...after.slice(0, 2)][0] ?? ""];
  const rest = { before: before.slice(0, before.length - last.length), after: after.slice(first.length) };
  // The sign is drawn as a letter in a ring.
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

/** An accent is narrower than a capital: the gap between it and a capital before it is no space. */
const isWithinCapitals = (before: string, after: string) =>
  /(?:^|\P{L})\p{Lu} $/u.test(before) && /^\p{Lu}{2}/u.test(after);

/** The letter with the accent, where there is such a letter. */
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
