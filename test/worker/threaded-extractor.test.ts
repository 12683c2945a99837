import { afterEach, describe, expect, test } from "bun:test";
import { readingBytes } from "../../src/language/structure/reading-bytes.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { ReadingPostponed } from "../../src/sources/ingest/ingest-failure.ts";
import { type ThreadedExtractor, threadedExtractor } from "../../src/worker/reading/threaded-extractor.ts";

const unruly = new URL("../support/processes/unruly-ingest-worker.ts", import.meta.url);
const opened: ThreadedExtractor[] = [];
afterEach(() => {
  for (const extractor of opened.splice(0)) extractor.close();
});

function extractorOver(entry: URL, residentBytes?: () => number): ThreadedExtractor {
  const extractor = threadedExtractor({ entry, maxGrowth: 100_000_000, ...(residentBytes && { residentBytes }) });
  opened.push(extractor);
  return extractor;
}

const never = new AbortController().signal;
const inputOf = (filename: string, bytes = new TextEncoder().encode("bytes")) => ({
  filename,
  declaredType: null,
  language: "en",
  bytes: async () => bytes,
});
const watch = { signal: never, entered: () => undefined };

async function outcome(extractor: ThreadedExtractor, filename: string, signal = never): Promise<unknown> {
  try {
    return (await extractor.extract(inputOf(filename), { ...watch, signal })).text;
  } catch (error) {
    return error instanceof ExtractionError ? `${error.code}: ${error.message}` : error;
  }
}

test("the real thread gives each passage its reading", async () => {
  const extractor = extractorOver(new URL("../../src/worker/ingest-worker.ts", import.meta.url));
  const bytes = new TextEncoder().encode(
    "# Pumps\n\nReplace the seal of the pump every year. The seal of the pump wears out. Order the seal of the pump at the shop of the pump, and keep the old seal of the pump until the new seal of the pump is in the pump.\n",
  );
  const { text, chunks } = await extractor.extract(inputOf("a.md", bytes), watch);
  const english = createAnalyzers()("en");
  expect(chunks.length).toBeGreaterThan(0);
  for (const { from, to, reading } of chunks) expect(reading).toEqual(readingBytes(text.slice(from, to), english));
});

test("the real thread reads a document, with positions in code points", async () => {
  const extractor = extractorOver(new URL("../../src/worker/ingest-worker.ts", import.meta.url));
  const stages: string[] = [];
  const bytes = new TextEncoder().encode("# Pumps 🙂\n\nReplace the seal.\n");
  const extraction = await extractor.extract(inputOf("a.md", bytes), {
    ...watch,
    entered: (stage) => stages.push(stage),
  });
  expect(stages).toEqual(["extracting", "chunking"]);
  const { text, title, mimeType, pageCount, chunks } = extraction;
  expect({ text, title, mimeType, pageCount }).toEqual({
    text: "Pumps 🙂\n\nReplace the seal.",
    title: "Pumps 🙂",
    mimeType: "text/markdown",
    pageCount: null,
  });
  const last = chunks.at(-1);
  expect(text.slice(last?.from, last?.to)).toEndWith("Replace the seal.");
  expect([...text].slice(last?.start, last?.end).join("")).toEndWith("Replace the seal.");
  expect(last && last.to - last.end).toBe(1); // the emoji is two units of UTF-16
});

describe("the thread", () => {
  test("serves one document after another", async () => {
    const extractor = extractorOver(unruly);
    expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
    expect(await outcome(extractor, "b")).toBe("bytes, the 2. of this thread");
  });

  test("survives a refused document", async () => {
    const extractor = extractorOver(unruly);
    expect(await outcome(extractor, "refuse")).toBe("corrupt_file: The file is damaged.");
    expect(await outcome(extractor, "a")).toBe("bytes, the 2. of this thread");
  });

  test("is replaced when a document crashes or ends it, and the next document is read", async () => {
    const extractor = extractorOver(unruly);
    expect(await outcome(extractor, "break")).toEqual(new Error("a defect"));
    expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
    expect(await outcome(extractor, "throw")).toMatchObject({
      message: expect.stringMatching(/^the ingest thread (failed|ended)/),
    });
    expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
    expect(await outcome(extractor, "exit")).toEqual(new Error("the ingest thread ended"));
    expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
  });

  test("is stopped in the middle of a document that hangs", async () => {
    const extractor = extractorOver(unruly);
    const stopping = new AbortController();
    const hanging = outcome(extractor, "hang", stopping.signal);
    const other = outcome(extractor, "a");
    const canceled = outcome(extractor, "b", AbortSignal.abort("not wanted"));
    stopping.abort("enough");
    expect(await Promise.all([hanging, other, canceled])).toEqual([
      "enough",
      "bytes, the 1. of this thread",
      "not wanted",
    ]);
  });

  test("is stopped if a document takes too much memory", async () => {
    const extractor = extractorOver(unruly);
    const refusal = "too_large: Reading the document takes more memory than is allowed. Split it up.";
    expect(await outcome(extractor, "eat")).toBe(refusal);
    expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
  });

  test("is replaced after a document that made the process grow, so that the memory is returned", async () => {
    let resident = 0;
    const extractor = extractorOver(unruly, () => resident);
    const bytes = async () => {
      resident += 30_000_000;
      return new Uint8Array(1);
    };
    await extractor.extract({ ...inputOf("a"), bytes }, watch);
    expect(await outcome(extractor, "b")).toBe("bytes, the 1. of this thread");
    expect(await outcome(extractor, "c")).toBe("bytes, the 2. of this thread");
  });
});

test("a stage that cannot be recorded fails the document, not the process", async () => {
  const full = new Error("the disk is full");
  const entered = (stage: string) => {
    if (stage === "chunking") throw full;
  };
  const extractor = extractorOver(unruly);
  await expect(extractor.extract(inputOf("a"), { ...watch, entered })).rejects.toBe(full);
  expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
});

test("missing bytes fail only the document", async () => {
  const gone = new Error("no such file");
  const extractor = extractorOver(unruly);
  await expect(extractor.extract({ ...inputOf("a"), bytes: () => Promise.reject(gone) }, watch)).rejects.toBe(gone);
  expect(await outcome(extractor, "a")).toBe("bytes, the 1. of this thread");
});

test("if several documents make the process grow too much, the newest is postponed, and the last one fails", async () => {
  let resident = 0;
  const residentBytes = () => resident;
  const extractor = threadedExtractor({ entry: unruly, maxGrowth: 100_000_000, residentBytes });
  opened.push(extractor);
  const older = outcome(extractor, "hang");
  const newer = outcome(extractor, "hang");
  await new Promise<void>((go) => setImmediate(go));
  resident = 150_000_000;
  expect(await newer).toEqual(new ReadingPostponed());
  expect(await older).toBe("too_large: Reading the document takes more memory than is allowed. Split it up.");
});
