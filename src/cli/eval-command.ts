/** `docent eval`: how well Docent retrieves and answers on a collection of your own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compose } from "../compose.ts";
import type { Config } from "../config/load-config.ts";
import { silentLog } from "../kernel/log.ts";
import { readArguments } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { askQuestions, type EvalReport, loadDocuments } from "./eval-run.ts";
import { type EvalSet, readEvalSet } from "./eval-set.ts";

export const evalCommand: Command = {
  name: "eval",
  usage: "DIR [--k N] [--language TAG] [--json true]",
  summary: "Measure retrieval and answers on a collection",
  run: async (args, console) => {
    const spelled = args.flatMap((word) => (word === "--json" ? ["--json=true"] : [word]));
    const { config, words, options } = readArguments(spelled, ["k", "language", "json"]);
    const [folder] = words;
    if (folder === undefined) throw new UsageError("Say which collection: `docent eval DIR`.");
    const k = Number(options.get("k") ?? 8);
    if (!Number.isInteger(k) || k < 1 || k > 100) throw new UsageError("--k takes a whole number from 1 to 100.");
    const set = readEvalSet(folder);
    const report = await measure(config, set, { k, language: options.get("language") ?? "en", console });
    console.print(options.has("json") ? JSON.stringify(report) : table(report));
    return 0;
  },
};

interface Wish {
  readonly k: number;
  readonly language: string;
  readonly console: Console;
}

/** In a folder of its own that is gone afterwards; the configured models are used, the configured data is not. */
async function measure(config: Config, set: EvalSet, { k, language, console }: Wish): Promise<EvalReport> {
  const dataDir = mkdtempSync(join(tmpdir(), "docent-eval-"));
  const docent = compose({ ...config, dataDir }, { log: silentLog });
  try {
    const workspace = docent.workspaces.create("default");
    const { key } = docent.keys.create({ workspaceId: workspace.id, name: "eval" });
    const expert = docent.experts.create({ workspaceId: workspace.id, expertIds: null }, { name: "eval", language });
    docent.begin();
    const progress = (what: string, done: number, total: number) => console.complain(`${what} ${done}/${total}`);
    const place = { docent, expert, keyId: key.id, k, progress };
    await loadDocuments(place, set);
    return await askQuestions(place, set);
  } finally {
    await docent.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function table(report: EvalReport): string {
  const rows = Object.entries(report).filter(([, value]) => value !== null);
  return rows
    .map(([name, value]) => `${name.padEnd(24)}${Number.isInteger(value) ? value : Number(value).toFixed(4)}`)
    .join("\n");
}
