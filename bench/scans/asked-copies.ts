/** Asks the same questions of files as they were made and of their scanned copies. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../../src/answering/answer.ts";
import { wholeAnswer } from "../../src/answering/answer-service.ts";
import { plainQuestion } from "../../src/answering/asked-question.ts";
import { wantsQuoted } from "../../src/cli/asking/answer-checks.ts";
import { loadDocuments } from "../../src/cli/asking/eval-run.ts";
import type { EvalQuestion } from "../../src/cli/asking/eval-set.ts";
import { type Docent, openService } from "../../src/compose/compose.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { autoLanguage } from "../../src/language/find-language.ts";
import { readScanPack } from "../../src/models/scan-pack.ts";
import { putPack } from "../../src/store/sqlite/folder/model-packs.ts";

/** Of `bench/questions`, or of a desk: a right answer matches each expression of `must`. */
export interface AskedQuestion {
  readonly id: string | number;
  readonly question: string;
  readonly answerable: boolean;
  readonly wants?: EvalQuestion["wants"];
  readonly must?: readonly string[];
  readonly expert?: string;
}

/** The file that is read for a document of this name. */
export interface ReadFile {
  readonly name: string;
  readonly path: string;
}

/** @returns of each question by its number, whether it was answered rightly, or rightly not. */
export async function answered(
  { dataDir, pack }: { readonly dataDir: string; readonly pack: string },
  experts: ReadonlyMap<string, readonly ReadFile[]>,
  questions: readonly AskedQuestion[],
): Promise<ReadonlyMap<string | number, boolean>> {
  const bytes = new Uint8Array(readFileSync(pack));
  await putPack(dataDir, readScanPack(bytes).model, bytes, "scans");
  const env = { DOCENT_DATA_DIR: dataDir, DOCENT_ANSWER_THREADS: "0" };
  const docent = await openService(loadConfig({ env, flags: [] }), { log: silentLog });
  try {
    docent.begin();
    const right = new Map<string | number, boolean>();
    for (const [name, files] of experts) {
      const place = await filledExpert(docent, name, files);
      for (const question of questions.filter(({ expert = name }) => expert === name)) {
        const request = { ...plainQuestion, ...place, surface: "query" as const, text: question.question };
        const answer = await wholeAnswer(docent.answers.answer(request, new AbortController().signal));
        right.set(question.id, isRight(question, answer));
      }
    }
    return right;
  } finally {
    await docent.close();
  }
}

async function filledExpert(docent: Docent, name: string, files: readonly ReadFile[]) {
  const workspace = (await docent.workspaces.byName("default")) ?? (await docent.workspaces.create("default"));
  const { key } = await docent.keys.create({ workspaceId: workspace.id, name: "bench" });
  const reach = { workspaceId: workspace.id, expertIds: null };
  const found = await docent.experts.lookUp(reach, name);
  const expert = found ?? (await docent.experts.create(reach, { name, language: autoLanguage }));
  const documents = files.map(({ name: id, path }) => ({
    id,
    title: "",
    filename: path.endsWith(".pdf") ? `${id}.pdf` : id,
    isEmpty: false,
    read: () => Bun.file(path).stream() as unknown as AsyncIterable<Uint8Array>,
  }));
  const progress = (what: string, done: number, total: number) => console.error(`${name}: ${what} ${done}/${total}`);
  const load = () => loadDocuments({ docent, expert, keyId: key.id, progress }, { documents, questions: [] });
  await load();
  // It waits ten minutes for a document, and a long scan takes more.
  const waiting = async () => {
    const { queued, processing } = (await docent.experts.contents(expert)).sourceCounts;
    return queued + processing;
  };
  while ((await waiting()) > 0) await load();
  return { expert: await docent.experts.find(reach, expert.id), keyId: key.id };
}

function isRight({ answerable, wants = [], must = [] }: AskedQuestion, answer: Answer): boolean {
  if (!answerable) return answer.abstained;
  const text = answer.abstained ? "" : (answer.text ?? "");
  const isQuoted = wantsQuoted({ question: { wants } as EvalQuestion, answer }) === wants.length;
  return !answer.abstained && isQuoted && must.every((one) => new RegExp(one, "i").test(text));
}

export function readQuestions(...path: readonly string[]): AskedQuestion[] {
  const lines = readFileSync(join(...path), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as AskedQuestion);
}
