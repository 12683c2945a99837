/** The text of an expert whose memory does not contain the answer. */
import { languageOf } from "../languages/known-languages.ts";

/** In the expert's language (BCP 47), or English if that is unknown. */
export function refusalFor(language: string): string {
  return languageOf(language).refusal;
}
