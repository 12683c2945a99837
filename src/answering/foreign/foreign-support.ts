/** Vectors of a model pack find the support; numbers, addresses and negation, which they do not distinguish, must agree. */

import { addsAddress } from "../../language/text/link-safety.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { isSameQuantity, statedQuantities } from "../check/stated-quantities.ts";
import { isInjectedInstruction } from "../generated/prompt.ts";
import { isNegated } from "../question/mismatches.ts";
import { comparableSentences, dot, type SentenceVectors } from "./foreign-sentences.ts";

export interface ForeignClaim {
  readonly text: string;
  /** Passages, from 1. */
  readonly cites: readonly number[];
}

export interface ClaimedPassages {
  readonly passages: readonly RetrievedPassage[];
  readonly language: string;
  /** Called if there were no vectors in time. */
  readonly onLate?: () => void;
}

/** None if both are in one language, or there are no vectors. */
export type ForeignSupport = (
  claim: ForeignClaim,
  among: ClaimedPassages,
  signal: AbortSignal,
) => Promise<readonly PassageSpan[]>;

/** XQuAD in four languages: 0.81 to 1.00 of sentences reach it with their counterparts, 0.07 to 0.19 with a neighbour. */
const supportedFrom = 0.87;
/** For passages that are hardly divided into sentences. */
const mostSentences = 40;
/** Milliseconds for which a reply waits. */
const deadline = 5000;

/** @param tell called with the model's error */
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

/** Null: in this language. @throws the model's error, or the signal's reason */
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
  const cited = passages[passage];
  const sentences = cited === undefined ? [] : comparableSentences(cited, language);
  return sentences.filter(({ said }) => !isInjectedInstruction(said)).map((one) => ({ ...one, passage }));
}
