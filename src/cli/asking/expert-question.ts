import type { QuestionMode, QuestionRequest } from "../../api/shapes.ts";
import { shownLine } from "../../language/text/shown-text.ts";
import { type Arguments, numberOption } from "../arguments.ts";
import { type KnownFlags, UsageError } from "../command.ts";
import { readServiceArguments } from "../service-access.ts";

export const questionOptionsHelp = `  --k NUMBER     Passages to find, 1 to 100
  --mode MODE    How to search: auto, keyword, sense, vector or hybrid`;

export const questionFlags = { options: ["k", "mode"], switches: ["json"] } as const;

interface QuestionForm {
  readonly flags: KnownFlags;
  readonly advice: string;
}

interface GivenQuestion {
  readonly given: Arguments;
  readonly expert: string;
  readonly question: QuestionRequest;
}

/** @throws UsageError with `advice` if expert or question is missing, and as `readServiceArguments` */
export function readExpertQuestion(args: readonly string[], { flags, advice }: QuestionForm): GivenQuestion {
  const given = readServiceArguments(args, flags);
  const [expert, ...words] = given.words;
  const text = words.join(" ").trim();
  const mayBeEmpty = given.switches.has("conversation");
  if (expert === undefined || (text === "" && !mayBeEmpty)) throw new UsageError(advice);
  const [k, mode] = [numberOption(given, "k"), given.options.get("mode")];
  // Unchecked: the service checks it.
  const options = { ...(k !== null && { k }), ...(mode !== undefined && { mode: mode as QuestionMode }) };
  return { given, expert, question: { question: text, ...options } };
}

interface PassageLocation {
  readonly title: string;
  readonly section: string;
  readonly page: number | null;
}

export function locationLine({ title, section, page }: PassageLocation): string {
  const parts = [title, section === "" ? [] : section, page === null ? [] : `page ${page}`].flat();
  return parts.map(shownLine).join(", ");
}
