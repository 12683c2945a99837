/** Why each sentence was or was not taken for an answer, for a person who wants to know. */
import type { RetrievedPassage } from "../answer.ts";
import type { Evidence, ExtractiveAnswer, SentenceEvidence } from "../evidence/evidence.ts";
import type { Scored } from "../evidence/sentence-evidence.ts";
import { type ChosenBy, confidenceParts, contributions, type Said } from "../evidence/sentence-score.ts";
import type { Support } from "../evidence/support.ts";
import type { AskingBreadth } from "../question/breadth.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { type AnswerLength, type Choice, chooseFrom, usualLength } from "./choice.ts";
import { answerOf } from "./extractive.ts";

export type Verdict =
  | "best"
  | "taken"
  /** Less likely than its length asks for. */
  | "unlikely"
  /** From another block than the best, and not nearly as likely. */
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
  /** What is known for and against it; `make fit` finds its weights. Null: chosen by meaning alone. */
  readonly evidence: SentenceEvidence | null;
  /** What each evidence adds to its score, the largest first; without those that add nothing. */
  readonly contributions: readonly (readonly [name: string, amount: number])[];
}

export interface Explanation {
  readonly kind: QuestionModel["kind"];
  readonly breadth: AskingBreadth;
  readonly chosenBy: ChosenBy;
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
  const choice = chooseFrom(evidence, length);
  const { question, breadth, ranked, support, chosenBy } = choice;
  return {
    kind: question.kind,
    breadth,
    chosenBy,
    terms: [...question.weights],
    answer: answerOf(evidence, choice),
    support,
    confidence: support === null ? [] : strongest(confidenceParts(support, chosenBy)),
    sentences: ranked.map((one) => ({
      verdict: verdictOn(one, choice, length),
      text: one.unit.text,
      passage: evidence.passages[one.unit.passage]!,
      likelihood: one.likelihood,
      needed: length.likelihoodPerWord * one.words,
      evidence: one.evidence,
      contributions: strongest(contributions(one.evidence, chosenBy)),
    })),
  };
}

function verdictOn(one: Scored<Said>, { taken }: Choice, length: AnswerLength): Verdict {
  if (one === taken[0]) return "best";
  if (taken.includes(one)) return "taken";
  if (one.likelihood < length.likelihoodPerWord * one.words) return "unlikely";
  return one.block === taken[0]?.block ? "enough" : "adds nothing";
}

function strongest(parts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(parts)
    .filter(([, amount]) => Math.abs(amount) >= 0.005)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
