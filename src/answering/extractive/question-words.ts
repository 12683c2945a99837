import type { QuestionPhrases } from "./question-phrases.ts";
import { latinPhrases } from "./question-words-latin.ts";
import { worldPhrases } from "./question-words-world.ts";

/** By primary language subtag. */
export const questionPhrases: ReadonlyMap<string, QuestionPhrases> = new Map(
  Object.entries({ ...latinPhrases, ...worldPhrases }),
);
