import type { RetrievedPassageObject } from "../../api/shapes.ts";
import { shownLine, shownText } from "../../language/text/shown-text.ts";
import { type Paint, plain } from "../command.ts";
import { serviceCommand } from "../service-access.ts";
import { locationLine, questionFlags, questionOptionsHelp, readExpertQuestion } from "./expert-question.ts";

const nothingFound = 3;

export const searchCommand = serviceCommand({
  name: "search",
  usage: "EXPERT WORDS",
  summary: "Find passages in an expert's documents",
  examples: ['manuals "clean the filter"', 'manuals "clean the filter" --k 3 --json'],
  help: `${questionOptionsHelp}
  --json         Print the service's reply as JSON

Exit codes: 0 when something was found, 3 when nothing was.`,
  flags: questionFlags,
  run: async ({ given, console, client, print }) => {
    const advice = "Name an expert and the words to find: `docent search EXPERT WORDS`.";
    const { expert, question } = readExpertQuestion(given, advice);
    const answer = await client().queryExpert(expert, { ...question, generate: false, include: ["passages"] });
    const passages = answer.passages ?? [];
    const lines = passages.flatMap((passage) => linesOf(passage, console.paint ?? plain));
    print(answer, lines);
    return passages.length === 0 ? nothingFound : 0;
  },
});

function linesOf(passage: RetrievedPassageObject, paint: Paint): readonly string[] {
  const { rank, url, text, score } = passage;
  const body = text.split("\n").map((line) => (line === "" ? "" : `    ${shownText(line)}`));
  const link = url === null ? [] : [`    ${shownLine(url)}`];
  return [
    ...(rank === 1 ? [] : [""]),
    `${rank}. ${paint("bold", locationLine(passage))}  (${score.toFixed(2)})`,
    ...body,
    ...link,
  ];
}
