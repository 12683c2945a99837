import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { DiskError } from "../../src/kernel/error-code.ts";
import { Fault } from "../../src/kernel/fault.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { chunks, usageCounters } from "../../src/store/sqlite/schema.ts";
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

const reads: Behaviour["extract"] = async (text) => extractionOf(text);
const storedChunks = () => world.database.orm.select({ n: sql<number>`count(*)` }).from(chunks).get()?.n;

describe("a failing document", () => {
  test("fails alone, with its reason", async () => {
    const { add, settled, pipeline } = world.start({
      extract: async (text) => {
        if (text === "bad") throw new ExtractionError("corrupt_file", "The file is damaged.");
        return extractionOf(text);
      },
    });
    const [first, bad, last] = [await add("first"), await add("bad"), await add("last")];
    pipeline.start();
    expect(ingestState(await settled(bad))).toEqual({
      status: "failed",
      stage: null,
      attempts: 1,
      failure: { code: "corrupt_file", message: "The file is damaged.", retryable: false },
    });
    expect([ingestState(await settled(first)), ingestState(await settled(last))]).toEqual([readyState, readyState]);
    await pipeline.stop();
  });

  test("is tried five times after an internal error", async () => {
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
    expect(ingestState(await settled(twice))).toEqual({ ...readyState, attempts: 3 });
    tries = 0;
    const always = await settled(await add("always"));
    expect({ tries, ...ingestState(always) }).toMatchObject({
      tries: 5,
      status: "failed",
      attempts: 5,
      failure: { code: "internal_error", retryable: true },
    });
    await pipeline.stop();
  });

  test("is stopped at its deadline, with the stage", async () => {
    const { add, settled, pipeline } = world.start({
      stageTimeout: (stage) => (stage === "chunking" ? 1 : 60_000),
      extract: async (text, { entered, signal }) => {
        entered("chunking");
        return text === "slow" ? untilAborted(signal) : extractionOf(text);
      },
    });
    const slow = await add("slow");
    const next = await add("next");
    pipeline.start();
    expect(ingestState(await settled(slow)).failure).toEqual({
      code: "timeout",
      retryable: true,
      message: "Reading the document took longer than 0 seconds (chunking). Split it into smaller parts.",
    });
    expect(ingestState(await settled(next))).toEqual(readyState);
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
  for (const source of sources) expect(ingestState(await settled(source))).toEqual(readyState);
  await pipeline.stop();
});

test("a document of many chunks is committed in pieces and shown whole", async () => {
  const { add, settled, pipeline, sources } = world.start({ extract: reads });
  pipeline.start();
  const lines = Array.from({ length: 400 }, (_, i) => `${i % 10}`).join("\n");
  const source = await settled(await add(lines));
  expect({ ...ingestState(source), chunkCount: source.chunkCount }).toEqual({ ...readyState, chunkCount: 400 });
  expect((await sources.chunks(source)).map(({ text }) => text).join("\n")).toBe(lines);
  await pipeline.stop();
});

describe("a version that is removed while it is read", () => {
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
    await sources.cancel(world.expert, source.id);
    expect(ingestState(await settled(source))).toEqual({ ...readyState, status: "canceled" });
    await sources.retry(world.expert, world.keyId, source.id);
    expect(ingestState(await settled(await sources.find(world.expert, source.id)))).toEqual(readyState);
    await pipeline.stop();
  });

  test("by a cancel between two pieces of its chunks", async () => {
    const { add, pipeline, sources, find } = world.start({ extract: reads });
    const source = await add("x\n".repeat(450));
    pipeline.start();
    while (storedChunks() === 0) await new Promise((resolve) => setImmediate(resolve));
    await sources.cancel(world.expert, source.id);
    await pipeline.stop();
    expect({ ...ingestState(find(source)), chunks: storedChunks() }).toEqual({
      ...readyState,
      status: "canceled",
      chunks: 0,
    });
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
    expect(ingestState(await settled(next))).toEqual(readyState);
    expect(world.originals()).toEqual([String(next.versionNo)]);
    await pipeline.stop();
  });
});

describe("a process that ends while it reads", () => {
  test("on request returns its jobs to the queue, without counting an attempt", async () => {
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
    expect(ingestState(first.find(source))).toEqual({ status: "queued", stage: null, attempts: 0, failure: null });
    const second = world.start({ extract: reads });
    second.pipeline.start();
    expect(ingestState(await second.settled(source))).toEqual(readyState);
    await second.pipeline.stop();
  });

  test("without notice is recovered from, unless the same document ends it again and again", async () => {
    const source = await world.start({ extract: reads }).add("deadly");
    const at = world.clock.now();
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(world.queue.claim("read", at)[0]?.attempts).toBe(attempt);
      world.queue.requeue(new Set(), {
        maxAttempts: 5,
        failure: { code: "timeout", message: "", retryable: true },
        at,
      });
    }
    const job = world.queue.claim("read", at)[0]!;
    if (job !== null) world.queue.addChunks(job, [{ start: 0, end: 1, section: "", page: null, text: "d" }]);
    const after = world.start({ extract: reads });
    after.pipeline.start();
    expect(ingestState(await after.settled(source))).toEqual({
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
    await after.sources.retry(world.expert, world.keyId, source.id);
    expect(ingestState(await after.settled(after.find(source)))).toEqual(readyState);
    expect(storedChunks()).toBe(1);
    await after.pipeline.stop();
  });
});
