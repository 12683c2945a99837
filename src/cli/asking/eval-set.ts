/** Documents: `docs.jsonl` or files. Questions: docs/handbook/command-line.md. `qrels.tsv`: query, document, relevance. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isFields, jsonIn } from "../../kernel/json.ts";
import { textBytes } from "../../language/text/code-points.ts";
import { UsageError } from "../command.ts";
import type { Judgements } from "./ranking-metrics.ts";

export interface EvalDocument {
  readonly id: string;
  readonly title: string;
  /** Null: plain text. */
  readonly filename: string | null;
  readonly isEmpty: boolean;
  readonly read: () => AsyncIterable<Uint8Array>;
}

export type EvalQuestion = ReturnType<typeof readQuestion>;
export type EvalSet = ReturnType<typeof readEvalSet>;

/** @param questionsFile null: `queries.jsonl` and `qrels.tsv` @throws UsageError naming file and line */
export function readEvalSet(folder: string, questionsFile: string | null) {
  const judgements = questionsFile === null ? readJudgements(join(folder, "qrels.tsv")) : new Map<string, Judgements>();
  const lines = readLines(questionsFile ?? join(folder, "queries.jsonl"));
  const documents = readDocuments(folder, questionsFile !== null);
  return { documents, questions: lines.map((line) => readQuestion(line, judgements)) };
}

export function readDocuments(folder: string, mayBeFiles: boolean): readonly EvalDocument[] {
  const list = join(folder, "docs.jsonl");
  if (mayBeFiles && !existsSync(list)) return filesIn(folder);
  return readLines(list).map(({ value, where }) => {
    const text = optionalText(value.text);
    return {
      id: textOf(value.id, `${where}: "id"`),
      title: optionalText(value.title),
      filename: null,
      isEmpty: text.trim() === "",
      read: () => textBytes(text),
    };
  });
}

/** Named by file; without hidden files and folders. */
function filesIn(folder: string): readonly EvalDocument[] {
  const entries = namesIn(folder).filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  const names = entries.map(({ name }) => name).toSorted();
  if (names.length === 0) throw new UsageError(`${folder} has neither docs.jsonl nor files to read.`);
  return names.map((name) => ({
    id: name,
    title: "",
    filename: name,
    isEmpty: false,
    read: () => Bun.file(join(folder, name)).stream(),
  }));
}

function namesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    throw new UsageError(`${folder} cannot be read.`);
  }
}

function readQuestion({ value, where }: Line, judgements: ReadonlyMap<string, Judgements>) {
  const id = textOf(value.id, `${where}: "id"`);
  const wants = Array.isArray(value.wants) ? value.wants.map((want) => wantOf(want, where)) : [];
  return {
    id,
    question: textOf(value.question, `${where}: "question"`),
    kind: typeof value.kind === "string" ? value.kind : null,
    answers: textsIn(value.answers),
    wants,
    answerable: typeof value.answerable === "boolean" ? value.answerable : null,
    judged: judgements.get(id) ?? new Map(wants.map(({ document }) => [document, 1])),
  };
}

function wantOf(want: unknown, where: string) {
  const fields: Readonly<Record<string, unknown>> = typeof want === "object" && want !== null ? { ...want } : {};
  const words = textsIn(fields.words);
  if (words.length === 0) throw new UsageError(`${where}: a want has no "words".`);
  return { document: textOf(fields.document, `${where}: "document" of a want`), words };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
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
  const value = jsonIn(line);
  if (isFields(value)) return value;
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
    all.getOrInsertComputed(query, () => new Map()).set(document, gain);
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
