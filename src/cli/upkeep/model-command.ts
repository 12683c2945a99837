import { existsSync, readFileSync } from "node:fs";
import { createIfNew } from "../../compose/database/opened-services.ts";
import type { Config } from "../../config/load-config.ts";
import { heldFile, openRegularFile } from "../../kernel/regular-file.ts";
import { createDenseModel } from "../../models/dense-model.ts";
import { type DensePack, readDensePack } from "../../models/dense-pack.ts";
import { isScanPack, readScanPack, type ScanPack } from "../../models/scan-pack.ts";
import { type PackInFolder, packIn, putPack, removePack } from "../../store/sqlite/folder/model-packs.ts";
import { localCommand, onlyWord } from "../arguments.ts";
import { type Console, StartError, UsageError } from "../command.ts";
import { formatBytes } from "../terminal/text-table.ts";

export const modelCommand = localCommand({
  name: "model",
  usage: "add FILE | list | remove NAME",
  summary: "Install, list or remove a pack: meaning in many languages, or reading scans",
  examples: ["list", "add scans.pack"],
  help: "The service uses a pack, or no longer uses it, from its next start on. There is one of each kind at most.",
  run: async ({ config, words }, console) => {
    const [action = "", ...rest] = words;
    const perform = { add, list, remove }[action];
    if (perform === undefined) {
      throw new UsageError("Use `docent model add FILE`, `docent model list` or `docent model remove NAME`.");
    }
    await perform(config, rest, console);
    return 0;
  },
});

async function add(config: Config, words: readonly string[], console: Console): Promise<void> {
  const path = onlyWord(words, "Name one file: `docent model add FILE`.");
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`);
  const scans = usable(path, scansIn);
  if (scans !== null) return addScans(config, scans, console);
  if (config.embed !== null) {
    throw new StartError(
      "DOCENT_EMBED_URL is set, and Docent can use only one embedding model. Unset it, then add the pack.",
    );
  }
  const { content, pack } = usable(path, modelIn);
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

async function addScans(config: Config, { content, pack }: CheckedPack<ScanPack>, console: Console): Promise<void> {
  const { model, languages, notice, licence } = pack;
  await createIfNew(config);
  await putPack(config.dataDir, model, content, "scans");
  console.print(notice.trimEnd());
  console.complain(
    `\nInstalled ${model} (${languages.join(", ")}; ${licence}). Start the service again to have scans and pictures read. ` +
      "Sources that failed before are read when they are retried.",
  );
}

async function list(config: Config, words: readonly string[], console: Console): Promise<void> {
  if (words.length > 0) throw new UsageError("`docent model list` takes only flags.");
  const [present, scans] = [packIn(config.dataDir), packIn(config.dataDir, "scans")];
  if (present === null && scans === null) return console.complain("No model pack is installed.");
  if (present !== null) printPack(present, console, modelFacts);
  if (scans !== null) printPack(scans, console, scanFacts);
}

function printPack(present: PackInFolder, console: Console, factsOf: (file: Uint8Array) => readonly string[]): void {
  const size = formatBytes(present.bytes);
  try {
    const [model, about, ...rest] = factsOf(Bun.mmap(present.path));
    console.print([model, about, size, ...rest].join("  "));
  } catch (error) {
    throw new StartError(`${present.model}, ${size}: ${error instanceof Error ? error.message : error}`, error);
  }
}

function modelFacts(file: Uint8Array): readonly string[] {
  const { model, recipe, dimensions, licence, origin } = readDensePack(file).facts;
  return [model, `${recipe}  ${dimensions} dimensions`, licence, origin];
}

function scanFacts(file: Uint8Array): readonly string[] {
  const { model, languages, licence, origin } = readScanPack(file);
  return [model, `scans in ${languages.join(", ")}`, licence, origin];
}

async function remove(config: Config, words: readonly string[], console: Console): Promise<void> {
  const name = onlyWord(words, "Name one model: `docent model remove NAME`.");
  const scans = packIn(config.dataDir, "scans");
  if (scans?.model === name) {
    removePack(scans);
    return console.complain(`Removed ${name}. From its next start on, the service reads no scans and pictures.`);
  }
  const present = packIn(config.dataDir);
  if (present?.model !== name) throw new StartError(`The model ${name} is not installed.`);
  removePack(present);
  console.complain(
    `Removed ${name}. A service that runs goes on with it until it is started again. Then experts are searched ` +
      "by words. Their vectors stay, for when the pack is installed again; `docent reindex EXPERT` deletes them.",
  );
}

function contentOf(path: string): Uint8Array {
  using file = heldFile(openRegularFile(path));
  return readFileSync(file.descriptor);
}

interface CheckedPack<Pack> {
  readonly content: Uint8Array;
  readonly pack: Pack;
}

/** @throws StartError with the reason */
function usable<T>(path: string, read: (content: Uint8Array) => T): T {
  try {
    return read(contentOf(path));
  } catch (error) {
    throw new StartError(`${path} was not installed. ${error instanceof Error ? error.message : error}`, error);
  }
}

/** Reads it to its end and tries it with a text. */
function modelIn(content: Uint8Array): CheckedPack<DensePack> {
  const pack = readDensePack(content);
  const model = createDenseModel(pack);
  model.embed(model.pieces(pack.facts.prefixes.question));
  return { content, pack };
}

/** Null: a model's pack. */
function scansIn(content: Uint8Array): CheckedPack<ScanPack> | null {
  if (!isScanPack(content)) return null;
  const pack = readScanPack(content);
  for (const language of pack.languages) pack.dataOf(language);
  return { content, pack };
}
