/** The contracts of the fetcher and the extractor of documents. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { addressGuard } from "../../src/providers/address-guard.ts";
import { guardedFetch } from "../../src/providers/guarded-fetch.ts";
import { urlFetcher } from "../../src/providers/url-fetcher.ts";
import { FetchError } from "../../src/sources/ingest/ingest-failure.ts";
import type { Extractor, UrlFetcher } from "../../src/sources/ports/document-ports.ts";
import { threadedExtractor } from "../../src/worker/reading/threaded-extractor.ts";
import { extractionOf, scriptedExtractor } from "../support/fakes/scripted-extractor.ts";

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

const never = new AbortController().signal;
const aborted = () => AbortSignal.abort(new Error("the service stops"));

function threadExtractor(): Extractor {
  const entry = new URL("../../src/worker/ingest-worker.ts", import.meta.url);
  const extractor = threadedExtractor({ entry, maxGrowth: 100_000_000 });
  toClose.push(() => extractor.close());
  return extractor;
}

const extractors: readonly (readonly [string, () => Extractor])[] = [
  ["the thread", threadExtractor],
  ["the fake", () => scriptedExtractor(async (text) => extractionOf(text))],
];
const inputOf = (text: string) => ({
  bytes: async () => new TextEncoder().encode(text),
  filename: "note.txt",
  declaredType: "text/plain",
  language: "en",
});

describe.each(extractors)("Extractor: %s", (_name, open) => {
  test("chunks have correct positions, in UTF-16 units and in code points", async () => {
    const stages: string[] = [];
    const watch = { signal: never, entered: (stage: string) => stages.push(stage) };
    const { text, chunks, mimeType, warnings } = await open().extract(inputOf("Replace the seal."), watch);
    expect([text.trim(), mimeType, warnings, stages[0]]).toEqual(["Replace the seal.", "text/plain", [], "extracting"]);
    expect(chunks.map(({ from, to }) => text.slice(from, to).trim())).toEqual(["Replace the seal."]);
    expect(chunks.map(({ start, end }) => [...text].slice(start, end).join("").trim())).toEqual(["Replace the seal."]);
  });

  test("reads several documents at once", async () => {
    const extractor = open();
    const read = (text: string) => extractor.extract(inputOf(text), { signal: never, entered: () => undefined });
    const texts = (await Promise.all(["One.", "Two.", "Three."].map(read))).map(({ text }) => text.trim());
    expect(texts).toEqual(["One.", "Two.", "Three."]);
  });

  test("rejects with the reason of the signal", async () => {
    const watch = { signal: aborted(), entered: () => undefined };
    await expect(open().extract(inputOf("Replace the seal."), watch)).rejects.toThrow("the service stops");
  });
});

const served = "The pump hums.";
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) =>
    new URL(url).pathname === "/docs/pump.txt"
      ? new Response(served, { headers: { "content-type": "text/plain; charset=utf-8" } })
      : new Response("not here", { status: 404 }),
});
afterAll(() => server.stop(true));
const address = `http://127.0.0.1:${server.port}`;

const fetchers: readonly (readonly [string, () => UrlFetcher])[] = [
  ["over HTTP", () => urlFetcher(guardedFetch(addressGuard(["127.0.0.1"]), "docent/test"))],
];

describe.each(fetchers)("UrlFetcher: %s", (_name, open) => {
  test("a document comes with its type, its length and its name", async () => {
    const { content, ...facts } = await open().open(`${address}/docs/pump.txt`, never);
    expect(facts).toEqual({ bytes: served.length, declaredType: "text/plain; charset=utf-8", filename: "pump.txt" });
    expect(Buffer.concat(await Array.fromAsync(content)).toString()).toBe(served);
  });

  test("a missing document is an error that is not worth a retry", async () => {
    const error = await open()
      .open(`${address}/gone`, never)
      .catch((reason: unknown) => reason);
    expect([error instanceof FetchError, error instanceof FetchError && error.retryable]).toEqual([true, false]);
  });

  test("rejects with the reason of the signal", async () => {
    await expect(open().open(`${address}/docs/pump.txt`, aborted())).rejects.toThrow("the service stops");
  });
});
