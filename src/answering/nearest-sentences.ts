/** Orders passages by the sentence that is nearest to the question: a passage's own vector is the mean of all that it says. */

import type { Expert } from "../experts/expert.ts";
import { whenKnown } from "../kernel/awaitable.ts";
import type { SearchOutcome } from "../memory/index-ports.ts";
import { nearnessOf, type SentenceNearness } from "../memory/sentence-vectors.ts";
import type { PassageReader } from "./ports.ts";
import type { SearchMeans } from "./search-choice.ts";

/** The number of passages that are reordered. */
const depth = 64;
/** Of the cosine, beside the score: little where the best passage has all the words, 1 where it has half of the score. */
const shareBeside = (best: number) => (2 * (1 - best)) ** 3;

export type Nearness = ReadonlyMap<number, readonly SentenceNearness[]>;

/** Null: there are no vectors of sentences to compare it with. */
export const comparable = ({ embedding }: SearchMeans, questionVector: Float32Array | null) =>
  embedding?.embedder.dividesPassages === true ? questionVector : null;

export const deepEnough = (k: number, question: Float32Array | null) => (question === null ? k : Math.max(k, depth));

/** The first `k`. Each place keeps its score, and passages without vectors of sentences are taken to be as near as the others. */
export function nearestFirst(
  passages: Pick<PassageReader, "sentences">,
  { id }: Pick<Expert, "id">,
  { hits, ...outcome }: SearchOutcome,
  { k, question }: { readonly k: number; readonly question: Float32Array | null },
) {
  const numbers = question === null ? [] : hits.slice(0, depth).map(({ no }) => no);
  return whenKnown(numbers.length === 0 ? new Map() : passages.sentences(id, numbers), (stored) => {
    const nearness = nearnessIn(stored, question);
    const best = new Map(nearness.entries().map(([no, some]) => [no, Math.max(...some.map(({ cosine }) => cosine))]));
    const usual = best.size === 0 ? 0 : best.values().reduce((sum, cosine) => sum + cosine, 0) / best.size;
    const share = shareBeside(hits[0]?.score ?? 1);
    const keyOf = ({ no, score }: (typeof hits)[number]) => score + share * (best.get(no) ?? usual);
    const ordered = hits.slice(0, depth).toSorted((a, b) => keyOf(b) - keyOf(a));
    const placed = ordered.map((hit, i) => ({ ...hit, score: hits[i]!.score }));
    return { outcome: { ...outcome, hits: [...placed, ...hits.slice(depth)].slice(0, k) }, nearness };
  });
}

function nearnessIn(stored: ReadonlyMap<number, Uint8Array>, question: Float32Array | null): Nearness {
  if (question === null) return new Map();
  const found = stored.entries().map(([no, bytes]) => [no, nearnessOf(bytes, question)] as const);
  return new Map(found.filter(([, some]) => some.length > 0));
}
