/** Similarity of pages from a few numbers for each (bottom-k sketches: Broder, 1997). */

/** Hashes of words, ascending. Empty: no text. */
export type TextSketch = readonly number[];

/** The error of a likeness is about 1/√k. */
const k = 128;
/** Bytes of a page that are read: some milliseconds of work. */
const mostRead = 64_000;

export function sketchOf(page: Uint8Array): TextSketch {
  const text = new TextDecoder().decode(page.subarray(0, mostRead)).replace(/<[^<>]*>/g, " ");
  const words = new Set(text.match(/\p{L}+/gu) ?? []);
  const hashes = new Set([...words].map((word) => Bun.hash.xxHash32(word)));
  return [...hashes].sort((a, b) => a - b).slice(0, k);
}

/** The share of their words that both have, 0 to 1. */
export function likeness(a: TextSketch, b: TextSketch): number {
  const known = new Set(b);
  const union = [...new Set([...a, ...b])].sort((x, y) => x - y).slice(0, k);
  const both = new Set(a.filter((hash) => known.has(hash)));
  return union.length === 0 ? 0 : union.filter((hash) => both.has(hash)).length / union.length;
}

export interface ChangedText {
  readonly before: TextSketch;
  readonly after: TextSketch;
  readonly sha256: string;
}

/** Above this, pages say the same, as those of a maintenance page that shows the time. */
const alike = 0.9;
const mostExamples = 16;

/** Pages that became alike: the difference between two of them has at least halved. */
export function becameAlike<T extends ChangedText>(pages: readonly T[]): readonly T[] {
  const found = new Set<T>();
  for (const example of examplesOf(pages)) {
    const same = pages.filter((page) => page !== example && isAlike(page, example));
    for (const page of same.length > 0 ? [example, ...same] : []) found.add(page);
  }
  return [...found];
}

/** One page of each of the largest groups with the same bytes or the same first hash, which similar pages mostly share. */
function examplesOf<T extends ChangedText>(pages: readonly T[]): readonly T[] {
  const groups = [Map.groupBy(pages, ({ sha256 }) => sha256), Map.groupBy(pages, ({ after }) => after[0] ?? "none")];
  const largest = groups.flatMap((group) => [...group.values()]).sort((a, b) => b.length - a.length);
  return largest.slice(0, mostExamples).flatMap(([first]) => first ?? []);
}

function isAlike(a: ChangedText, b: ChangedText): boolean {
  const now = a.sha256 === b.sha256 ? 1 : likeness(a.after, b.after);
  return now >= alike && (1 - now) * 2 < 1 - likeness(a.before, b.before);
}
