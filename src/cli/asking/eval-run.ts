import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer } from "../../answering/answer.ts";
import { wholeAnswer } from "../../answering/answer-service.ts";
import { plainQuestion } from "../../answering/asked-question.ts";
import type { Explanation } from "../../answering/choice/extractive.ts";
import { type ComposeOptions, type Docent, openService } from "../../compose/compose.ts";
import type { Config } from "../../config/load-config.ts";
import type { Expert } from "../../experts/expert.ts";
import type { ExpertDraft } from "../../experts/expert-service.ts";
import type { KeyId } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { sharePacks } from "../../store/sqlite/folder/model-packs.ts";
import type { EvalResult } from "./answer-checks.ts";
import { measureAnswers } from "./answer-measures.ts";
import { citationFaults } from "./citation-laws.ts";
import type { EvalDocument, EvalQuestion, EvalSet } from "./eval-set.ts";
import { mean, ndcg, recall, reciprocalRank } from "./ranking-metrics.ts";

export type EvalReport = Awaited<ReturnType<typeof askQuestions>>;

export interface EvalPlace {
  readonly docent: Docent;
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly progress: (what: string, done: number, total: number) => void;
}

interface EvalRun extends Pick<EvalPlace, "progress">, Pick<ComposeOptions, "reader"> {
  readonly config: Config;
  readonly draft: ExpertDraft;
}

/** Has the documents in a temporary folder, with the configured models. */
export async function withExpert<T>(
  { config, draft, progress, reader }: EvalRun,
  set: EvalSet,
  work: (place: EvalPlace) => Promise<T>,
): Promise<T> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "docent-eval-"));
  const dataDir = folder.path;
  sharePacks(config.dataDir, dataDir);
  const own = { ...config, dataDir, shared: null, backups: null, answerThreads: 0 };
  await using opened = new AsyncDisposableStack();
  const docent = opened.adopt(await openService(own, { log: silentLog, ...(reader && { reader }) }), (it) =>
    it.close(),
  );
  const workspace = await docent.workspaces.create("default");
  const { key } = await docent.keys.create({ workspaceId: workspace.id, name: "eval" });
  const reach = { workspaceId: workspace.id, expertIds: null };
  const expert = await docent.experts.create(reach, draft);
  docent.begin();
  const place = { docent, expert, keyId: key.id, progress };
  await loadDocuments(place, set);
  // Read again, because its first source may have given it vectors.
  return await work({ ...place, expert: await docent.experts.find(reach, expert.id) });
}

const longestReading = 600_000;

/** Without empty documents, which a service would refuse. */
export async function loadDocuments(
  { docent, expert, keyId, progress }: EvalPlace,
  { documents }: EvalSet,
): Promise<void> {
  const { sources } = docent;
  const withText = documents.filter(({ isEmpty }) => !isEmpty);
  const accepted: Awaited<ReturnType<Docent["sources"]["accept"]>>["source"][] = [];
  for (const [i, document] of withText.entries()) {
    accepted.push((await sources.accept(expert, keyId, draftOf(document))).source);
    if (i % 100 === 0) progress("documents", i, withText.length);
  }
  for (const source of accepted) {
    const wait = { milliseconds: longestReading, signal: new AbortController().signal };
    const { status, failure } = await sources.waitFor(expert, source, wait);
    if (status !== "ready") progress(`${source.externalId} was not read: ${failure?.message ?? status}`, 0, 1);
  }
  await untilEncoded({ docent, expert, progress });
}

const lookEvery = 200;

async function untilEncoded({ docent, expert, progress }: Omit<EvalPlace, "keyId">): Promise<void> {
  for (let told = -1; ; await Bun.sleep(lookEvery)) {
    const { sense, vectors } = await docent.experts.contents(expert);
    const behind = [sense, vectors].find((model) => model !== null && model.done < model.total) ?? null;
    if (behind === null) return;
    if (behind.done !== told) progress(`passages encoded by ${behind.model}`, behind.done, behind.total);
    told = behind.done;
  }
}

function draftOf({ id, title, filename, read }: EvalDocument) {
  return {
    type: filename === null ? ("text" as const) : ("file" as const),
    title: title === "" ? null : title,
    url: null,
    externalId: id,
    filename,
    declaredType: filename === null ? "text/plain" : null,
    metadata: null,
    content: read(),
  };
}

export async function askQuestions(place: EvalPlace, { documents, questions }: EvalSet) {
  const outcomes: EvalResult[] = [];
  for (const [i, question] of questions.entries()) {
    outcomes.push(await ask(place, question));
    if (i % 100 === 0) place.progress("questions", i, questions.length);
  }
  const passages = (await place.docent.experts.contents(place.expert)).chunkCount;
  return {
    documents: documents.length,
    passages,
    questions: questions.length,
    ...rankingOf(outcomes),
    ...measureAnswers(outcomes),
  };
}

export function explain({ docent, expert, keyId }: EvalPlace, text: string): Promise<Explanation> {
  const request = { ...plainQuestion, expert, keyId, surface: "query" as const, text };
  return docent.answers.explain(request, new AbortController().signal);
}

async function ask(place: EvalPlace, question: EvalQuestion): Promise<EvalResult> {
  const ranking = await answerTo(place, question, { k: 100, generate: false });
  const answer = await answerTo(place, question, { k: null, generate: true });
  const ranked = [...new Set(ranking.retrieved.flatMap(({ externalId }) => externalId ?? []))];
  const kind = question.kind ?? (await kindOf(place, question));
  return { question, ranked, answer, kind, faults: await faultsOf(place, answer) };
}

/** Sections of passages, too, can make a question an overview. */
async function kindOf(place: EvalPlace, { question }: EvalQuestion): Promise<string> {
  const { kind, breadth } = await explain(place, question);
  return breadth === "fact" ? kind : breadth;
}

function answerTo(
  { docent, expert, keyId }: EvalPlace,
  { question }: EvalQuestion,
  how: { k: number | null; generate: boolean },
) {
  const request = { ...plainQuestion, expert, keyId, surface: "query" as const, text: question, ...how };
  return wholeAnswer(docent.answers.answer(request, new AbortController().signal));
}

async function faultsOf(place: EvalPlace, answer: Answer): Promise<number> {
  if (answer.abstained || answer.text === null) return answer.citations.length;
  const cited = {
    text: answer.text,
    citations: answer.citations,
    verbatim: answer.mode === "extractive",
    computation: answer.computation ?? undefined,
    remarks: answer.remarks,
  };
  const texts = new Map<string, string>();
  for (const { passage } of answer.citations) texts.set(nameOf(passage), await textOf(place, passage));
  return citationFaults(cited, ({ passage }) => texts.get(nameOf(passage)) ?? "").length;
}

type CitedVersion = Pick<Answer["citations"][number]["passage"], "sourceId" | "sourceVersion">;

const nameOf = ({ sourceId, sourceVersion }: CitedVersion) => `${sourceId} ${sourceVersion}`;

async function textOf({ docent, expert }: EvalPlace, { sourceId, sourceVersion }: CitedVersion): Promise<string> {
  const { pieces } = await docent.sources.content(await docent.sources.find(expert, sourceId), sourceVersion);
  return Buffer.concat(await Array.fromAsync(pieces())).toString("utf8");
}

function rankingOf(outcomes: readonly EvalResult[]) {
  const judged = outcomes.filter(({ question }) => question.judged.size > 0);
  const over = (measure: (outcome: EvalResult) => number) => mean(judged.map(measure));
  return {
    judged: judged.length,
    ndcg10: over(({ ranked, question }) => ndcg(ranked, question.judged, 10)),
    recall10: over(({ ranked, question }) => recall(ranked, question.judged, 10)),
    recall100: over(({ ranked, question }) => recall(ranked, question.judged, 100)),
    mrr10: over(({ ranked, question }) => reciprocalRank(ranked, question.judged, 10)),
  };
}
