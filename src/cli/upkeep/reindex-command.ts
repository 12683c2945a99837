/** `docent reindex`: embeds and encodes an expert's memory anew, also while a server runs on the same folder. */
import { type BuiltInSense, builtInSense } from "../../compose/compose-sense.ts";
import type { Config } from "../../config/load-config.ts";
import type { Expert } from "../../experts/expert.ts";
import { describe } from "../../memory/embedding/embedding-fit.ts";
import { type Reindexed, reindex } from "../../memory/reindexing.ts";
import { encodeAll } from "../../memory/sense/passage-sense.ts";
import { openAiEmbedder } from "../../providers/openai-embedder.ts";
import type { Database } from "../../storage/database.ts";
import { openBesideServer } from "../../storage/folder/data-folder.ts";
import { senseRows } from "../../storage/rows/sense-rows.ts";
import { vectorRows } from "../../storage/rows/vector-rows.ts";
import { onlyWord, readArguments } from "../arguments.ts";
import type { Command, Console } from "../command.ts";
import { expertNamed, withRegistry, workspaceChosen } from "../registry.ts";

export const reindexCommand: Command = {
  name: "reindex",
  usage: "EXPERT [--workspace NAME]",
  summary: "Bring a memory over to the configured embedding model and the built-in model",
  run: async (args, console) => {
    const { config, words, options } = readArguments(args, { options: ["workspace"] });
    const name = onlyWord(words, "Name one expert: `docent reindex EXPERT`.");
    const workspace = withRegistry(config, (registry) => workspaceChosen(registry, options));
    const database = openBesideServer(config.dataDir);
    try {
      const expert = expertNamed(database, workspace, name);
      const sense = config.sense ? builtInSense() : null;
      const place = { config, database, console, sense: sense?.model.speaks(expert.language) === true ? sense : null };
      report(expert, place, await bringOver(expert, place));
      await encode(expert, place);
      return 0;
    } finally {
      database.close();
    }
  },
};

interface Place {
  readonly config: Config;
  readonly database: Database;
  readonly console: Console;
  /** Null: it is switched off, or does not speak the expert's language. */
  readonly sense: BuiltInSense | null;
}

function bringOver(expert: Expert, { config, database, console }: Place): Promise<Reindexed> {
  const embedder = config.embed && openAiEmbedder(config.embed);
  const progress = (done: number, total: number) => console.complain(`${done} of ${total} passages`);
  // An end by a signal needs no care: every batch is committed, and the next run goes on from there.
  const { signal } = new AbortController();
  return reindex({ embedder, vectors: vectorRows(database), signal, progress }, expert.id);
}

function report({ slug, embedding: before }: Expert, { console, sense }: Place, reindexed: Reindexed): void {
  const { embedding, passages, tokens } = reindexed;
  const plain = sense === null ? "words alone" : "words and sense";
  const was = before === null ? plain : describe(before);
  const is = embedding === null ? plain : describe(embedding);
  const cost = embedding === null ? "" : `, ${tokens} tokens`;
  console.print(`${slug}: ${passages} passages${cost}; searched by ${is}, before by ${was}.`);
}

async function encode({ id, slug }: Expert, { database, console, sense }: Place): Promise<void> {
  if (sense === null) return;
  const { encoder, model } = sense;
  const rows = senseRows(database, model.name);
  const progress = (done: number, total: number) => console.complain(`${done} of ${total} passages encoded`);
  try {
    const taken = await encodeAll({ rows, encoder, progress, signal: new AbortController().signal }, id);
    const { done, total } = rows.count(id);
    console.print(`${slug}: ${done} of ${total} passages have the sense of ${model.name}; ${taken} were encoded now.`);
  } finally {
    encoder.close();
  }
}
