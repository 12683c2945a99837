import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ReadingPostponed } from "../../src/sources/ingest/ingest-failure.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld, untilAborted } from "../support/worlds/pipeline-world.ts";

let world: ReturnType<typeof openPipelineWorld>;
beforeEach(() => {
  world = openPipelineWorld();
});
afterEach(() => world.close());

const reads = async (text: string) => extractionOf(text);

/** The versions in the order of the queue, by their texts. */
async function orderOf(documents: readonly { readonly text: string; readonly expert?: "other" }[]): Promise<string[]> {
  const { add } = world.start({ extract: reads });
  const texts = new Map<number, string>();
  for (const { text, expert } of documents) {
    const source = await add(text, {}, expert === "other" ? world.otherExpert : world.expert);
    texts.set(source.versionNo, text.slice(0, 10));
  }
  const order: string[] = [];
  for (let job = world.queue.claim("read", 0)[0]; job !== undefined; ) {
    order.push(texts.get(job.versionNo) ?? "?");
    job = world.queue.claim("read", 0, { after: job.expertId })[0];
  }
  return order;
}

describe("the next version", () => {
  test("is another expert's, in turns", async () => {
    const order = await orderOf([
      { text: "a1" },
      { text: "a2" },
      { text: "a3" },
      { text: "b1", expert: "other" },
      { text: "b2", expert: "other" },
    ]);
    expect(order).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  test("is the smaller one of two that arrived at about the same time", async () => {
    const book = `book ${"x".repeat(900)}`;
    expect(await orderOf([{ text: book }, { text: "note" }])).toEqual(["note", book.slice(0, 10)]);
  });

  test("is the larger one once it has waited long enough for its size", async () => {
    const { add } = world.start({ extract: reads });
    const book = await add(`book ${"x".repeat(900)}`);
    world.clock.advance(60_000);
    await add("note");
    expect(world.queue.claim("read", 0)[0]?.versionNo).toBe(book.versionNo);
  });

  test("is one of those that are asked for", async () => {
    const { add } = world.start({ extract: reads });
    await add("first");
    const second = await add("second");
    const turn = { after: null, only: new Set([second.versionNo]) };
    expect(world.queue.claim("read", 0, turn)[0]?.versionNo).toBe(second.versionNo);
    expect(world.queue.claim("read", 0, turn)[0]).toBeUndefined();
  });

  test("is not an excluded one", async () => {
    const { add } = world.start({ extract: reads });
    const first = await add("first");
    const second = await add("second");
    const turn = { after: null, except: new Set([first.versionNo]) };
    expect(world.queue.claim("read", 0, turn)[0]?.versionNo).toBe(second.versionNo);
    expect(world.queue.claim("read", 0, turn)[0]).toBeUndefined();
  });
});

test("hanging documents delay no other: one continues, the next is postponed, and no attempt is counted", async () => {
  const calls: string[] = [];
  const enough = Promise.withResolvers<void>();
  const { add, settled, find, pipeline } = world.start({
    isSlow: true,
    extract: async (text, { signal }) => {
      calls.push(text);
      if (text.startsWith("book")) await Promise.race([enough.promise, untilAborted(signal)]);
      return extractionOf(text);
    },
  });
  const [first, second] = [await add("book one"), await add("book two")];
  pipeline.start();
  expect(await settled(await add("note"))).toMatchObject({ status: "ready" });
  expect([first, second].map((book) => [find(book).status, find(book).attempts])).toEqual([
    ["processing", 1],
    ["queued", 0],
  ]);
  enough.resolve();
  for (const book of [first, second]) expect(await settled(book)).toMatchObject({ status: "ready", attempts: 1 });
  expect(calls.toSorted()).toEqual(["book one", "book two", "book two", "note"]);
  await pipeline.stop();
});

test("a document for which there is not enough memory is read again, and no attempt is counted", async () => {
  const read: string[] = [];
  const { add, settled, pipeline } = world.start({
    extract: async (text) => {
      read.push(text);
      if (read.length === 1) throw new ReadingPostponed();
      return extractionOf(text);
    },
  });
  const book = await add("book");
  pipeline.start();
  expect(await settled(book)).toMatchObject({ status: "ready", attempts: 1 });
  expect(read).toEqual(["book", "book"]);
  await pipeline.stop();
});
