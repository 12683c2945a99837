import type { Expert } from "../experts/expert.ts";
import { versionedCache } from "../kernel/stores/versioned-cache.ts";
import type { Citation, RetrievedPassage } from "./answer.ts";
import { type AnswerConstraints, noConstraints } from "./asked-question.ts";
import { type Choosing, extractiveReply, type ReplyInput, replyInTime } from "./choice/extractive-reply.ts";
import { type Computing, computedReply } from "./computed/computed-reply.ts";
import type { TimedReply } from "./reply.ts";
import { type Found, type RetrievalParts, type RetrievalQuery, retrieve } from "./retrieval.ts";

export interface Finding {
  readonly found: Found;
  /** Null: not wanted, or nothing found. */
  readonly reply: TimedReply | null;
  /** `found` has only the cited passages, without the facts that the reply was chosen by. */
  readonly isBrief?: boolean;
}

/** `cited`: those of the reply. `shown`: all. `whole`: all, with the readings that sentences are chosen by. */
export type WantedPassages = "cited" | "shown" | "whole";

export interface FindingRequest {
  readonly query: RetrievalQuery;
  readonly wants: WantedPassages;
  /** Null: only passages are wanted. */
  readonly constraints: AnswerConstraints | null;
}

/** They answer from the same committed rows. */
export interface FindingThreads {
  /** Null: no thread is free; `late`: none was in time, so the caller answers by words. @throws the signal's reason */
  find(request: FindingRequest, signal: AbortSignal): Promise<Finding | null | "late">;
  /** For what was found on this thread. Null, `late`, @throws: as `find` */
  choose(input: ReplyInput, signal: AbortSignal): Promise<TimedReply | null | "late">;
}

/** On another thread if possible; else here, and then without a reply. @param threads null: there are none */
export async function find(
  parts: RetrievalParts & Choosing & Computing & { readonly threads: FindingThreads | null },
  request: FindingRequest,
  signal: AbortSignal,
): Promise<Finding> {
  const elsewhere = (await parts.threads?.find(request, signal)) ?? null;
  if (elsewhere === "late") return findOnThisThread(parts, request, signal, true);
  if (elsewhere !== null) return elsewhere;
  return { found: await retrieve(parts, request.query, signal), reply: null };
}

/** The finding's reply, else one computed, or chosen by another thread. Null: none. */
export async function chosenElsewhere(
  parts: Choosing & Computing & { readonly threads: FindingThreads | null },
  { reply }: Finding,
  input: ReplyInput,
  signal: AbortSignal,
): Promise<TimedReply | null> {
  if (reply !== null || input.found.emptyBecause !== null) return reply;
  const computed = await computedReply(parts, input);
  if (computed !== null) return computed;
  const chosen = (await parts.threads?.choose(input, signal)) ?? null;
  return chosen === "late" ? replyInTime(parts, input, true) : chosen;
}

export function handedOver(finding: Finding, wants: WantedPassages): Finding {
  if (wants === "cited") return inBrief(finding);
  return wants === "shown" ? withoutReadings(finding) : finding;
}

function withoutReadings({ found, reply }: Finding): Finding {
  return { found: { ...found, passages: found.passages.map(bareOf) }, reply };
}

/** Without what sentences are chosen by. */
const bareOf = (passage: RetrievedPassage): RetrievedPassage => ({
  ...passage,
  reading: null,
  outline: [],
  nearness: [],
});

/** Shown with a refusal. */
export const nearestOf = <P>(passages: readonly P[]): readonly P[] => passages.slice(0, 3);

/** Without what the reply was chosen from: a tenth of the size. */
export function inBrief(finding: Finding): Finding {
  const { found, reply } = finding;
  if (reply === null || finding.isBrief === true) return finding;
  const { said } = reply.reply;
  const shown = said.citations.length > 0 ? said.citations.map(({ passage }) => passage) : nearestOf(found.passages);
  const bare = new Map(shown.map((passage) => [passage, bareOf(passage)]));
  const brief = new Map(said.citations.map((one) => [one, { ...one, passage: bare.get(one.passage)! }]));
  const pieces = reply.pieces.map((piece) =>
    piece.type === "citation" ? { ...piece, citation: brief.get(piece.citation) ?? piece.citation } : piece,
  );
  const outcome = { ...found.outcome, hits: [], terms: [] };
  return {
    found: { ...found, passages: [...bare.values()], rest: [], outcome, foreign: null, contents: null },
    reply: { reply: { ...reply.reply, said: { ...said, citations: [...brief.values()] } }, pieces },
    isBrief: true,
  };
}

/** @param late no time for the reader @throws as `retrieve` */
export async function findOnThisThread(
  parts: RetrievalParts & Choosing & Computing,
  { query, constraints }: FindingRequest,
  signal: AbortSignal,
  late: boolean,
): Promise<Finding> {
  const found = await retrieve(parts, query, signal);
  if (constraints === null || found.emptyBecause !== null) return { found, reply: null };
  const { expert, text: question, followUp = null } = query;
  const input = { expert, question, followUp, found, constraints };
  return { found, reply: (await computedReply(parts, input)) ?? replyInTime(parts, input, late) };
}

interface FindingPlace {
  /** Null: not cached, or something was committed since. */
  readonly known: Finding | null;
  /** Not cached if something was committed since `open`. */
  keep(finding: Finding): void;
}

export interface RecentFindings {
  /** @param wantsPassages whether to keep passages that the reply does not cite */
  open(query: RetrievalQuery, wantsPassages: boolean): FindingPlace;
}

/** Characters of passages: 1,000 to 2,000 questions with eight passages each. */
const roomFor = 8_000_000;
/** Of a finding without its passages' texts, in characters. */
const overhead = 2000;

/** @param generation changes with every commit that may change an answer */
export function createRecentFindings(generation: () => number, room = roomFor): RecentFindings {
  const findings = versionedCache<Finding>(generation, room, sizeOf);
  return {
    open: (query, wantsPassages) => {
      const { known = null, keep } = findings.openAt(keyOf(query));
      const isEnough = known !== null && !(wantsPassages && known.isBrief === true);
      return { known: isEnough ? known : null, keep };
    },
  };
}

/** For answers that depend on more than committed rows, such as a model server's vectors. */
export const noRecentFindings: RecentFindings = { open: () => ({ known: null, keep: () => undefined }) };

function keyOf({ expert, text, followUp = null, k, minScore, filter, mode }: RetrievalQuery): string {
  return JSON.stringify([expert.id, text, followUp, k, minScore, filter, mode]);
}

function sizeOf({ found: { passages } }: Finding): number {
  return passages.reduce((sum, { text }) => sum + text.length, overhead);
}

export interface Trial {
  /** False: it abstains. */
  readonly answered: boolean;
  /** 0–1. */
  readonly confidence: number;
  /** With `[n]` markers, or the refusal. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly nearest: readonly RetrievedPassage[];
}

/** @throws the signal's reason when aborted */
export type TryQuestion = (expert: Expert, question: string, signal: AbortSignal) => Promise<Trial>;

export function createTrials(
  parts: RetrievalParts & Choosing & Computing & { readonly threads: FindingThreads | null },
): TryQuestion {
  return async (expert, question, signal) => {
    const plain = { expert, text: question, k: null, minScore: null, filter: null, mode: "auto" as const };
    const request = { query: plain, wants: "shown", constraints: noConstraints } as const;
    const finding = await find(parts, request, signal);
    const { found } = finding;
    signal.throwIfAborted();
    if (found.emptyBecause !== null) return { answered: false, confidence: 0, text: "", citations: [], nearest: [] };
    const input = { expert, question, found };
    const reply = (await chosenElsewhere(parts, finding, input, signal)) ?? extractiveReply(parts, input);
    const { said, confidence, abstainReason } = reply.reply;
    const { text, citations } = said;
    return { answered: abstainReason === null, confidence, text, citations, nearest: found.passages };
  };
}
