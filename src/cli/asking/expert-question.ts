import type { CitationObject, QuestionMode, QuestionRequest } from "../../api/shapes.ts";
import { shownLine } from "../../language/text/shown-text.ts";
import { type Arguments, numberOption } from "../arguments.ts";
import { UsageError } from "../command.ts";

export const questionOptionsHelp = `  --k NUMBER     Passages to find, 1 to 100
  --mode MODE    How to search: auto, keyword, sense, vector or hybrid`;

export const questionFlags = { options: ["k", "mode"], switches: ["json"] } as const;

/** @throws UsageError with `advice` if expert or question is missing */
export function readExpertQuestion(given: Arguments, advice: string) {
  const [expert, ...words] = given.words;
  const text = words.join(" ").trim();
  const mayBeEmpty = given.switches.has("conversation");
  if (expert === undefined || (text === "" && !mayBeEmpty)) throw new UsageError(advice);
  const [k, mode] = [numberOption(given, "k"), given.options.get("mode")];
  // Unchecked: the service checks it.
  const options = { ...(k !== null && { k }), ...(mode !== undefined && { mode: mode as QuestionMode }) };
  return { expert, question: { question: text, ...options } satisfies QuestionRequest };
}

export function locationLine({ title, section, page }: Pick<CitationObject, "title" | "section" | "page">): string {
  const parts = [title, section === "" ? [] : section, page === null ? [] : `page ${page}`].flat();
  return parts.map(shownLine).join(", ");
}
