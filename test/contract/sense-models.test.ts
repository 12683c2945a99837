/** The contracts of the built-in model and of the thread that encodes passages with it. */
import { afterEach, describe, expect, test } from "bun:test";
import type { SenseEncoder, SenseModel } from "../../src/memory/sense.ts";
import { openSenseModel } from "../../src/models/sense-model.ts";
import { threadedSense } from "../../src/worker/threaded-sense.ts";
import { fakeSenseEncoder, fakeSenseModel } from "../support/fakes/fake-sense.ts";

const models: readonly (readonly [string, () => SenseModel])[] = [
  ["the built-in model", openSenseModel],
  ["the fake", fakeSenseModel],
];

describe.each(models)("SenseModel: %s", (_name, open) => {
  test("a question has ascending entries with weights above 0, the same each time", () => {
    const model = open();
    const { terms, weights } = model.encodeQuestion("How often do I replace the filter?");
    expect(terms.length).toBeGreaterThan(0);
    expect([...terms]).toEqual([...new Set(terms)].sort((a, b) => a - b));
    expect([weights.length, Math.min(...weights) > 0]).toEqual([terms.length, true]);
    expect(model.encodeQuestion("How often do I replace the filter?")).toEqual({ terms, weights });
    expect([...terms].every((term) => model.entry(term) !== "")).toBe(true);
  });

  test("an empty question has no entries", () => {
    expect(open().encodeQuestion("").terms.length).toBe(0);
  });

  test("it supports English, in any region, and not German", () => {
    const model = open();
    expect(["en", "en-GB", "de"].map((tag) => model.speaks(tag))).toEqual([true, true, false]);
  });
});

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

function threadEncoder(): SenseEncoder {
  const entry = new URL("../../src/worker/sense-worker.ts", import.meta.url);
  const encoder = threadedSense({ entry, model: openSenseModel().name });
  toClose.push(() => encoder.close());
  return encoder;
}

const encoders: readonly (readonly [string, () => SenseEncoder])[] = [
  ["the thread", threadEncoder],
  ["the fake", fakeSenseEncoder],
];

describe.each(encoders)("SenseEncoder: %s", (_name, open) => {
  const never = new AbortController().signal;

  test("gives one vector for each text, in order: ascending entries, weights from 1 to 255", async () => {
    const encoder = open();
    const texts = ["Replace the seal once a year.", "The warranty covers two years."].map((text) => ({
      title: "",
      text,
    }));
    const vectors = await encoder.encode(texts, never);
    expect(vectors).toHaveLength(2);
    for (const { terms, weights } of vectors) {
      expect([...terms]).toEqual([...new Set(terms)].sort((a, b) => a - b));
      expect([weights.length, weights.every((weight) => weight >= 1)]).toEqual([terms.length, true]);
    }
    expect(await encoder.encode([texts[1]!], never)).toEqual([vectors[1]!]);
  });

  test("has the name of its model, and a batch size of at least one", () => {
    const encoder = open();
    expect([encoder.model !== "", encoder.batch >= 1]).toEqual([true, true]);
  });

  test("rejects with the reason of the signal", async () => {
    const left = AbortSignal.abort(new Error("the service stops"));
    await expect(open().encode([{ title: "", text: "seal" }], left)).rejects.toThrow("the service stops");
  });
});
