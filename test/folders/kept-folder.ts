/** A folder of its own for a test, an expert in memory, and the keeper between them. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FileTask, type FolderFiles, filesBy, perform } from "../../src/folders/file-work.ts";
import type { FolderDestination } from "../../src/folders/folder-destination.ts";
import { FolderKeeper } from "../../src/folders/folder-keeper.ts";
import type { FolderLook } from "../../src/folders/folder-state.ts";
import { clockAt, type MovableClock, startOfTime } from "../support/service.ts";
import { MemoryDestination } from "./memory-destination.ts";

export class KeptFolder {
  readonly root = mkdtempSync(join(tmpdir(), "docent-kept-"));
  readonly clock: MovableClock = clockAt(startOfTime);
  readonly expert = new MemoryDestination();
  newMark = () => "fld_00000001";
  #keeper: FolderKeeper | null = null;

  at(path: string): string {
    return join(this.root, path);
  }

  /** Written long ago, unless it is said how. */
  write(path: string, text: string | Uint8Array, when: "long ago" | "now" = "long ago"): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
    const seconds = this.clock.now() / 1000 - (when === "now" ? 0 : 3600);
    // A later write is told from an earlier one by its time, whatever the granularity of the disk's clock.
    this.#writes += 1;
    utimesSync(this.at(path), seconds, seconds + this.#writes / 1000);
  }
  #writes = 0;

  rename(from: string, to: string): void {
    mkdirSync(dirname(this.at(to)), { recursive: true });
    renameSync(this.at(from), this.at(to));
  }

  remove(...paths: string[]): void {
    for (const path of paths) rmSync(this.at(path), { recursive: true });
  }

  /** On this thread. */
  files(extensions: ReadonlySet<string>): FolderFiles {
    const folder = { root: this.root, extensions };
    return filesBy(
      folder,
      async (task) => {
        const found = task.kind === "mark" && this.isReadOnly ? false : perform(folder, task);
        await this.afterTask(task);
        return found;
      },
      () => undefined,
    );
  }
  /** No marker can be written. */
  isReadOnly = false;
  /** What happens between the work on files and its use. */
  afterTask: (task: FileTask) => unknown = () => undefined;

  /** Looked for since the last restart. */
  extensions: ReadonlySet<string> = new Set(["md", "txt"]);

  look(destination: FolderDestination = this.expert): Promise<FolderLook> {
    this.#keeper ??= new FolderKeeper({
      root: this.root,
      files: this.files(this.extensions),
      destination,
      mostBytes: 1000,
      clock: this.clock,
      newMark: () => this.newMark(),
    });
    return this.#keeper.look();
  }

  /** Looks, moving the clock, until nothing is left to do. @returns the last look and all changes */
  async settle(): Promise<{ readonly last: FolderLook; readonly changes: readonly string[] }> {
    const changes: string[] = [];
    for (let looks = 0; looks < 20; looks++) {
      const last = await this.look();
      changes.push(...last.changes.map(({ kind, path }) => `${kind} ${path}`));
      if (last.again === null) return { last, changes };
      this.clock.advance(last.again);
    }
    throw new Error("the folder does not come to rest");
  }

  /** As after a kill: nothing is known but what the folder and the expert have. */
  restart(): void {
    this.#keeper = null;
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
