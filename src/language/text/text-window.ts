import { codePointLength, sliceCodePoints } from "./code-points.ts";

export interface TextWindow {
  /** Code points `start` to `end`, as far as there are any. */
  readonly text: string;
  /** Code points of the whole text. */
  readonly length: number;
}

/** @param pieces UTF-8, cut anywhere @param start, end code points, half-open */
export async function textWindow(
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<TextWindow> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const found: string[] = [];
  let length = 0;
  const take = (text: string) => {
    const points = codePointLength(text);
    const [from, to] = [Math.max(0, start - length), Math.min(points, end - length)];
    if (from < to) found.push(sliceCodePoints(text, from, to));
    length += points;
  };
  for await (const piece of pieces) take(decoder.decode(piece, { stream: true }));
  take(decoder.decode());
  return { text: found.join(""), length };
}
