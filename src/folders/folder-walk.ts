import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { type IgnoreRules, ignoreFileNames, ignoreRules } from "./ignore-rules.ts";
import { insideFolder, withFile } from "./open-inside.ts";

export interface SeenFile {
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Changes when the file is written or replaced. */
  readonly signature: string;
}

export interface SkippedFiles {
  readonly hidden: number;
  readonly ignored: number;
  readonly unsupported: number;
  readonly empty: number;
  /** Symbolic links: files inside are found without them, and files outside were not requested. */
  readonly links: number;
}

export interface FolderContents {
  /** By path below the root, separated by `/`; sorted, so that runs are reproducible. */
  readonly files: ReadonlyMap<string, SeenFile>;
  readonly skipped: SkippedFiles;
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

const mostIgnored = 1_000_000;

/** @param extensions lower case, without the dot; also names such as `makefile` */
export function walkFolder(
  root: string,
  extensions: ReadonlySet<string>,
  onFolder: () => void = () => undefined,
): FolderContents {
  const walk = new FolderWalk(root, extensions);
  walk.run(onFolder);
  const { files, skipped, unreadable } = walk;
  return { files, skipped, unreadable };
}

interface Folder {
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

  run(onFolder: () => void): void {
    const waiting: Folder[] = [{ below: "", rules: ignoreRules() }];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      waiting.push(...this.#foldersIn(folder).toReversed());
      onFolder();
    }
  }

  #foldersIn({ below, rules }: Folder): readonly Folder[] {
    try {
      return insideFolder(this.#root, below, (place) => {
        const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
        // A folder whose ignore files cannot be read is skipped: they may name files that must not be sent.
        const own = rules.within(below, this.#ignoreTexts(below, entries));
        const folders = entries.filter((entry) => this.#isFolderToRead(entry, below, own));
        this.#seeFiles(entries, { below, place }, own);
        return folders.map(({ name }) => ({ below: `${below}${name}/`, rules: own }));
      });
    } catch (cause) {
      this.#couldNotRead(below.slice(0, -1), cause);
      return [];
    }
  }

  #ignoreTexts(below: string, entries: readonly Dirent[]): readonly string[] {
    const names = ignoreFileNames.filter((name) => entries.some((entry) => entry.name === name && entry.isFile()));
    return names.map((name) =>
      withFile(this.#root, below + name, (file) => {
        if (file.stats.size > mostIgnored) throw new Error(`${name} is larger than ${mostIgnored} bytes.`);
        return new TextDecoder().decode(file.read());
      }),
    );
  }

  #isFolderToRead(entry: Dirent, below: string, rules: IgnoreRules): boolean {
    if (!entry.isDirectory()) return false;
    if (entry.name.startsWith(".")) this.skipped.hidden += 1;
    else if (rules.leavesOut(below + entry.name, true)) this.skipped.ignored += 1;
    else return true;
    return false;
  }

  #seeFiles(
    entries: readonly Dirent[],
    at: { readonly below: string; readonly place: string },
    rules: IgnoreRules,
  ): void {
    for (const entry of entries) {
      if (entry.isDirectory() || !this.#isDocument(entry, at.below, rules)) continue;
      const path = at.below + entry.name;
      const file = this.#see(join(at.place, entry.name), path);
      if (file === null) continue;
      if (file.bytes === 0) this.skipped.empty += 1;
      else this.files.set(path, file);
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
    return !name.startsWith("~$") && hasExtension(name, this.#extensions);
  }

  #see(place: string, path: string): SeenFile | null {
    try {
      const stats = lstatSync(place);
      return stats.isFile() ? seenFile(stats) : null;
    } catch (cause) {
      if (!isGone(cause)) this.#couldNotRead(path, cause);
      return null;
    }
  }

  #couldNotRead(path: string, cause: unknown): void {
    this.unreadable.push({ path, reason: reasonOf(cause) });
  }
}

export function hasExtension(path: string, extensions: ReadonlySet<string>): boolean {
  return extensions.has(path.toLowerCase().split(/[./]/).at(-1) ?? "");
}

export function seenFile({ size, mtimeMs, ino, dev }: Pick<Stats, "size" | "mtimeMs" | "ino" | "dev">): SeenFile {
  return { bytes: size, modifiedAt: mtimeMs, signature: `${size}:${mtimeMs}:${dev}:${ino}` };
}

/** Whether an error of the file system means a missing file; other errors may be temporary. */
export function isGone(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}

export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/^E[A-Z\d]+: |, [a-z]+ '[^']*'$/g, "") : String(cause);
}
