/** What an expert says when its memory does not contain the answer. */
import { languageOf } from "../languages/known-languages.ts";

/** In the expert's language (BCP 47); in English where that is not known. */
export function refusalFor(language: string): string {
  return languageOf(language).refusal;
}
