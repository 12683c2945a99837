/** Pages that are only pictures are read as jobs of their own, and go on where they were left. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { nextTurn } from "../../src/kernel/pause.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { PagesToRecognise, type RecognisedPage } from "../../src/sources/ports/recognised-page.ts";
import { recognisedPage } from "../support/documents/recognised-pages.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import {
  type Behaviour,
  ingestState,
  openPipelineWorld,
  readyState,
  untilAborted,
} from "../support/worlds/pipeline-world.ts";

let world: ReturnType<typeof openPipelineWorld>;
beforeEach(() => {
  world = openPipelineWorld();
});
afterEach(() => world.close());

const numbers = [2, 3, 5];
/** A document whose pages 2, 3 and 5 are pictures; notes are text. */
const extract: Behaviour["extract"] = async (text, _watch, input) => {
  if (!text.startsWith("scan")) return extractionOf(text);
  const known: readonly RecognisedPage[] = input?.recognised ?? [];
  const missing = numbers.filter((number) => !known.some(({ page }) => page === number));
  if (missing.length > 0) throw new PagesToRecognise(missing);
  return extractionOf(
    known
      .map(({ page }) => `page ${page}`)
      .toSorted()
      .join(", "),
  );
};
const pageOf = (page: number) => recognisedPage([], { page });
/** Chunks of its text. */
const read = async ({ sources }: ReturnType<typeof world.start>, { id }: { readonly id: string }) =>
  (await sources.chunks(await sources.find(world.expert, id))).map(({ text }) => text);

test("its pages are read one by one, and then it is ready", async () => {
  const asked: number[] = [];
  const readPage = async (number: number) => {
    asked.push(number);
    return pageOf(number);
  };
  const started = world.start({ extract, readPage });
  const scan = await started.add("scan");
  started.pipeline.start();
  expect(ingestState(await started.settled(scan))).toEqual(readyState);
  expect([asked, await read(started, scan)]).toEqual([numbers, ["page 2, page 3, page 5"]]);
  await started.pipeline.stop();
  expect(world.keptPages()).toEqual(numbers.map((number) => [1, number]));
});

test("a stop in the middle leaves the pages before it to the next process", async () => {
  const reached = Promise.withResolvers<void>();
  const first = world.start({
    extract,
    readPage: async (number, signal) => {
      if (number !== 5) return pageOf(number);
      reached.resolve();
      return untilAborted(signal);
    },
  });
  const scan = await first.add("scan");
  first.pipeline.start();
  await reached.promise;
  const state = await first.find(scan);
  expect({ status: state.status, stage: state.stage, progress: state.progress }).toEqual({
    status: "processing",
    stage: "recognising",
    progress: { done: 2, total: 3 },
  });
  await first.pipeline.stop();
  const asked: number[] = [];
  const second = world.start({
    extract,
    readPage: async (number) => {
      asked.push(number);
      return pageOf(number);
    },
  });
  second.pipeline.start();
  expect(ingestState(await second.settled(scan))).toEqual(readyState);
  expect([asked, await read(second, scan)]).toEqual([[5], ["page 2, page 3, page 5"]]);
  await second.pipeline.stop();
});

/** A process that reads as many pages, and is then killed. */
async function killedAfter(pages: number): Promise<readonly number[]> {
  const reached = Promise.withResolvers<void>();
  const asked: number[] = [];
  const { pipeline } = world.start({
    extract,
    readPage: async (number) => {
      asked.push(number);
      if (asked.length <= pages) return pageOf(number);
      reached.resolve();
      return new Promise<never>(() => undefined);
    },
  });
  pipeline.start();
  await reached.promise;
  return asked;
}

test("kills do not fail it as long as each process reads a page", async () => {
  const scan = await world.start({ extract }).add("scan");
  const asked: unknown[] = [];
  for (const pages of [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) asked.push((await killedAfter(pages)).at(-1));
  expect(asked).toEqual([2, 2, 2, 3, 3, 3, 3, 5, 5, 5, 5]);
  const last = world.start({ extract, readPage: async (number) => pageOf(number) });
  last.pipeline.start();
  expect(await last.settled(scan)).toMatchObject({ status: "ready", failure: null });
  await last.pipeline.stop();
});

test("five kills at the same page fail it", async () => {
  const scan = await world.start({ extract }).add("scan");
  expect(await killedAfter(1)).toEqual([2, 3]);
  for (let kill = 0; kill < 4; kill++) expect(await killedAfter(0)).toEqual([3]);
  const last = world.start({ extract, readPage: async (number) => pageOf(number) });
  last.pipeline.start();
  expect(await last.settled(scan)).toMatchObject({ status: "failed", failure: { code: "internal_error" } });
  await last.pipeline.stop();
});

test("other documents do not wait for it", async () => {
  const held = Promise.withResolvers<void>();
  const readPage: Behaviour["readPage"] = async (number) => {
    await held.promise;
    return pageOf(number);
  };
  const { add, settled, pipeline } = world.start({ extract, readPage });
  const scans = [
    await add("scan one"),
    await add("scan two"),
    await add("scan three"),
    await add("scan four"),
    await add("scan five"),
  ];
  const note = await add("a note");
  pipeline.start();
  expect(ingestState(await settled(note))).toEqual(readyState);
  held.resolve();
  for (const scan of scans) expect(ingestState(await settled(scan))).toEqual(readyState);
  await pipeline.stop();
});

test("a cancellation ends it, also while it waits for its turn, and discards its pages", async () => {
  const reached = Promise.withResolvers<void>();
  const readPage: Behaviour["readPage"] = async (number, signal) => {
    if (number === 2) return pageOf(number);
    reached.resolve();
    return untilAborted(signal);
  };
  const { add, sources, find, pipeline } = world.start({ extract, readPage });
  const scans = [await add("scan one"), await add("scan two")];
  pipeline.start();
  await reached.promise;
  expect(world.keptPages()).toHaveLength(1);
  for (const { id } of scans) await sources.cancel(world.expert, id);
  for (const scan of scans) expect((await find(scan)).status).toBe("canceled");
  await pipeline.stop();
  expect(world.keptPages()).toEqual([]);
});

test("a version that another process took is read from its beginning if it comes back", async () => {
  const [held, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const extracted: string[] = [];
  const { add, settled, find, pipeline } = world.start({
    extract: (text, watch, input) => {
      extracted.push(text);
      return extract(text, watch, input);
    },
    readPage: async (number) => {
      reached.resolve();
      await held.promise;
      return pageOf(number);
    },
  });
  const [first, second] = [await add("scan one"), await add("scan two")];
  pipeline.start();
  await reached.promise;
  // Read after the second scan, which then waits for its pages.
  await settled(await add("a note"));
  const only = new Set([second.versionNo]);
  const [elsewhere] = world.queue.claim("read", 0, { after: null, only });
  held.resolve();
  await settled(first);
  expect(find(second).status).toBe("processing");
  while (pipeline.isReading()) await nextTurn();
  world.queue.release(elsewhere!, 0, false);
  pipeline.wake();
  expect(ingestState(await settled(second))).toEqual(readyState);
  expect(extracted).toEqual(["scan one", "scan two", "a note", "scan one", "scan two", "scan two"]);
  await pipeline.stop();
});

const readPage = (number: number) => recognisedPage([{ text: `page ${number}`, y: 100 }], { page: number });
/** Reads the pages of the scan as they are given, and notes which were asked for. */
function reading(pages: Readonly<Record<number, Partial<RecognisedPage>>>) {
  const asked: number[] = [];
  const started = world.start({
    extract: async (text, watch, input) => {
      if (input?.recognised?.some(({ fault }) => fault === "too_costly"))
        throw new ExtractionError("too_large", "Reading the picture takes too much time or memory.");
      return extract(text, watch, input);
    },
    readPage: async (number) => {
      asked.push(number);
      return { ...readPage(number), ...pages[number] };
    },
  });
  started.pipeline.start();
  return { asked, ...started };
}

test("a retry reads again what was not read of a source that is ready, and no other page", async () => {
  const first = reading({
    2: { words: [], fault: "unclear" },
    3: { confidence: 0.2, corrections: [{ line: 1, read: "x" }] },
  });
  const scan = await first.add("scan");
  expect(ingestState(await first.settled(scan))).toEqual(readyState);
  await first.pipeline.stop();
  const second = reading({});
  await second.sources.retry(world.expert, world.keyId, scan.id);
  expect(ingestState(await second.settled(scan))).toEqual(readyState);
  expect([second.asked, await read(second, scan)]).toEqual([[2], ["page 2, page 3, page 5"]]);
  const anew = await second.sources.retry(world.expert, world.keyId, scan.id);
  expect(ingestState(await second.settled(anew))).toEqual(readyState);
  expect(anew.version).toBe(2);
  expect([second.asked, await read(second, anew)]).toEqual([[2], ["page 2, page 3, page 5"]]);
  expect(world.keptPages()).toHaveLength(6);
  await second.pipeline.stop();
});

test("a retry reads the pages again for which a source failed", async () => {
  const first = reading({ 5: { words: [], fault: "too_costly" } });
  const scan = await first.add("scan");
  expect(await first.settled(scan)).toMatchObject({ status: "failed", failure: { code: "too_large" } });
  await first.pipeline.stop();
  const second = reading({});
  await second.sources.retry(world.expert, world.keyId, scan.id);
  expect(await second.settled(scan)).toMatchObject({ status: "ready" });
  expect(second.asked).toEqual([5]);
  await second.pipeline.stop();
});

test("where nothing reads pictures, a retry keeps the pages that were not read", async () => {
  const first = reading({ 2: { words: [], fault: "unclear" } });
  const scan = await first.add("scan");
  await first.settled(scan);
  await first.pipeline.stop();
  const { sources, settled, pipeline } = world.start({ extract });
  pipeline.start();
  const anew = await settled(await sources.retry(world.expert, world.keyId, scan.id));
  expect([anew.version, anew.status]).toEqual([2, "ready"]);
  expect(world.keptPages()).toHaveLength(6);
  await pipeline.stop();
});

test("without text recognition nothing is asked for", async () => {
  const seen: unknown[] = [];
  const { add, settled, pipeline } = world.start({
    extract: async (text, _watch, input) => {
      seen.push(input?.recognised);
      return extractionOf(text);
    },
  });
  const scan = await add("scan");
  pipeline.start();
  expect(ingestState(await settled(scan))).toEqual(readyState);
  expect(seen).toEqual([null]);
  await pipeline.stop();
});
