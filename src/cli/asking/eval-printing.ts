import type { Explanation } from "../../answering/choice/extractive.ts";
import { textTable } from "../terminal/text-table.ts";
import type { AnswerMeasures } from "./answer-measures.ts";
import type { EvalReport } from "./eval-run.ts";

export function reportText({ kinds, calibration, ...measures }: EvalReport): string {
  const known = Object.entries(measures).flatMap(([name, value]) =>
    value === null ? [] : [[name, Number.isInteger(value) ? String(value) : share(Number(value))]],
  );
  const parts = [textTable(known), kindsTable(kinds), calibrationTable(calibration)];
  return parts.flatMap((rows, i) => (i > 0 && rows.length > 0 ? ["", ...rows] : rows)).join("\n");
}

function kindsTable(kinds: AnswerMeasures["kinds"]): readonly string[] {
  if (kinds.length === 0) return [];
  const head = ["kind", "questions", "right", "refused", "wrong", "words"];
  const rows = kinds.map(({ kind, questions, right, refused, wrong, words }) => [
    kind,
    String(questions),
    ...[right, refused, wrong].map(share),
    words === null ? "–" : words.toFixed(1),
  ]);
  return textTable([head, ...rows]);
}

function calibrationTable({ error, bins }: AnswerMeasures["calibration"]): readonly string[] {
  if (error === null) return [];
  const rows = bins.map(({ from, answers, confidence, right }) => [
    `${from.toFixed(1)}–${(from + 0.1).toFixed(1)}`,
    String(answers),
    ...[confidence, right].map(share),
  ]);
  const table = textTable([["confidence", "answers", "mean", "right"], ...rows]);
  return [...table, `calibration error of the answers given: ${share(error)}`];
}

const share = (value: number) => value.toFixed(4);

const mostSentences = 12;
const mostParts = 6;

export function explanationText({ kind, breadth, terms, answer, confidence, sentences }: Explanation): string {
  const head = [
    `question      ${kind}, ${breadth}`,
    `terms         ${terms.map(([term, weight]) => `${term} ${weight.toFixed(1)}`).join(", ")}`,
    `confidence    ${answer.confidence.toFixed(3)} = ${partsText(confidence)}`,
  ];
  const shown = sentences
    .slice(0, mostSentences)
    .flatMap((sentence, i) => [
      "",
      `${i + 1}. ${sentence.verdict}: likelihood ${sentence.likelihood.toFixed(3)}, needed ${sentence.needed.toFixed(3)}`,
      `   ${sentence.passage.title}${sentence.passage.section === "" ? "" : ` > ${sentence.passage.section}`}, passage ${sentence.passage.rank}, score ${sentence.passage.score.toFixed(3)}`,
      `   ${sentence.text.replace(/\s+/g, " ")}`,
      `   ${partsText(sentence.contributions.slice(0, mostParts))}`,
    ]);
  return [...head, ...shown].join("\n");
}

const partsText = (parts: Explanation["confidence"]) =>
  parts.map(([name, amount]) => `${name} ${amount < 0 ? "−" : "+"}${Math.abs(amount).toFixed(2)}`).join(", ");
