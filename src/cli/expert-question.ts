/** What `docent ask` and `docent search` share: their arguments, and how they print where a passage is. */
import type { Question } from "../client/docent-client.ts";
import { shownLine } from "../text/shown-text.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";
import { numberOption, readServiceArguments } from "./service-access.ts";

export const questionOptionsHelp = `  --k NUMBER     Passages to find, 1 to 100
  --mode MODE    How to search: auto, keyword, sense, vector or hybrid`;

interface GivenQuestion {
  readonly given: Arguments;
  readonly expert: string;
  readonly question: Question;
}

/** @throws UsageError with `advice` if the expert or the question is missing, and as `readServiceArguments` does. */
export function readExpertQuestion(args: readonly string[], advice: string): GivenQuestion {
  const given = readServiceArguments(args, { options: ["k", "mode"], switches: ["json"] });
  const [expert, ...words] = given.words;
  const text = words.join(" ").trim();
  if (expert === undefined || text === "") throw new UsageError(advice);
  return { given, expert, question: { text, k: numberOption(given, "k"), mode: given.options.get("mode") ?? null } };
}

interface PassageLocation {
  readonly title: string;
  /** Empty if it has none. */
  readonly section: string;
  readonly page: number | null;
}

/** The title, section and page of a passage, in one line. */
export function locationLine({ title, section, page }: PassageLocation): string {
  const parts = [title, section === "" ? [] : section, page === null ? [] : `page ${page}`].flat();
  return parts.map(shownLine).join(", ");
}
