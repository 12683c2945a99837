import type { Command } from "../command.ts";
import { serviceCommand } from "../service-access.ts";
import { printAnswer } from "./answer-printing.ts";
import { converse } from "./ask-conversation.ts";
import { questionFlags, questionOptionsHelp, readExpertQuestion } from "./expert-question.ts";

const abstainedExitCode = 3;

const ask = serviceCommand({
  name: "ask",
  usage: "EXPERT [QUESTION] [-c]",
  summary: "Ask an expert of a running service",
  examples: ['manuals "How often is the filter replaced?"', "manuals -c"],
  help: `${questionOptionsHelp}
  -c, --conversation    Read questions, one in each line, until the input ends. A question such as "And how long?" is
                        understood from those before it. Nothing is kept afterwards.
  --json         Print the whole answer as JSON

Exit codes: 0 when the question was answered or the conversation ended, 3 when the documents do not contain the answer.`,
  flags: { ...questionFlags, switches: [...questionFlags.switches, "conversation"] },
  run: async ({ given, console, ...call }) => {
    const advice = "Name an expert and a question: `docent ask EXPERT QUESTION`, or `docent ask EXPERT -c`.";
    const { expert, question } = readExpertQuestion(given, advice);
    const isJson = given.switches.has("json");
    const client = call.client();
    if (given.switches.has("conversation")) {
      await converse(client, { expert, first: question, isJson }, console);
      return 0;
    }
    const answer = await printAnswer(client.streamAnswer(expert, question), console, isJson);
    return answer.abstained ? abstainedExitCode : 0;
  },
});

export const askCommand: Command = { ...ask, run: (args, console) => ask.run(withLongNames(args), console) };

function withLongNames(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.map((arg, at) => (arg === "-c" && (end < 0 || at < end) ? "--conversation" : arg));
}
