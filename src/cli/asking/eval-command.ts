import { autoLanguage } from "../../language/find-language.ts";
import { localCommand } from "../arguments.ts";
import { UsageError } from "../command.ts";
import { explanationText, reportText } from "./eval-printing.ts";
import { askQuestions, explain, withExpert } from "./eval-run.ts";
import { readDocuments, readEvalSet } from "./eval-set.ts";

export const evalCommand = localCommand({
  name: "eval",
  usage:
    "DIR [--questions FILE] [--explain QUESTION] [--k N] [--sentences N] [--min-confidence N] [--language TAG] [--json]",
  summary: "Measure retrieval and answers on a collection of your own",
  examples: ["./collection", './collection --explain "How often is the filter replaced?"'],
  flags: {
    options: ["k", "language", "sentences", "min-confidence", "questions", "explain"],
    switches: ["json"],
  },
  run: async ({ config, words, options, switches }, console) => {
    const [folder] = words;
    if (folder === undefined) throw new UsageError("Name the folder of a collection: `docent eval DIR`.");
    const draft = {
      name: "eval",
      language: options.get("language") ?? autoLanguage,
      settings: {
        k: numberIn(options.get("k"), { name: "k", least: 1, most: 100 }) ?? 8,
        sentences: numberIn(options.get("sentences"), { name: "sentences", least: 1, most: 5 }),
        minConfidence: numberIn(options.get("min-confidence"), { name: "min-confidence", least: 0, most: 1 }),
      },
    };
    const progress = (what: string, done: number, total: number) => console.complain(`${what} ${done}/${total}`);
    const run = { config, draft, progress };
    const explainedQuestion = options.get("explain");
    if (explainedQuestion !== undefined) {
      const set = { documents: readDocuments(folder, true), questions: [] };
      const explained = await withExpert(run, set, (place) => explain(place, explainedQuestion));
      console.print(switches.has("json") ? JSON.stringify(explained) : explanationText(explained));
      return 0;
    }
    const set = readEvalSet(folder, options.get("questions") ?? null);
    const report = await withExpert(run, set, (place) => askQuestions(place, set));
    console.print(switches.has("json") ? JSON.stringify(report) : reportText(report));
    return 0;
  },
});

function numberIn(
  text: string | undefined,
  { name, least, most }: { name: string; least: number; most: number },
): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  const isWhole = Number.isInteger(number) || most === 1;
  if (isWhole && number >= least && number <= most) return number;
  throw new UsageError(`--${name} takes a number from ${least} to ${most}.`);
}
