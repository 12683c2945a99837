/**
 * Rewrites questions as people type them into a search box. Reads and writes lines of JSON with `question`:
 * `bun bench/telegraphic-questions.ts queries.jsonl > telegraphic.jsonl`
 */
import { createAnalyzers } from "../src/language/words/analyzer.ts";

const path = process.argv[2]!;
const analyzer = createAnalyzers()("en");
const questionWords = new Set("what which who whom whose when where why how many much".split(" "));

/** Its words without question words, function words and punctuation, in lower case. */
function telegraphic(question: string): string {
  const words = question
    .replaceAll(/[?.,"]/g, "")
    .toLowerCase()
    .split(/\s+/);
  const telling = words.filter((word) => !questionWords.has(word) && analyzer.analyze(word).some(({ stop }) => !stop));
  return telling.join(" ");
}

for (const line of (await Bun.file(path).text()).split("\n").filter(Boolean)) {
  const query = JSON.parse(line) as { question: string };
  console.log(JSON.stringify({ ...query, question: telegraphic(query.question) }));
}
