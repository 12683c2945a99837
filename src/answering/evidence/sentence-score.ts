/** The table of evidence as one score: how likely each sentence is the answer, given that one of them is. */

import type { PassageSpan } from "../answer.ts";
import type { BlockReadings } from "./blocks.ts";
import type { SentenceChoice, SentenceEvidence } from "./evidence.ts";
import type { Candidate, Scored } from "./sentence-evidence.ts";
import type { Support } from "./support.ts";
import type { UnitWording } from "./units.ts";
import fitted from "./weights.json" with { type: "json" };

/** What an answer is chosen by: words alone, or words and a reader. */
export type ChosenBy = "words" | "reader";

type Weights = readonly (readonly [name: keyof SentenceEvidence, weight: number])[];

/**
 * Of a conditional logit (the softmax over all sentences of a question); `make fit` finds them (bench/fit/README.md). No
 * collection to fit on has what `unfitted` weighs.
 */
const weightsBy: Readonly<Record<ChosenBy, Weights>> = {
  words: Object.entries({ ...fitted.words.choice, ...fitted.unfitted.choice }) as unknown as Weights,
  reader: Object.entries({ ...fitted.reader.choice, ...fitted.unfitted.choice }) as unknown as Weights,
};

/**
 * Best first; equal ones in the given order.
 * @param readings null: by words alone
 */
export function rankCandidates(candidates: readonly Said[], readings: BlockReadings | null): readonly Scored<Said>[] {
  const weights = weightsBy[readings === null ? "words" : "reader"];
  const scored = candidates.map((said) => {
    const evidence = readings === null ? said.evidence : withReading(said, readings);
    return { said, evidence, score: scoreOf(evidence, weights) };
  });
  scored.sort((a, b) => b.score - a.score);
  const highest = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored.map(({ said: { unit, wording, words, marks, isReply, block, also }, evidence, score }) => {
    const likelihood = Math.exp(score - highest) / total;
    return { unit, wording, words, marks, isReply, block, evidence, also, score, likelihood };
  });
}

function withReading(said: Said, readings: BlockReadings): SentenceEvidence {
  const reading = readings.of(said);
  const { answers = 0, part = 0 } = reading ?? {};
  return { ...said.evidence, answers, part, unread: reading === null ? 1 : 0 };
}

/** A loop over pairs: it runs for every sentence. */
function scoreOf(evidence: SentenceEvidence, weights: Weights): number {
  let sum = 0;
  for (const [name, weight] of weights) sum += weight * evidence[name];
  return sum;
}

export function contributions(evidence: SentenceEvidence, by: ChosenBy): Readonly<Record<string, number>> {
  return Object.fromEntries(weightsBy[by].map(([name, weight]) => [name, weight * evidence[name]]));
}

/**
 * The confidence below which an expert abstains, unless its settings say otherwise. Chosen for this cost: answering one
 * question that the memory cannot answer is as bad as refusing one that it can.
 */
export const leastConfidence: Readonly<Record<ChosenBy, number>> = {
  words: fitted.words.least,
  reader: fitted.reader.least,
};

/** 0–1: the probability that the answer is right. */
export function confidenceOf(support: Support, by: ChosenBy): number {
  return 1 / (1 + Math.exp(-Object.values(confidenceParts(support, by)).reduce((sum, amount) => sum + amount, 0)));
}

/** What the confidence's log-odds are the sum of: a logistic regression of "the answer is right"; `make fit` finds it (bench/fit/README.md). */
export function confidenceParts(support: Support, by: ChosenBy): Readonly<Record<string, number>> {
  const { intercept, weights } = fitted[by].confidence as {
    readonly intercept: number;
    readonly weights: Readonly<Partial<Record<keyof Support, number>>>;
  };
  const all = Object.entries({ ...weights, ...fitted.unfitted.confidence });
  const parts = all.map(([name, weight]) => [name, weight * support[name as keyof Support]]);
  return { "in general": intercept, ...Object.fromEntries(parts) };
}

/** A candidate and the other places with exactly the same text. */
export interface Said extends Candidate {
  readonly also: SentenceChoice["also"];
}

/**
 * Keeps one of the candidates with the same words in the same order: the one that stands under the question itself, otherwise the
 * first, which is in the best passage. Candidates with exactly the same text become its `also`. Others (different case or line
 * breaks) are left out, because a citation must contain the sentence exactly as in the answer.
 */
export function mergeRepeats(candidates: readonly Candidate[]): readonly Said[] {
  /** The last one with each outline. Few share one. */
  const byOutline = new Map<number, Merging>();
  const said: Said[] = [];
  for (const candidate of repliesFirst(candidates)) {
    const outline = candidate.wording.outline();
    const last = byOutline.get(outline) ?? null;
    const known = sameIn(last, candidate);
    if (known === null) {
      const also: PassageSpan[] = [];
      byOutline.set(outline, { first: candidate, also, before: last });
      said.push(saidOf(candidate, also));
    } else if (known.first.unit.text === candidate.unit.text) {
      const { passage, start, end } = candidate.unit;
      known.also.push({ passage, start, end });
    }
  }
  return said;
}

function repliesFirst(candidates: readonly Candidate[]): readonly Candidate[] {
  const replies = candidates.filter(({ isReply }) => isReply);
  return replies.length === 0 ? candidates : [...replies, ...candidates.filter(({ isReply }) => !isReply)];
}

interface Merging {
  readonly first: Candidate;
  readonly also: PassageSpan[];
  /** Another one with the same outline. */
  readonly before: Merging | null;
}

function sameIn(last: Merging | null, candidate: Candidate): Merging | null {
  let one = last;
  while (one !== null && !haveSameWords(one.first, candidate)) one = one.before;
  return one;
}

/** Most repeats have the same text, and comparing texts is faster. */
function haveSameWords(a: Candidate, b: Candidate): boolean {
  return a.unit.text === b.unit.text || a.wording.text() === b.wording.text();
}

/** Names each field, because copying an unknown set of fields takes ten times as long, and this is done for every sentence. */
function saidOf({ unit, wording, words, marks, isReply, block, evidence }: Candidate, also: Said["also"]): Said {
  return { unit, wording, words, marks, isReply, block, evidence, also };
}

/** Fewer words in a row occur in many sentences. */
const fewestRepeated = 4;

/** The sentences, without those whose words an earlier one has in a row, and without those that have all of an earlier one's. */
export function withoutRepeats<S extends Pick<Said, "wording">>(sentences: readonly S[]): readonly S[] {
  const kept: S[] = [];
  for (const sentence of sentences) {
    const { wording } = sentence;
    if (!kept.some((one) => isPart(wording, one.wording) || isPart(one.wording, wording))) kept.push(sentence);
  }
  return kept;
}

const isPart = (part: UnitWording, whole: UnitWording) => part.length >= fewestRepeated && part.isIn(whole);
