/** Finds text between tags, in linear time. */

export interface TaggedBlock {
  /** UTF-16, half-open, including the tags. */
  readonly start: number;
  readonly end: number;
  readonly inner: string;
  readonly innerStart: number;
  readonly attributes: string;
}

/** Null for none. Tags do not nest. */
export function findBlock(text: string, tag: string, from = 0): TaggedBlock | null {
  const [open, close] = [`<${tag}`, `</${tag}>`];
  for (let start = text.indexOf(open, from); start >= 0; start = text.indexOf(open, start + 1)) {
    const after = text[start + open.length];
    if (after !== ">" && after !== " " && after !== "\n") continue;
    const bracket = text.indexOf(">", start);
    const stop = bracket < 0 ? -1 : text.indexOf(close, bracket);
    if (stop < 0) return null;
    return {
      start,
      end: stop + close.length,
      inner: text.slice(bracket + 1, stop),
      innerStart: bracket + 1,
      attributes: text.slice(start + open.length, bracket).trim(),
    };
  }
  return null;
}

export function findBlocks(text: string, tag: string): TaggedBlock[] {
  const blocks: TaggedBlock[] = [];
  for (let block = findBlock(text, tag); block !== null; block = findBlock(text, tag, block.end)) blocks.push(block);
  return blocks;
}

export function withoutBlocks(text: string, tag: string): string {
  return withoutRanges(text, findBlocks(text, tag));
}

/** UTF-16, half-open; ranges may overlap. */
export function withoutRanges(
  text: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): string {
  const kept: string[] = [];
  let position = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= position) kept.push(text.slice(position, start));
    position = Math.max(position, end);
  }
  return kept.join("") + text.slice(position);
}

export function attribute({ attributes }: TaggedBlock, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes);
  return found?.[1] ?? null;
}
