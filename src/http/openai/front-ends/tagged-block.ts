/** Text between a pair of tags, as front ends and agents mark parts of their prompts. Takes time linear in the text. */

export interface TaggedBlock {
  /** UTF-16, half-open, tags included. */
  readonly start: number;
  readonly end: number;
  /** What stands between the tags. */
  readonly inner: string;
}

/** The first `<tag>…</tag>` at or after a position; null when there is none that is closed. Tags do not nest. */
export function findBlock(text: string, tag: string, from = 0): TaggedBlock | null {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const start = text.indexOf(open, from);
  const stop = start < 0 ? -1 : text.indexOf(close, start + open.length);
  if (stop < 0) return null;
  return { start, end: stop + close.length, inner: text.slice(start + open.length, stop) };
}

/** The text without its `<tag>…</tag>` blocks. */
export function withoutBlocks(text: string, tag: string): string {
  const kept: string[] = [];
  let position = 0;
  for (let block = findBlock(text, tag); block !== null; block = findBlock(text, tag, position)) {
    kept.push(text.slice(position, block.start));
    position = block.end;
  }
  return kept.join("") + text.slice(position);
}
