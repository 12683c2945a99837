/** Measures an expert on a collection: the documents go in as sources, the questions are asked, the rest is counted. */
import type { Answer } from "../../answering/answer.ts";
import { plainQuestion, wholeAnswer } from "../../answering/answer-service.ts";
import { citationFaults } from "../../answering/citation-laws.ts";
import type { Docent } from "../../compose/compose.ts";
import type { Expert } from "../../experts/expert.ts";
import type { KeyId } from "../../kernel/ids.ts";
import { textBytes } from "../../text/text-bytes.ts";
import type { EvalDocument, EvalQuestion, EvalSet } from "./eval-set.ts";
import { auroc, mean, ndcg, recall, reciprocalRank } from "./ranking-metrics.ts";

export interface EvalReport {
  readonly documents: number;
  readonly passages: number;
  readonly questions: number;
  /** Questions with judgements; the ranking is measured on these. */
  readonly judged: number;
  readonly ndcg10: number | null;
  readonly recall10: number | null;
  readonly recall100: number | null;
  readonly mrr10: number | null;
  /** Among the questions with known answers: how often the answer's text contains one of them. */
  readonly answerHolds: number | null;
  /** The same for the cited text. */
  readonly citedHolds: number | null;
  /** Words of an answer, abstentions not counted. */
  readonly answerWords: number | null;
  /** How often it abstained where there is an answer, and where there is none. */
  readonly abstainedAnswerable: number | null;
  readonly abstainedUnanswerable: number | null;
  /** How well `confidence` tells answerable questions from the others. */
  readonly abstentionAuroc: number | null;
  /** Answers that break a citation law. */
  readonly citationFaults: number;
}

/** The service, the expert and the key that questions are asked with. */
export interface EvalPlace {
  readonly docent: Docent;
  readonly expert: Expert;
  readonly keyId: KeyId;
  /** Called from time to time with what is being done. */
  readonly progress: (what: string, done: number, total: number) => void;
}

/** Loads the documents through the ingest path. Those without any text are left out, as a service would refuse them. */
export async function loadDocuments(
  { docent, expert, keyId, progress }: EvalPlace,
  { documents }: EvalSet,
): Promise<void> {
  const { sources } = docent;
  const withText = documents.filter(({ text }) => text.trim() !== "");
  for (const [i, document] of withText.entries()) {
    const { source } = await sources.accept(expert, keyId, draftOf(document));
    const wait = { milliseconds: i === withText.length - 1 ? 600_000 : 0, signal: new AbortController().signal };
    await sources.waitFor(expert, source, wait);
    if (i % 100 === 0) progress("documents", i, withText.length);
  }
  await untilEncoded({ docent, expert, progress });
}

/** Milliseconds between looks at how far the built-in model is. */
const lookEvery = 200;

/** Waits until everything is encoded: the finished expert is measured, not one still at work. */
async function untilEncoded({ docent, expert, progress }: Omit<EvalPlace, "keyId">): Promise<void> {
  for (;;) {
    const { sense } = docent.experts.contents(expert);
    if (sense === null || sense.done >= sense.total) return;
    progress("encoded passages", sense.done, sense.total);
    await Bun.sleep(lookEvery);
  }
}

function draftOf({ id, title, text }: EvalDocument) {
  return {
    type: "text" as const,
    title: title === "" ? null : title,
    url: null,
    externalId: id,
    filename: null,
    declaredType: "text/plain",
    metadata: null,
    content: textBytes(text),
  };
}

/** What one question came to. */
interface EvalResult {
  readonly question: EvalQuestion;
  /** Document ids, best first, each once. */
  readonly ranked: readonly string[];
  readonly answer: Answer;
  readonly faults: number;
}

export async function askQuestions(place: EvalPlace, { documents, questions }: EvalSet): Promise<EvalReport> {
  const outcomes: EvalResult[] = [];
  for (const [i, question] of questions.entries()) {
    outcomes.push(await ask(place, question));
    if (i % 100 === 0) place.progress("questions", i, questions.length);
  }
  const passages = place.docent.experts.contents(place.expert).chunkCount;
  return {
    documents: documents.length,
    passages,
    questions: questions.length,
    ...rankingOf(outcomes),
    ...answersOf(outcomes),
  };
}

async function ask(place: EvalPlace, question: EvalQuestion): Promise<EvalResult> {
  const ranking = await answerTo(place, question, { k: 100, generate: false });
  const answer = await answerTo(place, question, { k: null, generate: true });
  const ranked = [...new Set(ranking.retrieved.flatMap(({ externalId }) => externalId ?? []))];
  return { question, ranked, answer, faults: faultsOf(place, answer) };
}

function answerTo(
  { docent, expert, keyId }: EvalPlace,
  { question }: EvalQuestion,
  how: { k: number | null; generate: boolean },
) {
  const asked = { ...plainQuestion, expert, keyId, surface: "query" as const, text: question, ...how };
  return wholeAnswer(docent.answers.answer(asked, new AbortController().signal));
}

function faultsOf({ docent, expert }: EvalPlace, answer: Answer): number {
  if (answer.abstained || answer.text === null) return answer.citations.length;
  const cited = { text: answer.text, citations: answer.citations, verbatim: answer.mode === "extractive" };
  const faults = citationFaults(cited, ({ passage }) => {
    const source = docent.sources.find(expert, passage.sourceId);
    const pieces = docent.sources.content(source, passage.sourceVersion).pieces();
    return Buffer.concat([...pieces]).toString("utf8");
  });
  return faults.length;
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

function answersOf(outcomes: readonly EvalResult[]) {
  const known = outcomes.filter(({ question }) => question.answers.length > 0);
  const said = outcomes.filter(({ answer }) => !answer.abstained);
  const answerable = outcomes.filter(({ question }) => question.answerable === true);
  const unanswerable = outcomes.filter(({ question }) => question.answerable === false);
  const share = (some: readonly EvalResult[], test: (outcome: EvalResult) => boolean) =>
    mean(some.map((each) => (test(each) ? 1 : 0)));
  const confidences = (some: readonly EvalResult[]) => some.map(({ answer }) => answer.confidence);
  return {
    answerHolds: share(
      known,
      ({ answer, question }) => !answer.abstained && holds(answer.text ?? "", question.answers),
    ),
    citedHolds: share(known, ({ answer, question }) =>
      holds(answer.citations.map(({ quote }) => quote).join("\n"), question.answers),
    ),
    answerWords: mean(said.map(({ answer }) => wordCount(answer.text ?? ""))),
    abstainedAnswerable: share(answerable, ({ answer }) => answer.abstained),
    abstainedUnanswerable: share(unanswerable, ({ answer }) => answer.abstained),
    abstentionAuroc: auroc(confidences(answerable), confidences(unanswerable)),
    citationFaults: outcomes.filter(({ faults }) => faults > 0).length,
  };
}

/** Case, accents, punctuation, markers and spacing aside. */
function holds(text: string, answers: readonly string[]): boolean {
  const said = plain(text);
  return answers.some((answer) => plain(answer) !== "" && said.includes(plain(answer)));
}

function plain(text: string): string {
  const bare = text
    .replace(/\s*\[\d+\]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return bare.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function wordCount(text: string): number {
  const words = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text.replace(/\[\d+\]/g, ""));
  return [...words].filter(({ isWordLike }) => isWordLike).length;
}
