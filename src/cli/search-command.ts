/** `docent search`: the passages of an expert that are nearest to a question, without an answer. */
import type { PassageReply } from "../client/client-replies.ts";
import { shownLine, shownText } from "../text/shown-text.ts";
import { type Command, UsageError } from "./command.ts";
import { accessHelp, numberOption, reachService, readServiceArguments } from "./service-access.ts";

/** The exit code where nothing is found. */
const nothingFound = 3;

export const searchCommand: Command = {
  name: "search",
  usage: "EXPERT WORDS",
  summary: "Find passages in an expert's documents",
  help: `  --k NUMBER     Passages to find, 1 to 100
  --mode MODE    How to search: auto, keyword, sense, vector or hybrid
  --json         Print the service's reply as JSON

Exit codes: 0 when something was found, 3 when nothing was.
${accessHelp}`,
  run: async (args, console) => {
    const given = readServiceArguments(args, { options: ["k", "mode"], switches: ["json"] });
    const [expert, ...words] = given.words;
    const text = words.join(" ").trim();
    if (expert === undefined || text === "")
      throw new UsageError("Name an expert and what to look for: `docent search EXPERT WORDS`.");
    const question = { text, k: numberOption(given, "k"), mode: given.options.get("mode") ?? null };
    const { passages, raw } = await reachService(given, console).search(expert, question);
    if (given.switches.has("json")) console.print(JSON.stringify(raw));
    else for (const line of passages.flatMap(linesOf)) console.print(line);
    return passages.length === 0 ? nothingFound : 0;
  },
};

function linesOf({ rank, title, section, page, url, text, score }: PassageReply): readonly string[] {
  const place = [title, section === "" ? [] : section, page === null ? [] : `page ${page}`].flat().map(shownLine);
  const body = text.split("\n").map((line) => (line === "" ? "" : `    ${shownText(line)}`));
  const link = url === null ? [] : [`    ${shownLine(url)}`];
  return [...(rank === 1 ? [] : [""]), `${rank}. ${place.join(", ")}  (${score.toFixed(2)})`, ...body, ...link];
}
