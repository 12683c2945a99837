/** Answers in another language than the question's, with vectors that are known. */
import { expect, test } from "bun:test";
import { createAnalyzers } from "../../src/analysis/analyzer.ts";
import { explainAnswer } from "../../src/answering/extractive/explanation.ts";
import { foreignAnswer } from "../../src/answering/foreign/foreign-answer.ts";
import { explainForeign } from "../../src/answering/foreign/foreign-explanation.ts";
import { byBestSentence, createForeignReading } from "../../src/answering/foreign/foreign-sentences.ts";
import { createSentenceVectors } from "../../src/answering/foreign/sentence-vectors.ts";
import type { Embedder } from "../../src/memory/ports.ts";
import { passagesOf } from "./passages.ts";

const never = new AbortController().signal;
const question = Float32Array.of(1, 0);

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
  const read = createForeignReading(createSentenceVectors(embedder(calls)));
  const found = passages(near);
  const sentences = await read({ question, turned: null, passages: found, language: "en" }, never);
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
      ],
    ],
  ]);
  expect(sentences?.elsewhere).toBeCloseTo(0.75, 6);
  const { sentences: chosen, confidence } = foreignAnswer(sentences!, found, 2);
  expect(chosen.map(({ passage, start, end }) => found[passage]!.text.slice(start, end))).toEqual([
    "Change the filter yearly.",
    "Clean the filter.",
  ]);
  expect(confidence).toBeGreaterThan(0.9);
  await read({ question, turned: null, passages: found, language: "en" }, never);
  expect(calls[1]).toEqual(["sentence"]);
});

test("nearness that is usual in this memory is no answer", async () => {
  const read = createForeignReading(createSentenceVectors(embedder()));
  const found = passages([0.79, 0.79, 0.79, 0.79, 0.79, 0.79]).map((passage) => ({ ...passage, text: "It is blue." }));
  const sentences = await read({ question, turned: null, passages: found, language: "en" }, never);
  expect(foreignAnswer(sentences!, found, null).confidence).toBeLessThan(0.1);
});

test("a question that shares its words with a passage is in the same language", async () => {
  const calls: string[][] = [];
  const read = createForeignReading(createSentenceVectors(embedder(calls)));
  expect(await read({ question, turned: null, passages: passages(near, 0.5), language: "en" }, never)).toBeNull();
  expect(calls).toEqual([]);
});

test("without vectors, words decide", async () => {
  const read = createForeignReading(createSentenceVectors(embedder([], true)));
  expect(await read({ question, turned: null, passages: passages(near), language: "en" }, never)).toBeNull();
  const aborted = AbortSignal.abort(new Error("gone"));
  await expect(read({ question, turned: null, passages: passages(near), language: "en" }, aborted)).rejects.toThrow(
    "gone",
  );
});

test("sentences of passages that are no longer there are left out", () => {
  const sentences = [{ chunkId: passages(near)[4]!.chunkId, start: 0, end: 5, nearness: 1.7, ofPassage: 0.85 }];
  expect(foreignAnswer({ sentences, elsewhere: null }, passages(near).slice(0, 2), null)).toEqual({
    sentences: [],
    confidence: 0,
  });
});

test("a sentence has the greater similarity of the question and of the turned question", async () => {
  const read = createForeignReading(createSentenceVectors(embedder()));
  const found = passages(near);
  const turned = { from: "de", vector: Float32Array.of(0.5, 0), offset: 0.6 };
  const nearnessWith = async (asked: typeof turned | null) =>
    (await read({ question, turned: asked, passages: found, language: "en" }, never))?.sentences[0]?.nearness;
  expect(await nearnessWith(null)).toBeCloseTo(0.85 + 0.9, 5);
  expect(await nearnessWith(turned)).toBeCloseTo(0.85 + 0.5 * 0.9 + 0.6, 5);
  expect(await nearnessWith({ ...turned, offset: 0 })).toBeCloseTo(0.85 + 0.9, 5);
});

test("compared passages are ordered by their best sentences, and every place keeps its rank and score", () => {
  const found = passages(near).map((passage, i) => ({ ...passage, score: 0.9 - i / 10 }));
  const sentenceOf = (i: number) => ({ chunkId: found[i]!.chunkId, start: 0, end: 5, nearness: 1.7, ofPassage: 0.85 });
  const gone = { ...sentenceOf(0), chunkId: "gone" as (typeof found)[number]["chunkId"] };
  const ordered = byBestSentence(found, {
    sentences: [sentenceOf(3), gone, sentenceOf(0), sentenceOf(3), sentenceOf(1)],
  });
  expect(ordered.map(({ chunkId }) => found.findIndex((one) => one.chunkId === chunkId))).toEqual([3, 0, 2, 1, 4, 5]);
  expect(ordered.map(({ rank, score }) => [rank, score])).toEqual(found.map(({ rank, score }) => [rank, score]));
});

test("an explanation says what the vectors gave each sentence, and what the confidence is made of", async () => {
  const found = passages(near);
  const sentences = (await createForeignReading(createSentenceVectors(embedder()))(
    { question, turned: null, passages: found, language: "en" },
    never,
  ))!;
  const analyzer = createAnalyzers()("en");
  const byWords = explainAnswer({
    question: "Wann?",
    passages: found,
    terms: [],
    passageCount: 6,
    expansion: null,
    analyzer,
  });
  const explained = explainForeign(byWords, sentences, found, null);
  expect(explained.sentences.map(({ verdict }) => verdict)).toEqual([
    "best",
    "taken",
    "taken",
    "enough",
    "enough",
    "enough",
    "enough",
  ]);
  const [best] = explained.sentences;
  expect([best?.text, best?.passage.chunkId]).toEqual(["Change the filter yearly.", found[0]!.chunkId]);
  expect(best?.contributions.map(([name, amount]) => [name, amount.toFixed(2)])).toEqual([
    ["similarity of the sentence", "0.90"],
    ["similarity of its passage", "0.85"],
  ]);
  const logit = explained.confidence.reduce((sum, [, amount]) => sum + amount, 0);
  expect(1 / (1 + Math.exp(-logit))).toBeCloseTo(explained.answer.confidence, 10);
  expect(best?.likelihood).toBeCloseTo(explained.answer.confidence, 10);
});
