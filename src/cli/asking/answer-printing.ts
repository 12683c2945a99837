import type { AnswerProgress } from "../../api/answer-events.ts";
import type { AnswerObject, CitationObject } from "../../api/shapes.ts";
import { shownLine, shownText } from "../../language/text/shown-text.ts";
import { type Console, type Paint, plain } from "../command.ts";
import { locationLine } from "./expert-question.ts";

export async function printAnswer(
  events: AsyncGenerator<AnswerProgress>,
  console: Console,
  isJson: boolean,
): Promise<AnswerObject> {
  const answer = await writePieces(events, isJson ? undefined : console.write);
  if (isJson) console.print(JSON.stringify(answer));
  else printRest(answer, console);
  return answer;
}

async function writePieces(events: AsyncGenerator<AnswerProgress>, write: Console["write"]): Promise<AnswerObject> {
  for await (const event of events) {
    if (event.type === "delta") write?.(shownText(event.text));
    if (event.type === "done") return event.answer;
  }
  throw new Error("an answer has an end");
}

function printRest({ answer: text, abstain_reason: abstainReason, citations }: AnswerObject, console: Console): void {
  if (console.write === undefined) console.print(shownText(text ?? ""));
  else console.write("\n");
  const paint = console.paint ?? plain;
  for (const citation of citations) for (const line of ["", ...sourceLines(citation, paint)]) console.print(line);
  const remedy = remedies[abstainReason ?? ""];
  if (remedy !== undefined) console.complain(remedy);
}

const remedies: Readonly<Record<string, string>> = {
  no_sources: "The expert has no documents yet. Add some with `docent ingest EXPERT PATH`.",
  sources_pending: "Its documents are still being read. Ask again in a moment.",
};

function sourceLines(citation: CitationObject, paint: Paint): readonly string[] {
  const { index, url, quote } = citation;
  const lines = [
    `${paint("cyan", `[${index}]`)} ${paint("bold", locationLine(citation))}`,
    `    "${shownLine(quote)}"`,
  ];
  return url === null ? lines : [...lines, `    ${paint("dim", shownLine(url))}`];
}
