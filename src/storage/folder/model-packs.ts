/** The model pack of a data folder: a file in `models/`, one at most. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../kernel/atomic-file.ts";

export interface PackInFolder {
  /** The model's name, which the file is called after. */
  readonly model: string;
  readonly path: string;
  readonly bytes: number;
}

const ending = ".pack";

/** Null: there is none. */
export function packIn(dataDir: string): PackInFolder | null {
  const folder = folderOf(dataDir);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)) : [];
  const [name] = names.toSorted();
  if (name === undefined) return null;
  const path = join(folder, name);
  return { model: name.slice(0, -ending.length), path, bytes: statSync(path).size };
}

/** Replaces a pack of the same model; a process that has the old one open goes on with it. */
export async function putPack(dataDir: string, model: string, content: Uint8Array): Promise<void> {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  await replaceFile(join(folderOf(dataDir), model + ending), [content]);
}

/** Lets another folder use the pack of this one, if it has any, without a copy. */
export function sharePack(dataDir: string, other: string): void {
  const found = packIn(dataDir);
  if (found === null) return;
  mkdirSync(folderOf(other), { recursive: true, mode: 0o700 });
  symlinkSync(found.path, join(folderOf(other), found.model + ending));
}

export function removePack({ path }: PackInFolder): void {
  rmSync(path);
}

const folderOf = (dataDir: string) => join(dataDir, "models");
