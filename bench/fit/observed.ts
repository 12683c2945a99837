/** What is known for and against each sentence that could answer the questions of a collection. */
import type { Explanation } from "../../src/answering/choice/extractive.ts";
import type { ChosenBy } from "../../src/answering/evidence/support.ts";
import { wordCount } from "../../src/cli/asking/answer-checks.ts";
import { explain } from "../../src/cli/asking/eval-run.ts";
import type { EvalQuestion } from "../../src/cli/asking/eval-set.ts";
import { withCollection } from "./collection.ts";

/** One question. */
export interface Observed {
  readonly collection: string;
  /** 0 to 4: each fifth is measured with weights that did not see it. */
  readonly fold: number;
  readonly isAnswerable: boolean;
  /** Best first by the weights that were there. */
  readonly sentences: readonly {
    readonly evidence: Readonly<Record<string, number>>;
    readonly isRight: boolean;
    readonly words: number;
    /** Whether the answer has it. */
    readonly isSaid: boolean;
  }[];
  /** What the confidence is computed from, for the first sentence. Null: there is none. */
  readonly support: Readonly<Record<string, number>> | null;
}

const folds = 5;
/** Sentences that are kept of a question: others are never chosen. */
const mostSentences = 40;

/** @param given DIR or DIR=LANGUAGE */
export function observe(given: string, by: ChosenBy, most: number): Promise<Observed[]> {
  const [folder = ""] = given.split("=");
  return withCollection(given, by === "reader", async (place, { questions }) => {
    const observed: Observed[] = [];
    const step = Math.max(1, questions.length / most);
    for (let at = 0; at < questions.length; at += step) {
      const question = questions[Math.floor(at)]!;
      const explained = await explain(place, question.question);
      // With a reader, overviews and comparisons are chosen by words all the same.
      if (explained.chosenBy === by) observed.push(observedFrom(folder, question, explained));
    }
    return observed;
  });
}

function observedFrom(collection: string, question: EvalQuestion, { sentences, support }: Explanation): Observed {
  const chosen = sentences.slice(0, mostSentences).flatMap(({ text, evidence, verdict }) =>
    evidence === null
      ? []
      : [
          {
            evidence: { ...evidence },
            isRight: answers(text, question.answers),
            words: wordCount(text),
            isSaid: verdict === "best" || verdict === "taken",
          },
        ],
  );
  return {
    collection,
    fold: Bun.hash.crc32(question.question) % folds,
    isAnswerable: question.answerable !== false,
    sentences: chosen,
    support: support && { ...support },
  };
}

/** A sentence answers if it holds an accepted answer, or is a part of one that goes over several sentences. */
function answers(sentence: string, accepted: readonly string[]): boolean {
  const own = plain(sentence);
  return accepted
    .map(plain)
    .some((one) => one !== "" && (own.includes(one) || (own.split(" ").length > 3 && one.includes(own))));
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
