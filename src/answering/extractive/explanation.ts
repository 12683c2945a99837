/** Why each sentence was or was not taken for an answer, for a person who wants to know. */
import type { RetrievedPassage } from "../answer.ts";
import { type ReadableEvidence, readable } from "../reading/read-choice.ts";
import { readConfidenceParts } from "../reading/read-confidence.ts";
import { readContributions } from "../reading/read-evidence.ts";
import { confidenceParts } from "./confidence.ts";
import type { SentenceEvidence } from "./evidence.ts";
import { type Evidence, type ExtractiveAnswer, withRest } from "./evidence.ts";
import {
  type AnswerLength,
  bearsOn,
  type Choice,
  chooseFrom,
  extractAnswer,
  readChoice,
  usualLength,
} from "./extractive.ts";
import type { AskingBreadth } from "./question/breadth.ts";
import type { QuestionModel } from "./question/question-model.ts";
import type { Said } from "./repeats.ts";
import { contributions, type Scored } from "./sentence-score.ts";
import type { Support } from "./support.ts";

export type Verdict =
  | "best"
  | "taken"
  /** Less likely than its length asks for. */
  | "unlikely"
  /** From another source than the best, and says no part of the question that the best does not. */
  | "adds nothing"
  /** As many were taken as an answer has. */
  | "enough";

export interface ExplainedSentence {
  readonly verdict: Verdict;
  readonly text: string;
  readonly passage: RetrievedPassage;
  readonly likelihood: number;
  /** The likelihood that its length asks of a further sentence. */
  readonly needed: number;
  /** What is known for and against it; `bench/fit-choice.ts` fits its weights. Null: chosen by meaning alone. */
  readonly evidence: SentenceEvidence | null;
  /** What each evidence adds to its score, the largest first; without those that add nothing. */
  readonly contributions: readonly (readonly [name: string, amount: number])[];
}

export interface Explanation {
  readonly kind: QuestionModel["kind"];
  readonly breadth: AskingBreadth;
  /** The question's terms with what each weighs. */
  readonly terms: readonly (readonly [term: string, weight: number])[];
  readonly answer: ExtractiveAnswer;
  /** What the confidence is computed from; null: there is no sentence. */
  readonly support: Support | null;
  /** What each number adds to the log-odds of the confidence, the largest first. */
  readonly confidence: readonly (readonly [name: string, amount: number])[];
  /** Best first. */
  readonly sentences: readonly ExplainedSentence[];
}

export function explainAnswer(evidence: Evidence, length: AnswerLength = usualLength): Explanation {
  const read = readable(evidence);
  if (read !== null) return explainRead(read, length);
  const choice = chooseFrom(evidence, length);
  const { question, breadth, ranked, support } = choice;
  return {
    kind: question.kind,
    breadth,
    terms: [...question.weights],
    answer: extractAnswer(evidence, length),
    support,
    confidence: support === null ? [] : strongest(confidenceParts(support, breadth)),
    sentences: ranked.map((one) => ({
      verdict: verdictOn(one, choice, evidence, length),
      text: one.unit.text,
      passage: evidence.passages[one.unit.passage]!,
      likelihood: one.likelihood,
      needed: length.likelihoodPerWord * one.words,
      evidence: one.evidence,
      contributions: strongest(contributions(one.evidence)),
    })),
  };
}

function explainRead(evidence: ReadableEvidence, length: AnswerLength): Explanation {
  const { question, breadth, ranked, taken, support } = readChoice(evidence, length);
  const { kind, weights } = question;
  return {
    kind,
    breadth,
    terms: [...weights],
    answer: extractAnswer(evidence, length),
    support,
    confidence: support === null ? [] : strongest(readConfidenceParts(support)),
    sentences: ranked.map((one, i) => ({
      verdict: i === 0 ? "best" : taken.some(({ unit }) => unit === one.unit) ? "taken" : "unlikely",
      text: one.unit.text,
      passage: evidence.passages[one.unit.passage]!,
      likelihood: one.likelihood,
      needed: length.likelihoodPerWord * one.words,
      evidence: one.read,
      contributions: strongest(readContributions(one.read)),
    })),
  };
}

function verdictOn(one: Scored<Said>, { taken }: Choice, evidence: Evidence, length: AnswerLength): Verdict {
  const best = taken[0];
  if (one === best) return "best";
  if (taken.includes(one)) return "taken";
  if (one.likelihood < length.likelihoodPerWord * one.words) return "unlikely";
  return best !== undefined && !bearsOn(withRest(evidence), best, one) ? "adds nothing" : "enough";
}

function strongest(parts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(parts)
    .filter(([, amount]) => Math.abs(amount) >= 0.005)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
