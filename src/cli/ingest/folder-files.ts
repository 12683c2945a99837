/** The files that a command line names: by themselves, and by the folders that they lie in. */
import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { StartError } from "../command.ts";

export interface FoundFile {
  readonly path: string;
  /** Below the folder that was named, with `/` between its parts; of a file that was named itself, its own name. */
  readonly name: string;
}

/** How many things in folders were passed over, by why. */
export interface SkippedFile {
  /** Files and whole folders whose names begin with a dot. */
  readonly hidden: number;
  readonly unsupported: number;
  readonly empty: number;
  /** Symbolic links: files inside the folder are found without them, and files outside were not requested. */
  readonly links: number;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly skipped: SkippedFile;
  /** Folders that could not be read, and why. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * In the order of their names, so that two runs are alike. A file that is named itself is taken whatever it is.
 * @param extensions those that are read, without the dot, lower case; also whole names such as `makefile`
 * @throws StartError when there is nothing at a path
 */
export function findFiles(paths: readonly string[], extensions: ReadonlySet<string>): FoundFiles {
  const search = new Search(extensions);
  for (const path of paths) {
    const stats = statOf(path);
    if (stats.isDirectory()) search.walk(path);
    else search.files.push({ path, name: basename(path) });
  }
  return search;
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw new StartError(`Cannot read ${path}: ${reasonOf(cause)}`, cause);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

class Search implements FoundFiles {
  readonly files: FoundFile[] = [];
  readonly skipped = { hidden: 0, unsupported: 0, empty: 0, links: 0 };
  readonly unreadable: { path: string; reason: string }[] = [];
  readonly #extensions: ReadonlySet<string>;

  constructor(extensions: ReadonlySet<string>) {
    this.#extensions = extensions;
  }

  walk(root: string): void {
    const waiting = [""];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      const below = folder === "" ? "" : `${folder}/`;
      const entries = this.#entriesOf(join(root, folder));
      const folders = entries.filter((entry) => this.#take(entry, { root, below }));
      waiting.push(...folders.map(({ name }) => below + name).reverse());
    }
  }

  #entriesOf(folder: string): readonly Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (cause) {
      this.unreadable.push({ path: folder, reason: reasonOf(cause) });
      return [];
    }
  }

  /** Whether it is a folder to look into. */
  #take(entry: Dirent, { root, below }: { readonly root: string; readonly below: string }): boolean {
    const path = join(root, below, entry.name);
    if (entry.name.startsWith(".")) this.skipped.hidden += 1;
    else if (entry.isSymbolicLink()) this.skipped.links += 1;
    else if (entry.isDirectory()) return true;
    else if (!entry.isFile() || !this.#isSupported(entry.name)) this.skipped.unsupported += 1;
    else if (statSync(path, { throwIfNoEntry: false })?.size === 0) this.skipped.empty += 1;
    else this.files.push({ path, name: below + entry.name });
    return false;
  }

  #isSupported(name: string): boolean {
    return this.#extensions.has(name.toLowerCase().split(".").at(-1) ?? "");
  }
}
