import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService } from "../../compose/compose.ts";
import type { Config } from "../../config/load-config.ts";
import type { ExpertDraft } from "../../experts/expert-service.ts";
import { silentLog } from "../../kernel/log.ts";
import { autoLanguage } from "../../language/find-language.ts";
import { sharePacks } from "../../store/sqlite/folder/model-packs.ts";
import { localCommand } from "../arguments.ts";
import { type Console, UsageError } from "../command.ts";
import { explanationText, reportText } from "./eval-printing.ts";
import { askQuestions, type EvalPlace, explain, loadDocuments } from "./eval-run.ts";
import { type EvalSet, readDocuments, readEvalSet } from "./eval-set.ts";

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
    const run = { config, draft, console };
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

/** In a temporary folder, with the configured models. */
async function withExpert<T>(
  { config, draft, console }: { readonly config: Config; readonly draft: ExpertDraft; readonly console: Console },
  set: EvalSet,
  work: (place: EvalPlace) => Promise<T>,
): Promise<T> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "docent-eval-"));
  const dataDir = folder.path;
  sharePacks(config.dataDir, dataDir);
  const own = { ...config, dataDir, shared: null, backups: null, answerThreads: 0 };
  await using opened = new AsyncDisposableStack();
  const docent = opened.adopt(await openService(own, { log: silentLog }), (it) => it.close());
  const workspace = await docent.workspaces.create("default");
  const { key } = await docent.keys.create({ workspaceId: workspace.id, name: "eval" });
  const reach = { workspaceId: workspace.id, expertIds: null };
  const expert = await docent.experts.create(reach, draft);
  docent.begin();
  const progress = (what: string, done: number, total: number) => console.complain(`${what} ${done}/${total}`);
  const place = { docent, expert, keyId: key.id, progress };
  await loadDocuments(place, set);
  // Read again, because its first source may have given it vectors.
  return await work({ ...place, expert: await docent.experts.find(reach, expert.id) });
}
