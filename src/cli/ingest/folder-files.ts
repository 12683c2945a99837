import { type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { walkFolder } from "../../folders/folder-walk.ts";
import { plainReason } from "../../kernel/error-code.ts";
import { StartError } from "../command.ts";

export interface LocalFile {
  readonly path: string;
  /** The path below the named folder, separated by `/`; for a named file, its name. */
  readonly name: string;
}

/** By name. Named files are taken whatever their extension. @throws StartError if nothing is at a path */
export async function findFiles(paths: readonly string[], extensions: ReadonlySet<string>) {
  const files: LocalFile[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  const skipped = { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 };
  for (const { path, stats } of paths.map((path) => ({ path, stats: statOf(path) }))) {
    if (!stats.isDirectory()) {
      files.push({ path, name: basename(path) });
      continue;
    }
    const walk = walkFolder(path, extensions);
    files.push(...[...walk.files.keys()].map((name) => ({ path: join(path, name), name })));
    unreadable.push(...walk.unreadable.map((each) => ({ ...each, path: join(path, each.path) })));
    for (const reason of reasons) skipped[reason] += walk.skipped[reason];
  }
  return { files, skipped, unreadable };
}

const reasons = ["hidden", "ignored", "unsupported", "empty", "links"] as const;

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw new StartError(plainReason(cause), cause);
  }
}
