/**
 * Finds what supports a sentence that a model wrote in another language than the passages. Words cannot: the sentence is compared
 * with those of the passages that it cites by the vectors of a model pack. What vectors do not tell apart is compared as
 * in one language: numbers, addresses and negation.
 */

import { addsAddress } from "../../language/text/link-safety.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { isSameQuantity, statedQuantities } from "../check/stated-quantities.ts";
import { isInjectedInstruction } from "../generated/prompt.ts";
import { isNegated } from "../question/mismatches.ts";
import type { SentenceVectors } from "./foreign-sentences.ts";

export interface ForeignClaim {
  readonly text: string;
  /** The passages that it cites, numbered from 1. */
  readonly cites: readonly number[];
}

export interface ClaimedPassages {
  readonly passages: readonly RetrievedPassage[];
  /** As BCP 47. */
  readonly language: string;
  /** Called if the model gave no vectors in time. */
  readonly onLate?: () => void;
}

/** The sentences that support the claim; none if it is in the passages' language or the model gave no vectors. */
export type ForeignSupport = (
  claim: ForeignClaim,
  among: ClaimedPassages,
  signal: AbortSignal,
) => Promise<readonly PassageSpan[]>;

/**
 * The least similarity of a sentence that supports another one. Of XQuAD's sentences in German, Russian, Chinese and Arabic, 1.00, 0.97,
 * 0.94 and 0.81 are as similar as this to their English counterparts, and at most 0.01 to any sentence of other articles. If the
 * counterpart is missing, another sentence of its paragraph is in 0.19, 0.14, 0.16 and 0.07 of the cases.
 */
const supportedFrom = 0.87;
/** Bounds for passages that are hardly divided into sentences. */
const mostSentences = 40;
const longestSentence = 1000;
/** Milliseconds that a reply waits for a sentence's vector. */
const deadline = 5000;

/** @param tell is called with the reason why the model gave no vectors. */
export function createForeignSupport(
  embedder: Embedder,
  vectorsOf: SentenceVectors,
  tell: (error: unknown) => void,
): ForeignSupport {
  return async ({ text, cites }, { passages, language, onLate }, signal) => {
    const late = (error: unknown) => {
      signal.throwIfAborted();
      tell(error);
      onLate?.();
      return null;
    };
    const spans = cites.flatMap((number) => sentencesOf(passages, number - 1, language)).slice(0, mostSentences);
    if (spans.length === 0) return [];
    const claim = await turnedClaim(embedder, { text, language }, signal).catch(late);
    if (claim === null) return [];
    const stated = statedQuantities(text, claim.from);
    const hasAll = (said: string) => {
      const there = statedQuantities(said, language);
      return stated.every((one) => there.some((other) => isSameQuantity(one, other))) && !addsAddress(text, said);
    };
    const alike = spans.filter(({ said }) => hasAll(said));
    const fitting = alike.filter(({ said }) => isNegated(text, claim.from) === isNegated(said, language));
    const vectors = await vectorsOf(
      fitting.map(({ said }) => said),
      signal,
    );
    if (vectors === null) onLate?.();
    if (vectors === null) return [];
    const near = fitting
      .map((span, i) => ({ span, similarity: dot(claim.vector, vectors[i]!) + claim.offset }))
      .filter(({ similarity }) => similarity >= supportedFrom)
      .toSorted((a, b) => b.similarity - a.similarity);
    return near.slice(0, 1).map(({ span: { passage, start, end } }) => ({ passage, start, end }));
  };
}

/** Null: it is in this language. @throws the reason why the model gave no vector, or the signal's when aborted */
async function turnedClaim(
  embedder: Embedder,
  { text, language }: { readonly text: string; readonly language: string },
  signal: AbortSignal,
) {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
  const [vector] = (await embedder.embed([text], "question", soon)).vectors;
  return (vector && embedder.turn?.(vector, language)) ?? null;
}

/** Without commands to a machine, which support nothing. */
function sentencesOf(passages: readonly RetrievedPassage[], passage: number, language: string) {
  const text = passages[passage]?.text ?? "";
  return splitSentences(text, language)
    .map(({ start, end }) => ({ passage, start, end, said: text.slice(start, end) }))
    .filter(({ said }) => said.length <= longestSentence && !isInjectedInstruction(said));
}

/** The cosine of vectors of length one. */
function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * b[i]!, 0);
}
