import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../../kernel/atomic-file.ts";
import { denseNameOf } from "../../passages/vector-sets.ts";
import { openForReading } from "../database-soundness.ts";
import { databasePath } from "./data-folder.ts";

export interface PackInFolder {
  readonly model: string;
  readonly path: string;
  readonly bytes: number;
}

const endings = { model: ".pack", scans: ".scans" } as const;
type PackKind = keyof typeof endings;
const packKinds = ["model", "scans"] as const satisfies readonly PackKind[];

export function packIn(dataDir: string, kind: PackKind = "model"): PackInFolder | null {
  const ending = endings[kind];
  const folder = folderOf(dataDir);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ending)) : [];
  const [name] = names.toSorted();
  if (name === undefined) return null;
  const path = join(folder, name);
  return { model: name.slice(0, -ending.length), path, bytes: statSync(path).size };
}

/** A process that has the old pack open keeps using it. */
export async function putPack(
  dataDir: string,
  model: string,
  content: Uint8Array,
  kind: PackKind = "model",
): Promise<void> {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  const before = packIn(dataDir, kind);
  const path = join(folderOf(dataDir), model + endings[kind]);
  await replaceFile(path, [content]);
  if (before !== null && before.path !== path) removePack(before);
}

/** Lets another folder use the packs of this one, if it has any, without a copy. */
export function sharePacks(dataDir: string, other: string): void {
  for (const kind of packKinds) {
    const found = packIn(dataDir, kind);
    if (found === null) continue;
    mkdirSync(folderOf(other), { recursive: true, mode: 0o700 });
    symlinkSync(found.path, join(folderOf(other), found.model + endings[kind]));
  }
}

export function removePack({ path }: PackInFolder): void {
  rmSync(path);
}

/** A model that experts have vectors of, but whose pack is missing. @param builtIn needs none */
export function missingPack(dataDir: string, builtIn: string): string | null {
  const path = databasePath(dataDir);
  if (packIn(dataDir) !== null || !existsSync(path)) return null;
  try {
    using sqlite = openForReading(path);
    const wanted = sqlite.query<{ model: string }, [string]>(`SELECT e.model FROM experts x
      JOIN embeddings e ON e.no = x.embedding_no JOIN sense_models m ON m.name = ${denseNameOf("e")} WHERE e.model <> ? LIMIT 1`);
    return wanted.get(builtIn)?.model ?? null;
  } catch {
    return null;
  }
}

const folderOf = (dataDir: string) => join(dataDir, "models");
