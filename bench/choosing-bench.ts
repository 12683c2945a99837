/**
 * What choosing an answer's sentences costs, from the texts of the passages and from their stored readings: processor
 * time of one thread, eight passages of 120 English words a question. `bun bench/choosing-bench.ts --questions 2000`
 */

import { parseArgs } from "node:util";
import type { RetrievedPassage } from "../src/answering/answer.ts";
import { extractAnswer } from "../src/answering/choice/extractive.ts";
import type { ChunkId, SourceId } from "../src/kernel/ids.ts";
import { readPassage } from "../src/language/structure/passage-reading.ts";
import { readingBytes, readingFrom } from "../src/language/structure/reading-bytes.ts";
import { createAnalyzers } from "../src/language/words/analyzer.ts";
import { passages as makePassages, questions as makeQuestions } from "./corpus.ts";

const { values } = parseArgs({ options: { questions: { type: "string", default: "2000" } } });
const count = Number(values.questions);
const passagesAQuestion = 8;
const rounds = 5;

const analyzer = createAnalyzers()("en");
const made = [...makePassages(count * passagesAQuestion)];
const readings = made.map(({ text }) => readingBytes(text, analyzer));
const asked = makeQuestions(count).map((question, i) => {
  const content = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  const terms = [...content].map((term) => ({ term, documentFrequency: 100, idf: 5 }));
  return { question, terms, first: i * passagesAQuestion };
});

function passageAt(at: number, rank: number, isStored: boolean): RetrievedPassage {
  const { title, text } = made[at]!;
  return {
    rank,
    chunkId: `chk_${at}` as ChunkId,
    sourceId: `src_${at}` as SourceId,
    sourceVersion: 1,
    externalId: null,
    title,
    url: null,
    text,
    start: 0,
    end: text.length,
    page: null,
    section: "",
    score: 1 / (rank + 1),
    scores: { keyword: 1 / (rank + 1), sense: null, vector: null },
    metadata: {},
    reading: isStored ? readings[at]! : null,
    outline: [],
    lead: null,
  };
}

function answerAll(isStored: boolean): void {
  for (const { question, terms, first } of asked) {
    const passages = Array.from({ length: passagesAQuestion }, (_, i) => passageAt(first + i, i + 1, isStored));
    extractAnswer({ question, passages, terms, expansion: null, analyzer });
  }
}

/** Milliseconds of processor time, best of some rounds after a warm-up round. */
function processorMs(work: () => void): number {
  work();
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const bytes = made.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
const stored = readings.reduce((sum, reading) => sum + reading.length, 0);
const reading = processorMs(() => {
  for (const { text } of made) readPassage(text, analyzer);
});
const decoding = processorMs(() => {
  for (const [i, { text }] of made.entries()) readingFrom(readings[i]!, text, analyzer);
});
const fromTexts = processorMs(() => answerAll(false)) / count;
const fromReadings = processorMs(() => answerAll(true)) / count;

console.log(
  `${count} questions, ${made.length} passages; a stored reading takes ${(stored / bytes).toFixed(2)} of its text`,
);
console.log(
  `a passage: read ${((reading / made.length) * 1000).toFixed(1)} µs, from bytes ${((decoding / made.length) * 1000).toFixed(1)} µs`,
);
console.log(`an answer: from texts ${fromTexts.toFixed(2)} ms, from stored readings ${fromReadings.toFixed(2)} ms`);
