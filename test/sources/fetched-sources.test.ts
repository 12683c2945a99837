/** Sources that are fetched from an address. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { FetchError } from "../../src/sources/ingest/ingest-failure.ts";
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
    const { source, outcome } = await addUrl("https://a.example/page.txt");
    expect({ outcome, bytes: source.bytes, sha256: source.sha256 }).toEqual({
      outcome: "created",
      bytes: 0,
      sha256: null,
    });
    pipeline.start();
    const settledSource = await settled(source);
    const { bytes, filename, title, mimeType } = settledSource;
    expect({ ...ingestState(settledSource), bytes, filename, title, mimeType }).toEqual({
      ...readyState,
      bytes: 29,
      filename: "page.txt",
      title: "https://a.example/page.txt",
      mimeType: "text/plain",
    });
    await pipeline.stop();
  });

  test("that answers slowly delays no file and no other address", async () => {
    const { add, addUrl, settled, pipeline, find } = world.start({
      extract: reads,
      fetch: (url, signal) => (url.includes("slow") ? untilAborted(signal) : Promise.resolve(served("here"))),
    });
    const slow = (await addUrl("https://slow.example/")).source;
    const quick = (await addUrl("https://quick.example/")).source;
    const file = await add("file");
    pipeline.start();
    expect([ingestState(await settled(quick)), ingestState(await settled(file))]).toEqual([readyState, readyState]);
    expect(ingestState(find(slow))).toEqual({ ...readyState, status: "processing", stage: "fetching" });
    await pipeline.stop();
    expect(ingestState(find(slow))).toEqual({ status: "queued", stage: null, attempts: 0, failure: null });
  });

  test("that fails reports why, and is fetched again on a retry", async () => {
    let tries = 0;
    const { addUrl, settled, pipeline, sources, find } = world.start({
      extract: reads,
      fetch: async () => {
        tries += 1;
        if (tries === 1) throw new FetchError("a.example answered 503. Try again later.", true);
        return served(tries === 2 ? "" : "here");
      },
    });
    const { source } = await addUrl("https://a.example/");
    pipeline.start();
    expect(ingestState(await settled(source))).toEqual({
      status: "failed",
      stage: null,
      attempts: 1,
      failure: { code: "fetch_failed", message: "a.example answered 503. Try again later.", retryable: true },
    });
    await sources.retry(world.expert, world.keyId, source.id);
    expect((await settled(find(source))).sha256).not.toBe(null);
    await pipeline.stop();
  });

  test("that is too large or too slow fails", async () => {
    const { addUrl, settled, pipeline } = world.start({
      extract: reads,
      stageTimeout: () => 20,
      fetch: async (url, signal) => (url.includes("large") ? served("x".repeat(1001), 1001) : untilAborted(signal)),
    });
    const large = (await addUrl("https://large.example/")).source;
    const slow = (await addUrl("https://slow.example/")).source;
    pipeline.start();
    expect(ingestState(await settled(large)).failure).toMatchObject({ code: "too_large", retryable: false });
    expect(ingestState(await settled(slow)).failure).toMatchObject({ code: "fetch_failed", retryable: true });
    expect(world.originals()).toEqual([]);
    await pipeline.stop();
  });

  test("given twice is fetched once, and again after it has arrived", async () => {
    const { addUrl, settled, pipeline } = world.start({ extract: reads, fetch: async () => served("here") });
    const { source } = await addUrl("https://a.example/");
    const again = await addUrl("https://a.example/");
    expect({ outcome: again.outcome, id: again.source.id }).toEqual({ outcome: "duplicate", id: source.id });
    pipeline.start();
    await settled(source);
    const later = await addUrl("https://a.example/");
    const { outcome } = later;
    expect({ outcome, id: later.source.id, version: later.source.version }).toEqual({
      outcome: "new_version",
      id: source.id,
      version: 2,
    });
    expect(ingestState(await settled(later.source))).toEqual(readyState);
    await pipeline.stop();
  });
});
