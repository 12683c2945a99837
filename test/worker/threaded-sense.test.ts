import { afterEach, describe, expect, test } from "bun:test";
import { openSenseModel } from "../../src/models/sense-model.ts";
import { type ThreadedSense, threadedSense } from "../../src/worker/threaded-sense.ts";

const unruly = new URL("../support/processes/unruly-sense-worker.ts", import.meta.url);
const opened: ThreadedSense[] = [];
afterEach(() => {
  for (const encoder of opened.splice(0)) encoder.close();
});

function encoderOver(entry: URL): ThreadedSense {
  const encoder = threadedSense({ entry, model: "model/1" });
  opened.push(encoder);
  return encoder;
}

const never = new AbortController().signal;

/** The number of served batches, or the error. */
async function outcome(encoder: ThreadedSense, title: string, signal = never): Promise<unknown> {
  try {
    const [vector] = await encoder.encode([{ title, text: "text" }], signal);
    return vector?.weights[0];
  } catch (error) {
    return error;
  }
}

test("the real thread encodes as the model does", async () => {
  const encoder = encoderOver(new URL("../../src/worker/sense-worker.ts", import.meta.url));
  const texts = [
    { title: "Pumps", text: "Replace the seal once a year." },
    { title: "", text: "The warranty covers two years." },
    { title: "", text: "" },
  ];
  expect(await encoder.encode(texts, never)).toEqual(texts.map(openSenseModel().encodePassage));
  expect(encoder.model).toBe("model/1");
});

describe("the thread", () => {
  test("serves one batch after another", async () => {
    const encoder = encoderOver(unruly);
    expect(await Promise.all([outcome(encoder, "a"), outcome(encoder, "b")])).toEqual([1, 2]);
    expect(await encoder.encode([], never)).toEqual([]);
    const texts = ["a", "bcd"].map((text) => ({ title: "", text }));
    expect(await encoder.encode(texts, never)).toEqual([
      { terms: Uint16Array.of(1), weights: Uint8Array.of(3) },
      { terms: Uint16Array.of(3), weights: Uint8Array.of(3) },
    ]);
  });

  test("is replaced when it crashes, fails or ends", async () => {
    const encoder = encoderOver(unruly);
    expect(await outcome(encoder, "break")).toEqual(new Error("a defect"));
    expect(await outcome(encoder, "a")).toBe(1);
    expect(await outcome(encoder, "throw")).toMatchObject({
      message: expect.stringMatching(/^the sense thread (failed|ended)/),
    });
    expect(await outcome(encoder, "a")).toBe(1);
    expect(await outcome(encoder, "exit")).toEqual(new Error("the sense thread ended"));
    expect(await outcome(encoder, "a")).toBe(1);
  });

  test("is stopped in the middle, and waiting batches are served", async () => {
    const encoder = encoderOver(unruly);
    const stopping = new AbortController();
    const hanging = outcome(encoder, "hang", stopping.signal);
    const waiting = outcome(encoder, "a");
    const canceled = outcome(encoder, "b", AbortSignal.abort("not wanted"));
    stopping.abort("enough");
    expect(await Promise.all([hanging, waiting, canceled])).toEqual(["enough", 1, "not wanted"]);
  });

  test("ends when closed, which fails its current batch", async () => {
    const encoder = encoderOver(unruly);
    expect(await outcome(encoder, "a")).toBe(1);
    const hanging = outcome(encoder, "hang");
    setImmediate(encoder.close);
    expect(await hanging).toEqual(new Error("the sense thread ended"));
    expect(await outcome(encoder, "a")).toBe(1);
  });
});
