/**
 * A collection to measure with, as a folder: `docs.jsonl` (`id`, `title`, `text`), `queries.jsonl` (`id`, `question`,
 * and where known `answers`, a list of accepted texts, and `answerable`), and `qrels.tsv` (query id, document id,
 * relevance).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../command.ts";
import type { Judgements } from "./ranking-metrics.ts";

export interface EvalDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface EvalQuestion {
  readonly id: string;
  readonly question: string;
  /** Accepted answers; empty when none is known. */
  readonly answers: readonly string[];
  /** Null when the collection does not say. */
  readonly answerable: boolean | null;
  readonly judged: Judgements;
}

export interface EvalSet {
  readonly documents: readonly EvalDocument[];
  readonly questions: readonly EvalQuestion[];
}

/** @throws UsageError that names the file and line at fault. */
export function readEvalSet(folder: string): EvalSet {
  const judgements = readJudgements(join(folder, "qrels.tsv"));
  const documents = readLines(join(folder, "docs.jsonl")).map(({ value, where }) => ({
    id: textOf(value.id, `${where}: "id"`),
    title: optionalText(value.title),
    text: optionalText(value.text),
  }));
  const questions = readLines(join(folder, "queries.jsonl")).map(({ value, where }) => {
    const id = textOf(value.id, `${where}: "id"`);
    return {
      id,
      question: textOf(value.question, `${where}: "question"`),
      answers: Array.isArray(value.answers) ? value.answers.filter((each) => typeof each === "string") : [],
      answerable: typeof value.answerable === "boolean" ? value.answerable : null,
      judged: judgements.get(id) ?? new Map<string, number>(),
    };
  });
  return { documents, questions };
}

interface Line {
  readonly value: Readonly<Record<string, unknown>>;
  readonly where: string;
}

function readLines(path: string): Line[] {
  const lines = readFile(path).split("\n");
  return lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [{ value: parseObject(line, `${path}:${i + 1}`), where: `${path}:${i + 1}` }],
  );
}

function parseObject(line: string, where: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below, with the place.
  }
  throw new UsageError(`${where}: not a JSON object.`);
}

function readJudgements(path: string): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  for (const [i, line] of readFile(path).split("\n").entries()) {
    if (line.trim() === "") continue;
    const [query, document, relevance = "1"] = line.split("\t");
    const gain = Number(relevance);
    if (query === undefined || document === undefined || Number.isNaN(gain)) {
      throw new UsageError(`${path}:${i + 1}: not "query id, tab, document id, tab, relevance".`);
    }
    const judged = all.get(query) ?? new Map<string, number>();
    all.set(query, judged.set(document, gain));
  }
  return all;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

function textOf(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  if (typeof value === "number") return String(value);
  throw new UsageError(`${what} is missing.`);
}

function optionalText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
