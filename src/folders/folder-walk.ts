/** Lists the documents in a folder and everything below it. */
import type { Dirent } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type IgnoreRules, ignoreFileNames, ignoreRules } from "./ignore-rules.ts";

export interface SeenFile {
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  /** Changes when the file is written or replaced. */
  readonly signature: string;
}

/** The number of skipped entries, by reason. */
export interface SkippedFiles {
  /** Files and whole folders whose names begin with a dot. */
  readonly hidden: number;
  /** Files and whole folders that an ignore file names. */
  readonly ignored: number;
  readonly unsupported: number;
  readonly empty: number;
  /** Symbolic links: files inside the folder are found without them, and files outside were not requested. */
  readonly links: number;
}

export interface FolderContents {
  /** By path below the root, with `/` between its parts. Ordered by name, so that runs are reproducible. */
  readonly files: ReadonlyMap<string, SeenFile>;
  readonly skipped: SkippedFiles;
  /** Paths below the root that could not be read; the root itself is the empty path. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Entries of a folder that are examined at once. */
const atOnce = 64;

/** @param extensions the supported ones, lower case, without the dot; also whole names such as `makefile` */
export async function walkFolder(root: string, extensions: ReadonlySet<string>): Promise<FolderContents> {
  const walk = new FolderWalk(root, extensions);
  await walk.run();
  return walk;
}

interface Folder {
  /** A prefix of paths: empty, or ending in `/`. */
  readonly below: string;
  readonly rules: IgnoreRules;
}

class FolderWalk implements FolderContents {
  readonly files = new Map<string, SeenFile>();
  readonly skipped = { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 };
  readonly unreadable: { path: string; reason: string }[] = [];
  readonly #root: string;
  readonly #extensions: ReadonlySet<string>;

  constructor(root: string, extensions: ReadonlySet<string>) {
    this.#root = root;
    this.#extensions = extensions;
  }

  async run(): Promise<void> {
    const waiting: Folder[] = [{ below: "", rules: ignoreRules() }];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      waiting.push(...(await this.#foldersIn(folder)).toReversed());
    }
  }

  async #foldersIn({ below, rules }: Folder): Promise<readonly Folder[]> {
    try {
      const place = join(this.#root, below);
      const entries = (await readdir(place, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
      // A folder whose ignore files cannot be read is skipped: they may name files that must not be sent.
      const own = rules.within(below, await this.#ignoreTexts(place, entries));
      const folders = entries.filter((entry) => this.#isFolderToRead(entry, below, own));
      await this.#seeFiles(entries, below, own);
      return folders.map(({ name }) => ({ below: `${below}${name}/`, rules: own }));
    } catch (cause) {
      this.#couldNotRead(below.slice(0, -1), cause);
      return [];
    }
  }

  async #ignoreTexts(place: string, entries: readonly Dirent[]): Promise<readonly string[]> {
    const names = ignoreFileNames.filter((name) => entries.some((entry) => entry.name === name && entry.isFile()));
    return Promise.all(names.map((name) => readFile(join(place, name), "utf8")));
  }

  #isFolderToRead(entry: Dirent, below: string, rules: IgnoreRules): boolean {
    if (!entry.isDirectory()) return false;
    if (entry.name.startsWith(".")) this.skipped.hidden += 1;
    else if (rules.leavesOut(below + entry.name, true)) this.skipped.ignored += 1;
    else return true;
    return false;
  }

  async #seeFiles(entries: readonly Dirent[], below: string, rules: IgnoreRules): Promise<void> {
    const wanted = entries.filter((entry) => !entry.isDirectory() && this.#isDocument(entry, below, rules));
    for (let from = 0; from < wanted.length; from += atOnce) {
      const some = wanted.slice(from, from + atOnce);
      const seen = await Promise.all(some.map(({ name }) => this.#see(below + name)));
      for (const [i, file] of seen.entries()) {
        if (file === null) continue;
        if (file.bytes === 0) this.skipped.empty += 1;
        else this.files.set(below + some[i]!.name, file);
      }
    }
  }

  #isDocument(entry: Dirent, below: string, rules: IgnoreRules): boolean {
    if (entry.name.startsWith(".")) this.skipped.hidden += 1;
    else if (entry.isSymbolicLink()) this.skipped.links += 1;
    else if (rules.leavesOut(below + entry.name, false)) this.skipped.ignored += 1;
    else if (!entry.isFile() || !this.#isSupported(entry.name)) this.skipped.unsupported += 1;
    else return true;
    return false;
  }

  /** `~$` is the prefix of lock files of office programs, which have the document's extension. */
  #isSupported(name: string): boolean {
    return !name.startsWith("~$") && this.#extensions.has(name.toLowerCase().split(".").at(-1) ?? "");
  }

  /** Null if it has vanished or cannot be read. */
  async #see(path: string): Promise<SeenFile | null> {
    try {
      return seenFile(await lstat(join(this.#root, path)));
    } catch (cause) {
      if (!isGone(cause)) this.#couldNotRead(path, cause);
      return null;
    }
  }

  #couldNotRead(path: string, cause: unknown): void {
    this.unreadable.push({ path, reason: reasonOf(cause) });
  }
}

export function seenFile(stats: { readonly size: number; readonly mtimeMs: number; readonly ino: number }): SeenFile {
  const { size, mtimeMs, ino } = stats;
  return { bytes: size, modifiedAt: mtimeMs, signature: `${size}:${mtimeMs}:${ino}` };
}

/** Whether an error of the file system means a missing file; other errors may be temporary. */
export function isGone(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
