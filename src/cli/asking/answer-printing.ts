import type { AnswerReply, CitationReply } from "../../client/client-replies.ts";
import { shownLine, shownText } from "../../language/text/shown-text.ts";
import type { Console } from "../command.ts";
import { type Paint, plain } from "../terminal/colour.ts";
import { locationLine } from "./expert-question.ts";

export async function printAnswer(
  pieces: AsyncGenerator<string, AnswerReply>,
  console: Console,
  isJson: boolean,
): Promise<AnswerReply> {
  const answer = await writePieces(pieces, isJson ? undefined : console.write);
  if (isJson) console.print(JSON.stringify(answer.raw));
  else printRest(answer, console);
  return answer;
}

async function writePieces(pieces: AsyncGenerator<string, AnswerReply>, write: Console["write"]): Promise<AnswerReply> {
  for (;;) {
    const piece = await pieces.next();
    if (piece.done === true) return piece.value;
    write?.(shownText(piece.value));
  }
}

/** The rest of the output: everything, or what follows the text that was already printed. */
function printRest({ text, abstainReason, citations }: AnswerReply, console: Console): void {
  if (console.write === undefined) console.print(shownText(text));
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

function sourceLines(citation: CitationReply, paint: Paint): readonly string[] {
  const { index, url, quote } = citation;
  const lines = [
    `${paint("cyan", `[${index}]`)} ${paint("bold", locationLine(citation))}`,
    `    "${shownLine(quote)}"`,
  ];
  return url === null ? lines : [...lines, `    ${paint("dim", shownLine(url))}`];
}
