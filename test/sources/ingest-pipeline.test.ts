import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { DiskError } from "../../src/kernel/disk-error.ts";
import { Fault } from "../../src/kernel/fault.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { FetchError } from "../../src/sources/fetch-error.ts";
import type { Source } from "../../src/sources/source.ts";
import { chunks, usageCounters } from "../../src/storage/schema.ts";
import { type Behaviour, openPipelineWorld, untilAborted } from "../support/pipeline-world.ts";
import { extractionOf } from "../support/scripted-extractor.ts";

let world: ReturnType<typeof openPipelineWorld>;
beforeEach(() => {
  world = openPipelineWorld();
});
afterEach(() => world.close());

const reads: Behaviour["extract"] = async (text) => extractionOf(text);
const state = ({ status, stage, attempts, failure }: Source) => ({ status, stage, attempts, failure });
const ready = { status: "ready" as const, stage: null, attempts: 1, failure: null };
const storedChunks = () => world.database.orm.select({ n: sql<number>`count(*)` }).from(chunks).get()?.n;

describe("what goes wrong with a document", () => {
  test("fails it alone, with its reason", async () => {
    const { add, settled, pipeline } = world.start({
      extract: async (text) => {
        if (text === "bad") throw new ExtractionError("corrupt_file", "The file is damaged.");
        return extractionOf(text);
      },
    });
    const [first, bad, last] = [await add("first"), await add("bad"), await add("last")];
    pipeline.start();
    expect(state(await settled(bad))).toEqual({
      status: "failed",
      stage: null,
      attempts: 1,
      failure: { code: "corrupt_file", message: "The file is damaged.", retryable: false },
    });
    expect([state(await settled(first)), state(await settled(last))]).toEqual([ready, ready]);
    await pipeline.stop();
  });

  test("when it is ours, is tried again, five times", async () => {
    let tries = 0;
    const { add, settled, pipeline } = world.start({
      extract: async (text) => {
        tries += 1;
        if (text === "twice" && tries > 2) return extractionOf(text);
        throw new Error("a defect");
      },
    });
    const twice = await add("twice");
    pipeline.start();
    expect(state(await settled(twice))).toEqual({ ...ready, attempts: 3 });
    tries = 0;
    const always = await settled(await add("always"));
    expect({ tries, ...state(always) }).toMatchObject({
      tries: 5,
      status: "failed",
      attempts: 5,
      failure: { code: "internal_error", retryable: true },
    });
    await pipeline.stop();
  });

  test("when it takes too long, ends with the stage that did", async () => {
    const { add, settled, pipeline } = world.start({
      patience: (stage) => (stage === "chunking" ? 1 : 60_000),
      extract: async (text, { entered, signal }) => {
        entered("chunking");
        return text === "slow" ? untilAborted(signal) : extractionOf(text);
      },
    });
    const slow = await add("slow");
    const next = await add("next");
    pipeline.start();
    expect(state(await settled(slow)).failure).toEqual({
      code: "timeout",
      retryable: true,
      message: "Reading the document took longer than 0 seconds (chunking). Split it into smaller parts.",
    });
    expect(state(await settled(next))).toEqual(ready);
    await pipeline.stop();
  });
});

test.each([
  ["full", new Fault("storage_full", "The disk is full.")],
  ["failing", new DiskError(new Error("disk I/O error"))],
])("a disk that is %s is waited out, and counts against no document", async (_, trouble) => {
  let times = 7;
  const { add, settled, pipeline } = world.start({
    extract: async (text) => {
      times -= 1;
      if (times >= 0) throw trouble;
      return extractionOf(text);
    },
  });
  const sources = [await add("a"), await add("b")];
  pipeline.start();
  for (const source of sources) expect(state(await settled(source))).toEqual(ready);
  await pipeline.stop();
});

test("a document of many chunks is committed in pieces and shown whole", async () => {
  const { add, settled, pipeline, sources } = world.start({ extract: reads });
  pipeline.start();
  const lines = Array.from({ length: 400 }, (_, i) => `${i % 10}`).join("\n");
  const source = await settled(await add(lines));
  expect({ ...state(source), chunkCount: source.chunkCount }).toEqual({ ...ready, chunkCount: 400 });
  expect(
    sources
      .chunks(source)
      .map(({ text }) => text)
      .join("\n"),
  ).toBe(lines);
  await pipeline.stop();
});

describe("a version that is taken away in the middle", () => {
  test("by a cancel, leaves nothing behind and can be retried", async () => {
    let calls = 0;
    const started = Promise.withResolvers<void>();
    const { add, settled, pipeline, sources } = world.start({
      extract: async (text, { signal }) => {
        calls += 1;
        if (calls > 1) return extractionOf(text);
        started.resolve();
        return untilAborted(signal);
      },
    });
    const source = await add("slow");
    pipeline.start();
    await started.promise;
    sources.cancel(world.expert, source.id);
    expect(state(await settled(source))).toEqual({ ...ready, status: "canceled" });
    await sources.retry(world.expert, source.id);
    expect(state(await settled(sources.find(world.expert, source.id)))).toEqual(ready);
    await pipeline.stop();
  });

  test("by a cancel between two pieces of its chunks", async () => {
    const { add, pipeline, sources, find } = world.start({ extract: reads });
    const source = await add("x\n".repeat(450));
    pipeline.start();
    while (storedChunks() === 0) await new Promise((resolve) => setImmediate(resolve));
    sources.cancel(world.expert, source.id);
    await pipeline.stop();
    expect({ ...state(find(source)), chunks: storedChunks() }).toEqual({ ...ready, status: "canceled", chunks: 0 });
  });

  test("by a deletion, is gone with its file", async () => {
    const started = Promise.withResolvers<void>();
    const { add, settled, pipeline, sources } = world.start({
      extract: async (text, { signal }) => {
        started.resolve();
        return text === "slow" ? untilAborted(signal) : extractionOf(text);
      },
    });
    const slow = await add("slow");
    const next = await add("next");
    pipeline.start();
    await started.promise;
    await sources.remove(world.expert, slow.id);
    expect(state(await settled(next))).toEqual(ready);
    expect(world.originals()).toEqual([String(next.versionNo)]);
    await pipeline.stop();
  });
});

describe("a process that ends in the middle", () => {
  test("when it is told to, gives back what it has in hand, uncounted", async () => {
    const started = Promise.withResolvers<void>();
    const first = world.start({
      extract: (_, { signal }) => {
        started.resolve();
        return untilAborted(signal);
      },
    });
    const source = await first.add("text");
    first.pipeline.start();
    await started.promise;
    await first.pipeline.stop();
    expect(state(first.find(source))).toEqual({ status: "queued", stage: null, attempts: 0, failure: null });
    const second = world.start({ extract: reads });
    second.pipeline.start();
    expect(state(await second.settled(source))).toEqual(ready);
    await second.pipeline.stop();
  });

  test("without a word, is made up for, unless it happens with the same document again and again", async () => {
    const source = await world.start({ extract: reads }).add("deadly");
    const at = world.clock.now();
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(world.queue.claim("read", at)?.attempts).toBe(attempt);
      world.queue.requeue(new Set(), {
        maxAttempts: 5,
        failure: { code: "timeout", message: "", retryable: true },
        at,
      });
    }
    const job = world.queue.claim("read", at);
    if (job !== null) world.queue.addChunks(job, [{ start: 0, end: 1, section: "", page: null, text: "d" }]);
    const after = world.start({ extract: reads });
    after.pipeline.start();
    expect(state(await after.settled(source))).toEqual({
      status: "failed",
      stage: null,
      attempts: 5,
      failure: {
        code: "internal_error",
        retryable: true,
        message:
          "The service ended several times while it was reading this document, which may be why. Retry it to be sure.",
      },
    });
    const counted = world.database.orm.select({ n: usageCounters.sourcesFailed }).from(usageCounters).all();
    expect(counted).toEqual([{ n: 1 }]);
    await after.sources.retry(world.expert, source.id);
    expect(state(await after.settled(after.find(source)))).toEqual(ready);
    expect(storedChunks()).toBe(1);
    await after.pipeline.stop();
  });
});

describe("an address", () => {
  const served = (text: string, bytes: number | null = null) => ({
    bytes,
    declaredType: "text/plain; charset=utf-8",
    filename: "page.txt",
    content: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
  });

  test("is fetched, then read, as one attempt each", async () => {
    const { addUrl, settled, pipeline } = world.start({ extract: reads, fetch: async (url) => served(`at ${url}`) });
    const { source, outcome } = addUrl("https://a.example/page.txt");
    expect({ outcome, bytes: source.bytes, sha256: source.sha256 }).toEqual({
      outcome: "created",
      bytes: 0,
      sha256: null,
    });
    pipeline.start();
    const settledSource = await settled(source);
    const { bytes, filename, title, mimeType } = settledSource;
    expect({ ...state(settledSource), bytes, filename, title, mimeType }).toEqual({
      ...ready,
      bytes: 29,
      filename: "page.txt",
      title: "https://a.example/page.txt",
      mimeType: "text/plain",
    });
    await pipeline.stop();
  });

  test("that answers slowly holds up no file and no other address", async () => {
    const { add, addUrl, settled, pipeline, find } = world.start({
      extract: reads,
      fetch: (url, signal) => (url.includes("slow") ? untilAborted(signal) : Promise.resolve(served("here"))),
    });
    const slow = addUrl("https://slow.example/").source;
    const quick = addUrl("https://quick.example/").source;
    const file = await add("file");
    pipeline.start();
    expect([state(await settled(quick)), state(await settled(file))]).toEqual([ready, ready]);
    expect(state(find(slow))).toEqual({ ...ready, status: "processing", stage: "fetching" });
    await pipeline.stop();
    expect(state(find(slow))).toEqual({ status: "queued", stage: null, attempts: 0, failure: null });
  });

  test("that fails says how, and is fetched again when it is retried", async () => {
    let tries = 0;
    const { addUrl, settled, pipeline, sources, find } = world.start({
      extract: reads,
      fetch: async () => {
        tries += 1;
        if (tries === 1) throw new FetchError("a.example answered 503. Try again later.", true);
        return served(tries === 2 ? "" : "here");
      },
    });
    const { source } = addUrl("https://a.example/");
    pipeline.start();
    expect(state(await settled(source))).toEqual({
      status: "failed",
      stage: null,
      attempts: 1,
      failure: { code: "fetch_failed", message: "a.example answered 503. Try again later.", retryable: true },
    });
    await sources.retry(world.expert, source.id);
    expect((await settled(find(source))).sha256).not.toBe(null);
    await pipeline.stop();
  });

  test("that holds too much, or gives it too slowly, fails", async () => {
    const { addUrl, settled, pipeline } = world.start({
      extract: reads,
      patience: () => 20,
      fetch: async (url, signal) => (url.includes("large") ? served("x".repeat(1001), 1001) : untilAborted(signal)),
    });
    const large = addUrl("https://large.example/").source;
    const slow = addUrl("https://slow.example/").source;
    pipeline.start();
    expect(state(await settled(large)).failure).toMatchObject({ code: "too_large", retryable: false });
    expect(state(await settled(slow)).failure).toMatchObject({ code: "fetch_failed", retryable: true });
    expect(world.originals()).toEqual([]);
    await pipeline.stop();
  });

  test("given twice is on its way once, and fetched anew when it has arrived", async () => {
    const { addUrl, settled, pipeline } = world.start({ extract: reads, fetch: async () => served("here") });
    const { source } = addUrl("https://a.example/");
    const again = addUrl("https://a.example/");
    expect({ outcome: again.outcome, id: again.source.id }).toEqual({ outcome: "duplicate", id: source.id });
    pipeline.start();
    await settled(source);
    const later = addUrl("https://a.example/");
    const { outcome } = later;
    expect({ outcome, id: later.source.id, version: later.source.version }).toEqual({
      outcome: "new_version",
      id: source.id,
      version: 2,
    });
    expect(state(await settled(later.source))).toEqual(ready);
    await pipeline.stop();
  });
});
