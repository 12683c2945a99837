import type { Command } from "../command.ts";
import { accessHelp, reachService } from "../service-access.ts";
import { printAnswer } from "./answer-printing.ts";
import { converse } from "./ask-conversation.ts";
import { questionFlags, questionOptionsHelp, readExpertQuestion } from "./expert-question.ts";

const abstainedExitCode = 3;

const flags = { ...questionFlags, switches: [...questionFlags.switches, "conversation"] };

export const askCommand: Command = {
  name: "ask",
  usage: "EXPERT [QUESTION] [-c]",
  summary: "Ask an expert of a running service",
  examples: ['manuals "How often is the filter replaced?"', "manuals -c"],
  help: `${questionOptionsHelp}
  -c, --conversation    Read questions, one in each line, until the input ends. A question such as "And how long?" is
                        understood from those before it. Nothing is kept afterwards.
  --json         Print the whole answer as JSON

Exit codes: 0 when the question was answered or the conversation ended, 3 when the documents do not contain the answer.
${accessHelp}`,
  flags,
  run: async (args, console) => {
    const advice = "Name an expert and a question: `docent ask EXPERT QUESTION`, or `docent ask EXPERT -c`.";
    const { given, expert, question } = readExpertQuestion(withLongNames(args), { flags, advice });
    const isJson = given.switches.has("json");
    const client = reachService(given, console);
    if (given.switches.has("conversation")) {
      await converse(client, { expert, first: question, isJson }, console);
      return 0;
    }
    const answer = await printAnswer(client.streamAnswer(expert, question), console, isJson);
    return answer.abstained ? abstainedExitCode : 0;
  },
};

function withLongNames(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.map((arg, at) => (arg === "-c" && (end < 0 || at < end) ? "--conversation" : arg));
}
