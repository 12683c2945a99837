import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ReadingPostponed } from "../../src/sources/ingest-failure.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

let world: ReturnType<typeof openPipelineWorld>;
beforeEach(() => {
  world = openPipelineWorld();
});
afterEach(() => world.close());

const reads = async (text: string) => extractionOf(text);
const except: ReadonlySet<number> = new Set();

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
    job = world.queue.claim("read", 0, { after: job.expertId, except })[0];
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

  test("is not an excluded one", async () => {
    const { add } = world.start({ extract: reads });
    const first = await add("first");
    const second = await add("second");
    const turn = { after: null, except: new Set([first.versionNo]) };
    expect(world.queue.claim("read", 0, turn)[0]?.versionNo).toBe(second.versionNo);
    expect(world.queue.claim("read", 0, turn)[0]).toBeUndefined();
  });
});

test("a postponed document is read as a long one when a place is free, and no attempt is counted", async () => {
  let hasLongPlace = true;
  const read: string[] = [];
  const { add, settled, find, pipeline } = world.start({
    hasLongPlace: () => hasLongPlace,
    extract: async (text, _watch, { isLong }) => {
      read.push(`${text}${isLong ? ", long" : ""}`);
      if (text !== "book" || isLong) return extractionOf(text);
      hasLongPlace = false;
      throw new ReadingPostponed();
    },
  });
  const book = await add("book");
  pipeline.start();
  await settled(await add("first"));
  expect({ status: find(book).status, attempts: find(book).attempts }).toEqual({ status: "queued", attempts: 0 });
  hasLongPlace = true;
  await settled(await add("second"));
  expect(await settled(book)).toMatchObject({ status: "ready", attempts: 1 });
  expect(read.toSorted()).toEqual(["book", "book, long", "first", "second"]);
  await pipeline.stop();
});
