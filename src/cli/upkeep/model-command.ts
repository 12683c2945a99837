import { closeSync, existsSync, readFileSync } from "node:fs";
import { createIfNew } from "../../compose/database/opened-services.ts";
import type { Config } from "../../config/load-config.ts";
import { openRegularFile } from "../../kernel/regular-file.ts";
import { createDenseModel } from "../../models/dense-model.ts";
import { type DensePack, readDensePack } from "../../models/dense-pack.ts";
import { packIn, putPack, removePack } from "../../storage/folder/model-packs.ts";
import { onlyWord, readArguments } from "../arguments.ts";
import { type Command, type Console, StartError, UsageError } from "../command.ts";
import { formatBytes } from "../terminal/text-table.ts";

export const modelCommand: Command = {
  name: "model",
  usage: "add FILE | list | remove NAME",
  summary: "Install, list or remove a model that finds meaning in many languages",
  help: "The service uses a pack, or no longer uses it, from its next start on.",
  run: async (args, console) => {
    const { config, words } = readArguments(args, {});
    const [action = "", ...rest] = words;
    const perform = { add, list, remove }[action];
    if (perform === undefined) {
      throw new UsageError("Use `docent model add FILE`, `docent model list` or `docent model remove NAME`.");
    }
    await perform(config, rest, console);
    return 0;
  },
};

async function add(config: Config, words: readonly string[], console: Console): Promise<void> {
  const path = onlyWord(words, "Name one file: `docent model add FILE`.");
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`);
  if (config.embed !== null) {
    throw new StartError(
      "DOCENT_EMBED_URL is set, and Docent can use only one embedding model. Unset it, then add the pack.",
    );
  }
  const { content, pack } = checked(path);
  const { facts, notice } = pack;
  const present = packIn(config.dataDir);
  if (present !== null && present.model !== facts.model) {
    throw new StartError(
      `The model ${present.model} is installed. Run \`docent model remove ${present.model}\` first, then add the other one.`,
    );
  }
  await createIfNew(config);
  await putPack(config.dataDir, facts.model, content);
  console.print(notice.trimEnd());
  console.complain(
    `\nInstalled ${facts.model} (${facts.recipe}, ${facts.dimensions} dimensions, ${facts.licence}). Start the service again ` +
      "to use it. It embeds the passages of all experts in the background.",
  );
}

async function list(config: Config, words: readonly string[], console: Console): Promise<void> {
  if (words.length > 0) throw new UsageError("`docent model list` takes only flags.");
  const present = packIn(config.dataDir);
  if (present === null) return console.complain("No model pack is installed.");
  const size = formatBytes(present.bytes);
  try {
    const { facts } = readDensePack(Bun.mmap(present.path));
    const { model, recipe, dimensions, licence, origin } = facts;
    console.print([model, recipe, `${dimensions} dimensions`, size, licence, origin].join("  "));
  } catch (error) {
    throw new StartError(`${present.model}, ${size}: ${error instanceof Error ? error.message : error}`, error);
  }
}

async function remove(config: Config, words: readonly string[], console: Console): Promise<void> {
  const name = onlyWord(words, "Name one model: `docent model remove NAME`.");
  const present = packIn(config.dataDir);
  if (present?.model !== name) throw new StartError(`The model ${name} is not installed.`);
  removePack(present);
  console.complain(
    `Removed ${name}. A service that runs goes on with it until it is started again. Then experts are searched ` +
      "by words. Their vectors stay, for when the pack is installed again; `docent reindex EXPERT` deletes them.",
  );
}

function contentOf(path: string): Uint8Array {
  const file = openRegularFile(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function checked(path: string): { readonly content: Uint8Array; readonly pack: DensePack } {
  try {
    const content = contentOf(path);
    const pack = readDensePack(content);
    const model = createDenseModel(pack);
    model.embed(model.pieces(pack.facts.prefixes.question));
    return { content, pack };
  } catch (error) {
    throw new StartError(`${path} was not installed. ${error instanceof Error ? error.message : error}`, error);
  }
}
