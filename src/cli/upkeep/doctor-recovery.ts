import { systemRandom } from "../../compose/accounts.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { systemClock } from "../../kernel/clock.ts";
import { sortableIds } from "../../kernel/ids.ts";
import { counted } from "../../language/text/shown-text.ts";
import { lockDataDir } from "../../store/sqlite/folder/data-lock.ts";
import { type Recovery, recoverFolder } from "../../store/sqlite/folder/folder-recovery.ts";
import { discardSetAside, setAsideFolders } from "../../store/sqlite/folder/set-aside.ts";
import type { SetAsideFolder } from "../../upkeep/facts.ts";
import { type Console, UsageError } from "../command.ts";

/** One sentence for each thing done. @throws DataDirError if another process holds the folder */
export function recover(dataDir: string): readonly string[] {
  const ids = sortableIds(systemClock, systemRandom);
  return linesOf(recoverFolder(dataDir, ids, systemClock.now()));
}

function linesOf({ salvage, sources, unknown, lost, damaged, surplus }: Recovery): readonly string[] {
  const lines: string[] = [];
  if (salvage !== null) {
    lines.push(`Made a new database with ${counted(salvage.keys, "API key")} of the old one.`);
    if (salvage.aside !== null) lines.push(`Moved the old database to ${salvage.aside}.`);
  }
  lines.push(`${counted(sources, "source")} to be read: start the service with \`docent serve\`.`);
  if (unknown > 0) lines.push(`${unknown} of them are in the expert "recovered": only their bytes were known.`);
  lines.push(...listed("Lost, because their original files are missing", lost));
  lines.push(...listed("Not read in, because the file is damaged", damaged));
  lines.push(...listed("Left in place, because their source already exists", surplus));
  return lines;
}

function listed(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${what}: ${names.length}.`, ...names.map((name) => `  ${name}`)];
}

export interface Discarding {
  readonly folders: readonly SetAsideFolder[];
  discard(): Awaitable<number>;
}

export async function discardInFolder(
  dataDir: string,
  isAgreed: boolean,
  console: Console,
): Promise<readonly string[]> {
  using _lock = lockDataDir(dataDir);
  const aside = { folders: setAsideFolders(dataDir), discard: () => discardSetAside(dataDir) };
  return await discard(aside, isAgreed, console);
}

/** @param isAgreed by the command line; otherwise a person is asked */
export async function discard(aside: Discarding, isAgreed: boolean, console: Console): Promise<readonly string[]> {
  const files = aside.folders.reduce((sum, each) => sum + each.files, 0);
  if (files === 0) return ["Nothing was set aside."];
  const question = `Permanently delete ${counted(files, "original file")} in ${counted(aside.folders.length, "folder")}?`;
  if (!isAgreed && console.confirm === undefined) {
    throw new UsageError(`${question} Add --yes to agree.`);
  }
  if (!isAgreed && console.confirm?.(question) !== true) return ["Nothing was deleted."];
  return [`Deleted ${counted(await aside.discard(), "original file")} that had been set aside.`];
}
