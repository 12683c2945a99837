/** Whether a document asks the question itself, as lists of frequent questions do. */
import type { Unit } from "../evidence/units.ts";
import { denies } from "./opposites.ts";
import { readAsking } from "./question-kind.ts";
import type { QuestionModel } from "./question-model.ts";

/** @param heading a heading or question with the content terms of the question, in their order, and no others */
export type SameQuestionTest = (heading: Unit) => boolean;

/**
 * Two questions with the same content are the same if they ask for the same kind of thing, and if both or neither deny
 * something. A heading that asks for nothing, such as `Getting started`, is no question.
 */
export function sameQuestionTest({ kind, wording }: QuestionModel, language: string): SameQuestionTest {
  return (heading) => {
    if (heading.kind !== "question" && kind === "other") return false;
    return (
      readAsking(heading.text, language).kind === kind && denies(heading.text, language) === denies(wording, language)
    );
  };
}
