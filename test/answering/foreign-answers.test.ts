/** Answers in another language than the question's, with vectors that are known. */
import { expect, test } from "bun:test";
import { explainAnswer } from "../../src/answering/choice/extractive.ts";
import { explainForeign } from "../../src/answering/choice/extractive-reply.ts";
import {
  byBestSentence,
  createForeignReading,
  createSentenceVectors,
  foreignAnswer,
} from "../../src/answering/foreign/foreign-sentences.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { Embedder } from "../../src/memory/embedder-ports.ts";
import { passagesOf } from "./passages.ts";

const never = new AbortController().signal;
const ignored = () => undefined;
const asked = { text: "Wann?", question: Float32Array.of(1, 0), turned: null, language: "en" };

/** A vector with that cosine to the question. */
const withCosine = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));

/** Sentences about filters are near to the question. */
function embedder(calls: string[][] = [], isDown = false): Embedder {
  return {
    model: "pack",
    recipe: "pack-1",
    dimensions: 2,
    batch: 8,
    embed: async (texts, use) => {
      calls.push([use, ...texts]);
      if (isDown) throw new Error("the thread ended");
      return { vectors: texts.map((text) => withCosine(text.includes("filter") ? 0.9 : 0.75)), tokens: texts.length };
    },
  };
}

function passages(cosines: readonly number[], keyword = 0.1) {
  const texts = ["It is blue. Change the filter yearly. It hums.", "Oil the pump. Clean the filter."];
  return passagesOf(...cosines.map((_, i) => texts[i] ?? `Other things ${i}.`)).map((passage, i) => ({
    ...passage,
    scores: { keyword, sense: null, vector: (1 + cosines[i]!) / 2 },
  }));
}

const near = [0.85, 0.84, 0.8, 0.76, 0.75, 0.75];

test("the sentences of the nearest passages are compared with the question, and the nearest ones answer", async () => {
  const calls: string[][] = [];
  const read = createForeignReading(createSentenceVectors(embedder(calls), ignored));
  const found = passages(near);
  const sentences = await read({ ...asked, passages: found }, never);
  expect(calls).toEqual([
    [
      "sentence",
      ...[
        "It is blue.",
        "Change the filter yearly.",
        "It hums.",
        "Oil the pump.",
        "Clean the filter.",
        "Other things 2.",
        "Other things 3.",
        "Other things 4.",
      ],
    ],
    ["sentence", "Other things 5."],
  ]);
  // Of nine sentences, two at 0.9 and seven at 0.75, with their passages': the fifth.
  expect(sentences?.usual).toBeCloseTo(0.84 + 0.75, 6);
  const { sentences: chosen, confidence } = foreignAnswer(sentences!, found, 2);
  expect(chosen.map(({ passage, start, end }) => found[passage]!.text.slice(start, end))).toEqual([
    "Change the filter yearly.",
    "Clean the filter.",
  ]);
  expect(confidence).toBeGreaterThan(0.9);
  await read({ ...asked, passages: found }, never);
  expect(calls).toHaveLength(2);
});

test("nearness that is usual in this memory is no answer", async () => {
  const read = createForeignReading(createSentenceVectors(embedder(), ignored));
  const found = passages([0.79, 0.79, 0.79, 0.79, 0.79, 0.79]).map((passage) => ({ ...passage, text: "It is blue." }));
  const sentences = await read({ ...asked, passages: found }, never);
  expect(foreignAnswer(sentences!, found, null).confidence).toBeLessThan(0.1);
});

test("a question that shares its words with a passage is in the same language", async () => {
  const calls: string[][] = [];
  const read = createForeignReading(createSentenceVectors(embedder(calls), ignored));
  expect(await read({ ...asked, passages: passages(near, 0.5) }, never)).toBeNull();
  expect(calls).toEqual([]);
});

test("a question whose vector is that of another language may share names with a passage", async () => {
  const read = createForeignReading(createSentenceVectors(embedder(), ignored));
  const turned = { from: "de", vector: Float32Array.of(1, 0), offset: 0 };
  expect(await read({ ...asked, turned, passages: passages(near, 0.5) }, never)).not.toBeNull();
  expect(await read({ ...asked, turned, passages: passages(near, 0.7) }, never)).toBeNull();
});

test("without vectors, words decide, and whoever asked is told", async () => {
  const read = createForeignReading(createSentenceVectors(embedder([], true), ignored));
  let late = 0;
  const onLate = () => {
    late += 1;
  };
  expect(await read({ ...asked, passages: passages(near), onLate }, never)).toBeNull();
  expect(late).toBe(1);
  const aborted = AbortSignal.abort(new Error("gone"));
  await expect(read({ ...asked, passages: passages(near) }, aborted)).rejects.toThrow("gone");
});

test("a name that the question spells in another script orders passages that are equally near", async () => {
  const read = createForeignReading(createSentenceVectors(embedder(), ignored));
  const texts = [
    "Beyoncé sang. It was loud.",
    "Peyton Manning threw. It was far.",
    "Eli Manning watched. It was late.",
  ];
  const found = passagesOf(...texts).map((passage) => ({
    ...passage,
    scores: { keyword: null, sense: null, vector: 0.9 },
  }));
  const text = "متى رمى بايتون مانينغ الكرة؟";
  const { sentences } = (await read({ ...asked, text, passages: found }, never))!;
  const order = byBestSentence(found, { sentences }).map((passage) => passage.text.split(" ")[0]);
  expect(order).toEqual(["Peyton", "Eli", "Beyoncé"]);
  const [first, second] = sentences;
  expect(first!.ofNames).toBeGreaterThan(0.02);
  expect(second!.nearness).toBeCloseTo(first!.nearness, 10);
  expect(first!.nearness - first!.ofNames).toBeCloseTo(0.8 + 0.75, 5);
});

test("sentences that were compared before the model was too slow are not embedded again", async () => {
  const calls: string[][] = [];
  const able = embedder(calls);
  const slow: Embedder = {
    ...able,
    embed: async (texts, use, signal) => {
      if (calls.length === 1) calls.push(["too slow"]);
      if (calls.length === 2) throw new Error("too slow");
      return able.embed(texts, use, signal);
    },
  };
  const vectorsOf = createSentenceVectors(slow, ignored);
  const texts = Array.from({ length: 10 }, (_, i) => `Sentence ${i}.`);
  expect(await vectorsOf(texts, never)).toBeNull();
  calls.push(["able again"]);
  expect(await vectorsOf(texts, never)).toHaveLength(10);
  expect(calls).toEqual([
    ["sentence", ...texts.slice(0, 8)],
    ["too slow"],
    ["able again"],
    ["sentence", ...texts.slice(8)],
  ]);
});

test("sentences of passages that are no longer there are left out", () => {
  const measured = { start: 0, end: 5, nearness: 1.7, ofPassage: 0.85, ofNames: 0 };
  const sentences = [{ chunkId: passages(near)[4]!.chunkId, ...measured }];
  expect(foreignAnswer({ sentences, usual: null }, passages(near).slice(0, 2), null)).toMatchObject({
    sentences: [],
    confidence: 0,
  });
});

test("a sentence has the greater similarity of the question and of the turned question", async () => {
  const read = createForeignReading(createSentenceVectors(embedder(), ignored));
  const found = passages(near);
  const turned = { from: "de", vector: Float32Array.of(0.5, 0), offset: 0.6 };
  const nearnessWith = async (moved: typeof turned | null) =>
    (await read({ ...asked, turned: moved, passages: found }, never))?.sentences[0]?.nearness;
  expect(await nearnessWith(null)).toBeCloseTo(0.85 + 0.9, 5);
  expect(await nearnessWith(turned)).toBeCloseTo(0.85 + 0.5 * 0.9 + 0.6, 5);
  expect(await nearnessWith({ ...turned, offset: 0 })).toBeCloseTo(0.85 + 0.9, 5);
});

test("compared passages are ordered by their best sentences, and every place keeps its rank and score", () => {
  const found = passages(near).map((passage, i) => ({ ...passage, score: 0.9 - i / 10 }));
  const measured = { start: 0, end: 5, nearness: 1.7, ofPassage: 0.85, ofNames: 0 };
  const sentenceOf = (i: number) => ({ chunkId: found[i]!.chunkId, ...measured });
  const gone = { ...sentenceOf(0), chunkId: "gone" as (typeof found)[number]["chunkId"] };
  const ordered = byBestSentence(found, {
    sentences: [sentenceOf(3), gone, sentenceOf(0), sentenceOf(3), sentenceOf(1)],
  });
  expect(ordered.map(({ chunkId }) => found.findIndex((one) => one.chunkId === chunkId))).toEqual([3, 0, 2, 1, 4, 5]);
  expect(ordered.map(({ rank, score }) => [rank, score])).toEqual(found.map(({ rank, score }) => [rank, score]));
});

test("an explanation says what the vectors gave each sentence, and what the confidence is made of", async () => {
  const found = passages(near);
  const sentences = (await createForeignReading(createSentenceVectors(embedder(), ignored))(
    { ...asked, passages: found },
    never,
  ))!;
  const analyzer = createAnalyzers()("en");
  const byWords = explainAnswer({
    question: asked.text,
    passages: found,
    terms: [],
    expansion: null,
    analyzer,
  });
  const explained = explainForeign(byWords, sentences, found, null);
  expect(explained.sentences.map(({ verdict }) => verdict)).toEqual([
    "best",
    "taken",
    "taken",
    ...Array.from({ length: 6 }, () => "enough" as const),
  ]);
  const [best] = explained.sentences;
  expect([best?.text, best?.passage.chunkId]).toEqual(["Change the filter yearly.", found[0]!.chunkId]);
  expect(best?.contributions.map(([name, amount]) => [name, amount.toFixed(2)])).toEqual([
    ["similarity of the sentence", "0.90"],
    ["similarity of its passage", "0.85"],
    ["names and numbers that its passage shares", "0.00"],
  ]);
  const logit = explained.confidence.reduce((sum, [, amount]) => sum + amount, 0);
  expect(1 / (1 + Math.exp(-logit))).toBeCloseTo(explained.answer.confidence, 10);
  expect(best?.likelihood).toBeCloseTo(explained.answer.confidence, 10);
});
