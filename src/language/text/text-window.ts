import { codePointLength, codePointSlicer, sliceCodePoints } from "./code-points.ts";

/** With the length of the whole text, in code points. @param pieces UTF-8, cut anywhere @param start, end code points, half-open */
export async function textWindow(
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: { readonly start: number; readonly end: number },
) {
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

/** @param spans code points, half-open */
export async function textParts(
  pieces: AsyncIterable<Uint8Array>,
  spans: readonly { readonly start: number; readonly end: number }[],
): Promise<string[]> {
  const parts = spans.map(() => "");
  const waiting = spans.map((span, i) => ({ ...span, i })).sort((one, other) => one.start - other.start);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let length = 0;
  let first = 0;
  const take = (text: string) => {
    const slice = codePointSlicer(text);
    const points = codePointLength(text);
    while (first < waiting.length && waiting[first]!.end <= length) first++;
    for (let at = first; at < waiting.length && waiting[at]!.start < length + points; at++) {
      const { start, end, i } = waiting[at]!;
      parts[i] += slice(Math.max(0, start - length), Math.max(0, Math.min(points, end - length)));
    }
    length += points;
  };
  for await (const piece of pieces) take(decoder.decode(piece, { stream: true }));
  take(decoder.decode());
  return parts;
}
