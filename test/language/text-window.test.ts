import { expect, test } from "bun:test";
import fc from "fast-check";
import { textWindow } from "../../src/language/text/text-window.ts";

async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

test("a window of a text is the same for any division", async () => {
  const any = fc.record({
    text: fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => text.toWellFormed()),
    size: fc.integer({ min: 1, max: 9 }),
    start: fc.nat(80),
    more: fc.nat(80),
  });
  await fc.assert(
    fc.asyncProperty(any, async ({ text, size, start, more }) => {
      const points = [...text];
      const end = start + more;
      expect(await textWindow(cut(new TextEncoder().encode(text), size), { start, end })).toEqual({
        text: points.slice(start, end).join(""),
        length: points.length,
      });
    }),
  );
});
