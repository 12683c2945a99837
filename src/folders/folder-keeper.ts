/** Keeps an expert in step with a folder. Each look leaves both in a state from which the next can continue. */
import { DeletionGuard, missingFor } from "./deletion-guard.ts";
import { FileSending, type FileSendingParts, quietFor, type SentFiles } from "./file-sending.ts";
import { FolderSilent } from "./file-work.ts";
import { DestinationUnavailable, type HeldChanges, type KeptSource } from "./folder-destination.ts";
import type { NewMark } from "./folder-marker.ts";
import type { FolderChange, FolderLook, FolderState } from "./folder-state.ts";
import { confirmationWanted, lostMarker, otherFolder, unwritableFolder, usedElsewhere } from "./folder-troubles.ts";
import type { FolderContents } from "./folder-walk.ts";
import { isPending, KeptSources, markOf } from "./kept-sources.ts";

export interface KeeperParts extends FileSendingParts {
  readonly root: string;
  readonly newMark: NewMark;
}

/** Milliseconds between looks while sources are being read, and while the expert cannot be reached. */
const followEvery = 2000;
const retryEvery = 10_000;

interface PathMark {
  readonly id: string;
  readonly isWritten: boolean;
}

const nothingSeen: FolderContents = {
  files: new Map(),
  skipped: { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 },
  unreadable: [],
};

class Stopped extends Error {}

export class FolderKeeper {
  readonly #parts: KeeperParts;
  readonly #sources: KeptSources;
  readonly #sending: FileSending;
  readonly #guard = new DeletionGuard();
  #before: string | null = null;
  /** True at first, because an earlier run may have held deletions. */
  #mayHold = true;
  #mayHoldAlike = true;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#sources = new KeptSources(parts.destination);
    this.#sending = new FileSending(parts, this.#sources);
  }

  close(): void {
    this.#parts.files.close();
  }

  async look(): Promise<FolderLook> {
    const changes: FolderChange[] = [];
    let contents = nothingSeen;
    try {
      contents = await this.#parts.files.walk();
      const { again, ...outcome } = await this.#compare(contents, changes);
      return { changes, again, state: this.#stateOf(contents, outcome) };
    } catch (error) {
      const isAway = error instanceof DestinationUnavailable || error instanceof FolderSilent;
      if (!isAway && !(error instanceof Stopped)) throw error;
      if (error instanceof DestinationUnavailable) this.#sources.forget();
      const state = this.#stateOf(contents, {
        mark: this.#before,
        phase: "stopped",
        trouble: error.message,
        held: null,
      });
      return { changes, again: isAway ? retryEvery : null, state };
    }
  }

  async #compare(contents: FolderContents, changes: FolderChange[]) {
    const [unread] = contents.unreadable;
    if (unread?.path === "") throw new Stopped(`The folder cannot be read: ${unread.reason}`);
    await this.#sources.refresh(this.#parts.clock.now());
    const mark = await this.#identify(contents);
    const { unsettled, held: alike } = await this.#send(contents, mark, changes);
    const { held: gone, waiting } = await this.#delete(contents, mark, changes);
    const held = gone ?? alike;
    const isReading = this.#sourcesOf(contents).some(isPending);
    const waits = [unsettled > 0 ? quietFor : [], waiting > 0 ? missingFor : [], isReading ? followEvery : []].flat();
    return {
      mark: mark.id,
      phase: held !== null ? "held" : waits.length > 0 ? "working" : "in_step",
      trouble: this.#troubleOf(contents, mark, held),
      held,
      again: waits.length > 0 ? Math.min(...waits) : null,
    } as const;
  }

  /** @throws Stopped if this may not be the folder that the sources came from */
  async #identify({ files }: FolderContents): Promise<PathMark> {
    const { root, files: folder, newMark } = this.#parts;
    const marker = await folder.marker();
    if (marker.state === "unreadable") throw new Stopped(`The folder's marker cannot be read: ${marker.reason}.`);
    if (marker.state === "present") {
      if (this.#before !== null && this.#before !== marker.id) throw new Stopped(otherFolder(this.#before, marker.id));
      this.#before = marker.id;
      return { id: marker.id, isWritten: true };
    }
    if (this.#before !== null) throw new Stopped(lostMarker(this.#before));
    if (files.size === 0) throw new Stopped("The folder has no documents yet.");
    const unwritten = { id: markWithoutMarker(root), isWritten: false };
    const marks = [...files.keys()].flatMap((path) => markOf(this.#sources.at(path)) ?? []);
    const elsewhere = marks.find((mark) => mark !== unwritten.id);
    if (elsewhere !== undefined) throw new Stopped(usedElsewhere(elsewhere));
    await folder.mark(marks.length > 0 ? unwritten.id : newMark());
    const written = await folder.marker();
    if (written.state !== "present") return unwritten;
    this.#before = written.id;
    return { id: written.id, isWritten: true };
  }

  #send({ files }: FolderContents, mark: PathMark, changes: FolderChange[]): Promise<SentFiles> {
    const missing = this.#sources.of(mark.id).filter(({ path }) => !files.has(path));
    const moved = new Set(missing.map(({ sha256 }) => sha256));
    return this.#sending.sendAll({
      files,
      mark: mark.id,
      replace: (alike) => this.#replace(mark, alike),
      onSent: (path, sha256, isNew) => {
        changes.push({ kind: !isNew ? "changed" : moved.has(sha256) ? "moved" : "added", path });
      },
    });
  }

  async #replace(mark: PathMark, alike: readonly KeptSource[]): Promise<HeldChanges | null> {
    if (alike.length === 0 && !this.#mayHoldAlike) return null;
    const held = await this.#sources.replace(mark.id, alike);
    this.#mayHoldAlike = alike.length > 0;
    return held;
  }

  async #delete(contents: FolderContents, mark: PathMark, changes: FolderChange[]) {
    if (!mark.isWritten) return { held: null, waiting: 0 };
    // Files of a format that is not read, such as pictures without a pack, are not looked for, and so not missing.
    const own = this.#sources.of(mark.id).filter(({ path }) => this.#parts.files.looksFor(path));
    const { due, waiting } = this.#guard.judge({ own, contents, now: this.#parts.clock.now() });
    if (due.length === 0 && !this.#mayHold) return { held: null, waiting };
    const marker = await this.#parts.files.marker();
    if (marker.state !== "present" || marker.id !== mark.id) throw new Stopped(lostMarker(mark.id));
    const held = await this.#sources.release(mark.id, due);
    this.#mayHold = held !== null;
    if (held === null) changes.push(...due.map(({ path }) => ({ kind: "deleted" as const, path })));
    return { held, waiting };
  }

  #sourcesOf({ files }: Pick<FolderContents, "files">): readonly KeptSource[] {
    return [...files.keys()].flatMap((path) => this.#sources.at(path) ?? []);
  }

  #troubleOf({ unreadable }: FolderContents, mark: PathMark, held: HeldChanges | null): string | null {
    if (held !== null) return confirmationWanted(held, mark.id);
    if (!mark.isWritten) return unwritableFolder(this.#parts.root, mark.id);
    const [unread] = unreadable;
    return unread === undefined ? null : `${unread.path} cannot be read: ${unread.reason}`;
  }

  #stateOf(
    { files, skipped }: FolderContents,
    outcome: Pick<FolderState, "mark" | "phase" | "trouble" | "held">,
  ): FolderState {
    const sources = this.#sourcesOf({ files });
    const failures = sources.filter(({ status }) => status === "failed" || status === "canceled");
    const failed = [
      ...this.#sending.refusals,
      ...failures.map(({ path, failure }) => ({ path, reason: failure ?? "Reading it was canceled." })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1));
    return {
      ...outcome,
      files: files.size,
      ready: sources.filter(({ status }) => status === "ready").length,
      pending: sources.filter(isPending).length,
      failed,
      skipped: { ...skipped },
      lookedAt: this.#parts.clock.now(),
    };
  }
}

/** The same in every run, for a folder that cannot have a marker. */
function markWithoutMarker(root: string): string {
  return `fld_${new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 12)}`;
}
