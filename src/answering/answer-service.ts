/** Searches, reads the passages, answers or abstains, and counts usage. Routes turn the events into replies or streams. */

import type { QuotaService } from "../accounting/quota-service.ts";
import type { CounterName, UsageEntry } from "../accounting/usage-entry.ts";
import type { UsageService } from "../accounting/usage-service.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { languageOf as knownLanguageOf } from "../language/data/known-languages.ts";
import type { Answer, AnswerEvent } from "./answer.ts";
import {
  type AnswerConstraints,
  answeringIn,
  hasConstraints,
  isFormed,
  languageOf,
  type Question,
  readConstraints,
  standaloneQuestion,
} from "./asked-question.ts";
import { asFound, contentsAnswer, memoryGlimpse } from "./choice/contents.ts";
import type { Explanation } from "./choice/extractive.ts";
import { type Choosing, explainChoice, extractiveReply } from "./choice/extractive-reply.ts";
import type { Computing } from "./computed/computed-reply.ts";
import { type Introduce, talkAnswer } from "./conversation/introduction.ts";
import { readTalk, type Talk } from "./conversation/turns.ts";
import type { FollowUp } from "./evidence/evidence.ts";
import {
  chosenElsewhere,
  type Finding,
  type FindingThreads,
  find,
  inBrief,
  noRecentFindings,
  type RecentFindings,
  type WantedPassages,
} from "./finding.ts";
import type { AnswerWriter } from "./generated/generated-reply.ts";
import type { SpokenReply } from "./generated/model-writing.ts";
import type { ModelMessage } from "./ports.ts";
import {
  type FilledForm,
  finished,
  formWithoutModel,
  passagesOnly,
  type Reply,
  refusal,
  spoken,
  type TimedReply,
  usageOf,
} from "./reply.ts";
import { type Found, type RetrievalParts, type RetrievalQuery, recount, requireMode, retrieve } from "./retrieval.ts";
import { withMaterial } from "./sent-texts.ts";

export interface AnswerService {
  /** `end` comes last. Nothing is counted if the caller leaves early. @throws Fault, such as `quota_exceeded` */
  answer(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent>;
  /** Why each sentence would or would not be taken, without a model. Nothing is counted. */
  explain(question: Question, signal: AbortSignal): Promise<Explanation>;
  /** A model's reply without memory, such as a title for a conversation. Only tokens are counted. Null: no reply. */
  write(
    messages: readonly ModelMessage[],
    asker: Pick<Question, "expert" | "keyId">,
    signal: AbortSignal,
  ): Promise<string | null>;
}

interface AnswerServiceParts extends RetrievalParts, Choosing, Computing {
  /** Null: answers are sentences of the sources. */
  readonly writer: AnswerWriter | null;
  readonly usage: UsageService;
  readonly quotas: Pick<QuotaService, "reserve">;
  readonly recent: RecentFindings;
  /** Null: this thread does all work. */
  readonly threads: FindingThreads | null;
  readonly introduce: Introduce;
  /** Called for every question, before it is worked on. */
  readonly onQuestion: () => void;
  readonly clock: Clock;
  readonly ids: IdMint;
}

type Charge = (add: Partial<Record<CounterName, number>>) => Promise<void>;

export async function wholeAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of events) {
    if (event.type === "end") return event.answer;
  }
  throw new Error("the answer ended before its end");
}

export function createAnswerService(parts: AnswerServiceParts): AnswerService {
  return {
    answer: async function* (question, signal) {
      const reserved = await parts.quotas.reserve(question.expert.workspaceId);
      let isCharged = false;
      const charge: Charge = async (add) => {
        // Not charged again after a failure, because it may have been committed.
        if (isCharged) return;
        isCharged = true;
        await record(parts.usage, question, { at: reserved.at, add });
        reserved.counted();
      };
      try {
        yield* answerEvents(parts, question, charge, signal);
      } catch (error) {
        const expected = error instanceof Fault && error.kind.status < 500;
        if (!expected && !signal.aborted) await charge({ failed: 1 });
        throw error;
      } finally {
        reserved.release();
      }
    },
    explain: async (question, signal) => {
      const { expert, text } = question;
      return explainChoice(parts, { expert, question: text, found: await retrieve(parts, question, signal) });
    },
    write: async (messages, { expert, keyId }, signal) => {
      const written = (await parts.writer?.writeFreely(messages, signal)) ?? null;
      if (written === null) return null;
      const account = { workspaceId: expert.workspaceId, expertId: expert.id, keyId };
      await parts.usage.record({ ...account, at: parts.clock.now(), add: written.usage });
      return written.text;
    },
  };
}

async function* answerEvents(
  parts: AnswerServiceParts,
  question: Question,
  charge: Charge,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  parts.onQuestion();
  await requireMode(parts, question);
  const form = parts.writer === null ? formWithoutModel(question) : null;
  const start = { type: "start" as const, id: parts.ids.mint("query"), createdAt: parts.clock.now() };
  const finish = async (found: Found, reply: Reply, understoodAs: string | null): Promise<AnswerEvent> => {
    const answer = { ...finished(start, question, found, reply), understoodAs };
    await charge({ ...usageOf(answer), embeddingTokens: found.embeddingTokens });
    return { type: "end", answer };
  };
  yield start;
  const talk = await talkIn(parts, question);
  if (talk !== null) {
    const { found, reply } = await talkAnswer(parts, question, talk, signal);
    yield { type: "retrieval", retrieval: { ...found.retrieval, used: 0 }, retrieved: [] };
    yield* said(spoken(reply));
    return yield await finish(found, reply, null);
  }
  const ownLanguage = languageOf(question.expert, question.text, null);
  const { text, followUp } = standaloneQuestion(question.text, question.history, ownLanguage);
  const constraints = readConstraints(question.instructions);
  const { finding, known, keep } = await remembered(parts, question, { text, followUp, constraints }, signal);
  const analyzer = parts.analyzers(languageOf(question.expert, text, finding.found.outcome));
  const found = await withMaterial(finding.found, question.material, text, analyzer);
  signal.throwIfAborted();
  yield { type: "retrieval", retrieval: { ...found.retrieval, used: 0 }, retrieved: found.passages };
  const input = { expert: question.expert, question: text, followUp, found, constraints };
  const chosen = question.generate ? await chosenElsewhere(parts, finding, input, signal) : null;
  const given = { text, followUp, found, chosen, known, keep, form, constraints, signal };
  const reply = yield* replyTo(parts, question, given);
  yield await finish(found, reply, followUp === null ? null : text);
}

async function remembered(
  parts: AnswerServiceParts,
  question: Question,
  { text, followUp, constraints }: Pick<WrittenReplyInput, "text" | "followUp" | "constraints">,
  signal: AbortSignal,
) {
  const query = { ...queryOf(question, text), followUp };
  const wants = wantedBy(parts, question);
  // An answer that depends on material or instructions belongs to this request only.
  const isPlain = question.material.length === 0 && !hasConstraints(constraints);
  const { known, keep } = (isPlain ? parts.recent : noRecentFindings).open(query, wants !== "cited");
  const isAnswered = question.generate && question.material.length === 0;
  const wish = { query, wants, constraints: isAnswered ? constraints : null };
  const finding =
    known === null ? await find(parts, wish, signal) : { ...known, found: await recount(parts, query, known.found) };
  const keepWith = (reply: TimedReply | null) => {
    const kept = { ...finding, reply };
    keep(wants === "cited" ? inBrief(kept) : kept);
  };
  return { finding, known, keep: keepWith };
}

/** Only these fields, because another thread would get a copy of all. */
function queryOf({ expert, k, minScore, filter, mode }: Question, text: string): RetrievalQuery {
  return { expert, text, k, minScore, filter, mode };
}

function wantedBy(parts: AnswerServiceParts, question: Question): WantedPassages {
  if (isChosen(parts, question) && !question.wantsPassages) return "cited";
  return isChosen(parts, question) || !question.generate ? "shown" : "whole";
}

/** Whether the reply comes from the memory's passages alone. */
function isChosen({ writer }: AnswerServiceParts, { generate, material }: Question): boolean {
  return generate && writer === null && material.length === 0;
}

/** Null unless an answer in words is wanted and there is no material. Also of a memory of which nothing can be told. */
async function talkIn({ passages, writer }: AnswerServiceParts, question: Question): Promise<Talk | null> {
  const { generate, material, tools, format, text, filter, expert } = question;
  if (!generate || material.length > 0 || tools !== null || format !== null) return null;
  const tag = languageOf(expert, text, null);
  const talk = readTalk(text, { name: expert.name, tag });
  const glimpse = talk === null && filter === null ? memoryGlimpse(text, tag) : null;
  if (glimpse === null) return talk;
  const first = asFound(await passages.glimpse(expert.id, glimpse));
  const { sentences } = contentsAnswer({ of: "memory", passages: first }, tag);
  const isTold = sentences.length > 0 || (writer !== null && first.length > 0);
  return isTold ? null : { kind: "ability", language: knownLanguageOf(tag) };
}

interface WrittenReplyInput {
  readonly text: string;
  readonly followUp: FollowUp | null;
  readonly found: Found;
  readonly chosen: TimedReply | null;
  /** Null: nothing is cached. */
  readonly known: Finding | null;
  /** Caches the present finding with its reply. */
  readonly keep: (reply: TimedReply | null) => void;
  /** Null: text is wanted, or a model fills the form. */
  readonly form: FilledForm | null;
  readonly constraints: AnswerConstraints;
  readonly signal: AbortSignal;
}

async function* replyTo(parts: AnswerServiceParts, question: Question, given: WrittenReplyInput): SpokenReply {
  const { text, followUp, found, chosen, known, keep, form, constraints, signal } = given;
  const expert = answeringIn(question.expert, text, found.outcome);
  if (!question.generate) {
    if (known === null && found.emptyBecause === null) keep(null);
    return passagesOnly(text);
  }
  const input = { expert, question: text, followUp, found };
  const { language } = constraints;
  const isWritten = found.emptyBecause === null || isFormed(question);
  if (parts.writer !== null && isWritten && !isExact(chosen, question)) {
    return yield* parts.writer.reply({ ...question, ...input, chosen, originalQuestion: question.text }, signal);
  }
  if (found.emptyBecause !== null) {
    const none = spoken(refusal(expert, text, { reason: found.emptyBecause, confidence: 0, used: 0, language }));
    return yield* said(form?.fill(none) ?? none);
  }
  const reply = chosen ?? extractiveReply(parts, { ...input, constraints });
  if (reply !== known?.reply) keep(reply);
  return yield* said(form?.fill(reply) ?? reply);
}

/** Exact results of cells are not left to a model. */
const isExact = (chosen: TimedReply | null, question: Question) =>
  chosen?.reply.mode === "computed" && !isFormed(question);

async function* said({ pieces, reply }: TimedReply): SpokenReply {
  yield* pieces;
  return reply;
}

async function record(usage: UsageService, question: Question, { at, add }: Pick<UsageEntry, "at" | "add">) {
  const { expert, keyId, surface } = question;
  const account = { workspaceId: expert.workspaceId, expertId: expert.id, keyId };
  await usage.record({ ...account, at, add: { ...add, [surface]: 1 } });
}

/** Also logs the answers. @param isOn read for each question */
export function loggedAnswers(answers: AnswerService, log: Log, isOn: () => boolean): AnswerService {
  return {
    ...answers,
    answer: (question, signal) => {
      const events = answers.answer(question, signal);
      return isOn() ? written(events, question, log) : events;
    },
  };
}

async function* written(events: AsyncGenerator<AnswerEvent>, { text, keyId }: Question, log: Log) {
  for await (const event of events) {
    if (event.type === "end") {
      const { id, expertId, text: answer, confidence, abstainReason } = event.answer;
      const asked = { query: id, expert: expertId, key: keyId, question: text };
      log.info("answer", { ...asked, answer, confidence, abstainReason });
    }
    yield event;
  }
}
