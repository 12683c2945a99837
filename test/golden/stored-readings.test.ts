/**
 * Answers from stored readings equal answers from the texts, for about a hundred questions about the handbook and about
 * short texts in other scripts.
 */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RetrievedPassage } from "../../src/answering/answer.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { readingBytes, readingFrom } from "../../src/language/structure/reading-bytes.ts";
import type { Analyzer } from "../../src/language/words/analysis.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { passagesOf } from "../answering/passages.ts";

const analyzers = createAnalyzers();
const handbook = join(import.meta.dir, "../../docs/handbook");

/** Joins paragraphs to about the length of a passage. */
function passageTexts(text: string): string[] {
  const texts: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    const last = texts.at(-1);
    if (last !== undefined && last.length < 500) texts[texts.length - 1] = `${last}\n\n${paragraph}`;
    else texts.push(paragraph);
  }
  return texts;
}

const contentOf = (text: string, analyzer: Analyzer) =>
  new Set(analyzer.analyze(text).flatMap(({ term, stop }) => (stop ? [] : [term])));

/** Returns the texts that share most words with a question, best first. */
function searchOver(texts: readonly string[], analyzer: Analyzer): (question: string) => readonly string[] {
  const read = texts.map((text) => ({ text, content: contentOf(text, analyzer) }));
  return (question) => bestOf(read, contentOf(question, analyzer));
}

function bestOf(read: readonly { text: string; content: ReadonlySet<string> }[], wanted: ReadonlySet<string>) {
  return read
    .map(({ text, content }) => ({ text, shared: wanted.intersection(content).size }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, 6)
    .map(({ text }) => text);
}

function answers(question: string, passages: readonly RetrievedPassage[], analyzer: Analyzer) {
  const terms = [...contentOf(question, analyzer)].map((term, i) => ({ term, documentFrequency: 1, idf: 1 + (i % 3) }));
  const expansion = terms.slice(0, 2).map(({ term }) => ({ term, weight: 0.7 }));
  const { sentences, confidence } = extractAnswer({
    question,
    passages,
    terms,
    expansion,
    analyzer,
  });
  return { sentences, confidence };
}

/** The number of answers, and of the readings behind them. */
function compare(texts: readonly string[], questions: readonly string[], language: string) {
  const analyzer = analyzers(language);
  const search = searchOver(texts, analyzer);
  let [chosen, read] = [0, 0];
  for (const question of questions) {
    const plain = passagesOf(...search(question));
    const stored = plain.map((passage) => ({
      ...passage,
      reading: readingBytes(passage.text, analyzer, passage.outline),
    }));
    read += stored.filter(({ reading, text }) => readingFrom(reading, text, analyzer) !== null).length;
    const answer = answers(question, plain, analyzer);
    expect(answers(question, stored, analyzer)).toEqual(answer);
    chosen += answer.sentences.length;
  }
  return { chosen, read };
}

test("about the handbook's expert", () => {
  const texts = readdirSync(handbook).flatMap((name) => passageTexts(readFileSync(join(handbook, name), "utf8")));
  const forms = ["What is said about", "How do I deal with", "When is there", "Who needs", "How many are there of"];
  const questions = texts.slice(0, 60).flatMap((text, i) => {
    const words = text.match(/\p{L}{4,}/gu) ?? [];
    return forms.map((form, at) => `${form} ${words.slice(at * 4 + (i % 3), at * 4 + 5).join(" ")}?`);
  });
  expect(questions.length).toBeGreaterThan(200);
  const { chosen, read } = compare(texts, questions, "en");
  expect(chosen).toBeGreaterThan(questions.length);
  expect(read).toBeGreaterThan(5 * questions.length);
});

test.each([
  [
    "de",
    [
      "Die Straßenbahn fährt über die Brücke nach Süden. Sie fährt alle zehn Minuten.",
      "Der Filter wird monatlich gewaschen.",
    ],
    "Wann fährt die Straßenbahn?",
  ],
  [
    "tr",
    ["İstanbul'da köprü 1973'te açıldı. Köprü her gün açıktır. Köprünün uzunluğu bin metredir."],
    "Köprü ne zaman açıldı?",
  ],
  ["ru", ["Ёлка стоит в комнате. Дети поют песни о ёлке, потому что наступает праздник."], "Где стоит ёлка?"],
  ["ar", ["الكتابُ على الطاولة. الكتاب مفتوح أمام الطالب في المكتبة."], "أين الكتاب؟"],
  ["zh", ["每个月清洗一次过滤器。水泵在地下室。"], "水泵在哪里？"],
])("in %s", (language, texts, question) => {
  expect(compare(texts, [question], language).chosen).toBeGreaterThan(0);
});
