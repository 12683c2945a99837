/**
 * Asking an expert: search its memory, read the passages, answer from them or abstain, count the use. Told as events,
 * so that one engine serves a reply in one piece, a native stream and an OpenAI stream alike.
 */
import type { Expert } from "../experts/expert.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { IdMint, KeyId, QueryId } from "../kernel/ids.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { SearchMode, SearchOutcome } from "../memory/ports.ts";
import type { Analyzers } from "../text/analysis.ts";
import { estimateTokens } from "../text/tokens.ts";
import type { CounterName } from "../usage/usage-entry.ts";
import type { UsageService } from "../usage/usage-service.ts";
import { abstainsBelow } from "./abstention.ts";
import type { AbstainReason, Answer, AnswerEvent, Retrieval, RetrievedPassage } from "./answer.ts";
import { assembleAnswer, type CitedText } from "./citations.ts";
import { extractAnswer } from "./extractive.ts";
import type { ExtractiveAnswer, PassageReader } from "./ports.ts";
import { refusalFor } from "./refusals.ts";
import type { SourceFilter } from "./source-filter.ts";

export const searchModes = ["auto", "keyword", "vector", "hybrid"] as const;

export interface Question {
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly surface: "query" | "chat";
  /** 1–8,000 characters. */
  readonly text: string;
  /** Passages to retrieve, 1–100; null is the expert's setting. */
  readonly k: number | null;
  /** Passages below this score are not used; null is the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: (typeof searchModes)[number];
  /** False: passages only. */
  readonly generate: boolean;
}

export interface AnswerService {
  /**
   * The events of one answer, `end` last. Nothing is counted when the caller leaves before the end; a failure counts
   * as failed.
   * @throws Fault `invalid_parameter` when the mode is one that the expert does not have.
   */
  answer(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent>;
}

interface AnswerServiceParts {
  readonly memory: MemoryService;
  readonly passages: PassageReader;
  readonly analyzers: Analyzers;
  readonly usage: UsageService;
  readonly clock: Clock;
  readonly ids: IdMint;
}

/** The whole answer, for who does not stream. */
export async function wholeAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of events) {
    if (event.type === "end") return event.answer;
  }
  throw new Error("the answer ended before its end");
}

export function createAnswerService(parts: AnswerServiceParts): AnswerService {
  return {
    answer: async function* (question, signal) {
      try {
        yield* tell(parts, question, signal);
      } catch (error) {
        const expected = error instanceof Fault && error.kind.status < 500;
        if (!expected && !signal.aborted) record(parts, question, { failed: 1 });
        throw error;
      }
    },
  };
}

async function* tell(parts: AnswerServiceParts, question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const mode = modeOf(question);
  const start = { type: "start" as const, id: parts.ids.mint("query"), createdAt: parts.clock.now() };
  yield start;
  const found = await retrieve(parts, question, mode);
  signal.throwIfAborted();
  yield { type: "retrieval", retrieval: found.retrieval, retrieved: found.passages };
  const answer = question.generate ? extractive(parts, question, found) : passagesOnly;
  for (const piece of answer.said.pieces) yield piece;
  const end = finished(start, question, { found, answer });
  record(parts, question, usageOf(end));
  yield { type: "end", answer: end };
}

/** What the search came to. */
interface Found {
  readonly passages: readonly RetrievedPassage[];
  readonly retrieval: Omit<Retrieval, "used"> & { readonly used: number };
  readonly outcome: SearchOutcome;
  /** Set when the passages cannot hold an answer, whatever they say. */
  readonly emptyBecause: AbstainReason | null;
}

const nothing: SearchOutcome = { hits: [], terms: [], passages: 0 };

async function retrieve(parts: AnswerServiceParts, question: Question, mode: SearchMode): Promise<Found> {
  const { expert, filter } = question;
  const k = question.k ?? expert.settings.k;
  const permitted = filter === null ? null : parts.passages.permitted(expert.id, filter);
  const request = { question: question.text, k, mode, questionVector: null, permitted };
  const profile = { language: expert.language, embedding: null };
  const outcome = permitted?.size === 0 ? nothing : await parts.memory.search({ id: expert.id, profile }, request);
  const passages = readPassages(parts, question, outcome);
  const counts = parts.passages.counts(expert.id);
  return {
    passages,
    outcome,
    retrieval: {
      ...{ mode, k, returned: passages.length, used: 0 },
      ...{ sourcesReady: counts.ready, sourcesPending: counts.pending },
    },
    emptyBecause: passages.length > 0 ? null : reasonForNothing({ counts, permitted, hits: outcome.hits.length }),
  };
}

function modeOf({ mode }: Question): SearchMode {
  if (mode === "auto" || mode === "keyword") return "keyword";
  throw new Fault("invalid_parameter", `The mode "${mode}" needs an embedding model, and none is configured.`, {
    param: "mode",
    hint: "Use auto or keyword.",
  });
}

function readPassages(
  { passages }: AnswerServiceParts,
  question: Question,
  { hits }: SearchOutcome,
): RetrievedPassage[] {
  const minScore = question.minScore ?? question.expert.settings.minScore;
  const good = hits.filter(({ score }) => score >= minScore);
  const rows = passages.passages(
    question.expert.id,
    good.map(({ no }) => no),
  );
  const found = good.flatMap(({ no, score, scores }) => {
    const row = rows.get(no);
    return row === undefined ? [] : [{ ...row, score, scores }];
  });
  return found.map((passage, i) => ({ ...passage, rank: i + 1 }));
}

interface Emptiness {
  readonly counts: { readonly ready: number; readonly pending: number };
  readonly permitted: ReadonlySet<number> | null;
  readonly hits: number;
}

function reasonForNothing({ counts, permitted, hits }: Emptiness): AbstainReason {
  if (counts.ready === 0) return counts.pending > 0 ? "sources_pending" : "no_sources";
  if (permitted?.size === 0) return "filter_matched_nothing";
  return hits > 0 ? "below_min_score" : "not_supported";
}

/** An answer before it is written down. */
interface Said {
  readonly said: CitedText;
  readonly mode: Answer["mode"];
  readonly confidence: number;
  readonly abstainReason: AbstainReason | null;
  /** Passages that it was made from. */
  readonly used: number;
}

const silence: CitedText = { text: "", citations: [], pieces: [] };
const passagesOnly: Said = { said: silence, mode: "none", confidence: 0, abstainReason: null, used: 0 };

function extractive({ analyzers }: AnswerServiceParts, { expert, text }: Question, found: Found): Said {
  const { passages, outcome, emptyBecause } = found;
  if (emptyBecause !== null) return refusal(expert, { reason: emptyBecause, confidence: 0, used: 0 });
  const chosen = extractAnswer({
    ...{ question: text, passages, terms: outcome.terms },
    ...{ passageCount: outcome.passages, analyzer: analyzers(expert.language) },
  });
  if (!isSupported(chosen, expert)) {
    return refusal(expert, { reason: "not_supported", confidence: chosen.confidence, used: passages.length });
  }
  const said = assembleAnswer(passages, chosen.sentences);
  return { said, mode: "extractive", confidence: chosen.confidence, abstainReason: null, used: passages.length };
}

function isSupported({ sentences, confidence }: ExtractiveAnswer, { settings }: Expert): boolean {
  return sentences.length > 0 && confidence >= (settings.minConfidence ?? abstainsBelow);
}

interface Refusal {
  readonly reason: AbstainReason;
  readonly confidence: number;
  readonly used: number;
}

function refusal(expert: Expert, { reason, confidence, used }: Refusal): Said {
  const text = expert.settings.refusalText ?? refusalFor(expert.language);
  const said: CitedText = { text, citations: [], pieces: [{ type: "text", text }] };
  return { said, mode: "extractive", confidence, abstainReason: reason, used };
}

interface Outcome {
  readonly found: Found;
  readonly answer: Said;
}

function finished(start: { id: QueryId; createdAt: number }, question: Question, { found, answer }: Outcome): Answer {
  const { said, mode, confidence, abstainReason, used } = answer;
  return {
    id: start.id,
    expertId: question.expert.id,
    question: question.text,
    text: mode === "none" ? null : said.text,
    abstained: abstainReason !== null,
    abstainReason,
    confidence,
    citations: said.citations,
    retrieved: found.passages,
    retrieval: { ...found.retrieval, used },
    mode,
    model: null,
    usage: {
      promptTokens: found.passages
        .slice(0, used)
        .reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(question.text)),
      completionTokens: estimateTokens(said.text),
    },
    createdAt: start.createdAt,
  };
}

function usageOf({ mode, abstained, usage }: Answer): Partial<Record<CounterName, number>> {
  const tokens = { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens };
  if (mode === "none") return tokens;
  return abstained ? { ...tokens, abstained: 1 } : { ...tokens, answered: 1 };
}

function record(
  { usage, clock }: AnswerServiceParts,
  question: Question,
  add: Partial<Record<CounterName, number>>,
): void {
  const { expert, keyId, surface } = question;
  const account = { workspaceId: expert.workspaceId, expertId: expert.id, keyId };
  usage.record({ ...account, at: clock.now(), add: { ...add, [surface]: 1 } });
}
