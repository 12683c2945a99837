import { expect, test } from "bun:test";
import fc from "fast-check";
import { serverEvents } from "../../src/language/text/event-stream-reader.ts";

async function* pieces(text: string, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const to of places) {
    yield bytes.slice(from, to);
    from = to;
  }
}

const stream = [
  ...[": ping\n\n", "event: start\ndata: {}\n\n", "event:delta\r\ndata:one\r\ndata: two é\r\n\r\n"],
  ...["event: nothing\n\n", "data: unnamed\n\n", "id: 7\nevent: done\ndata:  kept space\n"],
].join("");

test("events come with their names and data, for any division of the bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 6 }), async (cuts) => {
      expect(await Array.fromAsync(serverEvents(pieces(stream, cuts)))).toEqual([
        { name: "start", data: "{}" },
        { name: "delta", data: "one\ntwo é" },
        { name: "", data: "unnamed" },
        { name: "done", data: " kept space" },
      ]);
    }),
  );
});

test("a line without an end is refused", async () => {
  const endless = serverEvents(pieces(`data: ${"x".repeat(1_048_577)}`, []));
  expect(Array.fromAsync(endless)).rejects.toThrow(RangeError);
});
