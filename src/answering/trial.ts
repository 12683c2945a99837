/** Answers a question without a language model. Nothing is counted or stored, and the same memory gives the same answer. */

import type { Expert } from "../experts/expert.ts";
import type { Citation, RetrievedPassage } from "./answer.ts";
import { type Choosing, extractiveReply } from "./choice/extractive-reply.ts";
import type { Computing } from "./computed/computed-reply.ts";
import { chosenElsewhere, type FindingThreads, find } from "./finding.ts";
import { noConstraints } from "./question/answer-constraints.ts";
import type { RetrievalParts } from "./retrieval.ts";

export interface Trial {
  /** False: it abstains. */
  readonly answered: boolean;
  /** 0–1. */
  readonly confidence: number;
  /** With its `[n]` markers, or the refusal. */
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
