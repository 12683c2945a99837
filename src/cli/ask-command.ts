/** `docent ask`: a question to a running service, its answer and the sources that it cites. */
import type { AnswerReply, CitationReply } from "../client/client-replies.ts";
import { shownLine, shownText } from "../text/shown-text.ts";
import type { Command, Console } from "./command.ts";
import { locationLine, questionOptionsHelp, readExpertQuestion } from "./expert-question.ts";
import { accessHelp, reachService } from "./service-access.ts";

/** The exit code for a question that the documents do not answer. */
const abstainedExitCode = 3;

export const askCommand: Command = {
  name: "ask",
  usage: "EXPERT QUESTION",
  summary: "Ask an expert of a running service",
  help: `${questionOptionsHelp}
  --json         Print the whole answer as JSON

Exit codes: 0 when the question was answered, 3 when the documents do not contain the answer.
${accessHelp}`,
  run: async (args, console) => {
    const advice = "Name an expert and a question: `docent ask EXPERT QUESTION`.";
    const { given, expert, question } = readExpertQuestion(args, advice);
    const isJson = given.switches.has("json");
    const pieces = reachService(given, console).ask(expert, question);
    const answer = await printAnswer(pieces, isJson ? undefined : console.write);
    if (isJson) console.print(JSON.stringify(answer.raw));
    else printRest(answer, console);
    return answer.abstained ? abstainedExitCode : 0;
  },
};

/** Writes the answer as it arrives, if the output is a terminal. */
async function printAnswer(pieces: AsyncGenerator<string, AnswerReply>, write: Console["write"]): Promise<AnswerReply> {
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
  for (const citation of citations) for (const line of ["", ...sourceLines(citation)]) console.print(line);
  const remedy = remedies[abstainReason ?? ""];
  if (remedy !== undefined) console.complain(remedy);
}

const remedies: Readonly<Record<string, string>> = {
  no_sources: "The expert has no documents yet. Add some with `docent ingest EXPERT PATH`.",
  sources_pending: "Its documents are still being read. Ask again in a moment.",
};

function sourceLines(citation: CitationReply): readonly string[] {
  const { index, url, quote } = citation;
  const lines = [`[${index}] ${locationLine(citation)}`, `    "${shownLine(quote)}"`];
  return url === null ? lines : [...lines, `    ${shownLine(url)}`];
}
