/** Keeps an expert in step with a folder: one look at a time, each of which leaves both in a state to continue from. */
import type { Clock } from "../kernel/clock.ts";
import { DeletionGuard, type Deletions, missingFor } from "./deletion-guard.ts";
import { quietFor } from "./file-quiet.ts";
import { FileSending } from "./file-sending.ts";
import { DestinationUnavailable, type FolderDestination, type KeptSource } from "./folder-destination.ts";
import { type NewMark, readMarker, writeMarker } from "./folder-marker.ts";
import type { FolderChange, FolderLook, FolderState } from "./folder-state.ts";
import { confirmationWanted, lostMarker, otherFolder, unwritableFolder, usedElsewhere } from "./folder-troubles.ts";
import { type FolderContents, walkFolder } from "./folder-walk.ts";
import { isPending, KeptSources, markOf } from "./kept-sources.ts";

export interface KeeperParts {
  /** Absolute. */
  readonly root: string;
  readonly destination: FolderDestination;
  /** Endings of file names that are read, lower case and without the dot. */
  readonly extensions: ReadonlySet<string>;
  /** Bytes of the largest file that is accepted. */
  readonly mostBytes: number;
  readonly clock: Clock;
  readonly newMark: NewMark;
}

export interface FolderKeeper {
  /**
   * Compares both and changes the expert where they differ. The state reports a fault of the folder or the expert. Call
   * it again only after it has returned.
   */
  look(): Promise<FolderLook>;
}

/** Milliseconds between looks while sources are being read, and while the expert cannot be reached. */
const followEvery = 2000;
const retryEvery = 10_000;

/** The folder's name, and a signature that changes when the marker is touched. Null: the folder is read-only. */
type Mark = { readonly id: string; readonly signature: string } | null;

/** No change is allowed at the moment. */
class Stopped extends Error {}

class Keeper implements FolderKeeper {
  readonly #parts: KeeperParts;
  readonly #sources: KeptSources;
  readonly #sending: FileSending;
  readonly #guard = new DeletionGuard();
  /** The folder's name in earlier looks. */
  #before: string | null = null;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#sources = new KeptSources(parts.destination);
    this.#sending = new FileSending(parts, this.#sources);
  }

  async look(): Promise<FolderLook> {
    const contents = await walkFolder(this.#parts.root, this.#parts.extensions);
    const changes: FolderChange[] = [];
    try {
      const { again, ...outcome } = await this.#compare(contents, changes);
      return { changes, again, state: this.#stateOf(contents, outcome) };
    } catch (error) {
      const isAway = error instanceof DestinationUnavailable;
      if (!isAway && !(error instanceof Stopped)) throw error;
      if (isAway) this.#sources.forget();
      const state = this.#stateOf(contents, { phase: "stopped", trouble: error.message });
      return { changes, again: isAway ? retryEvery : null, state };
    }
  }

  async #compare(contents: FolderContents, changes: FolderChange[]) {
    const [unread] = contents.unreadable;
    if (unread?.path === "") throw new Stopped(`The folder cannot be read: ${unread.reason}`);
    await this.#sources.refresh(this.#parts.clock.now());
    const mark = await this.#identify(contents);
    const unsettled = await this.#send(contents, mark, changes);
    const { held, waiting } = await this.#delete(contents, mark, changes);
    const isReading = this.#sourcesOf(contents).some(isPending);
    const waits = [unsettled > 0 ? quietFor : [], waiting > 0 ? missingFor : [], isReading ? followEvery : []].flat();
    return {
      phase: held > 0 ? "held" : waits.length > 0 ? "working" : "in_step",
      trouble: this.#troubleOf(contents, mark, held),
      again: waits.length > 0 ? Math.min(...waits) : null,
    } as const;
  }

  /** @throws Stopped if this may not be the folder that the sources came from */
  async #identify({ files }: FolderContents): Promise<Mark> {
    const { root, newMark } = this.#parts;
    const marker = await readMarker(root);
    if (marker.state === "unreadable") throw new Stopped(`The folder's marker cannot be read: ${marker.reason}.`);
    if (marker.state === "present") {
      if (this.#before !== null && this.#before !== marker.id) throw new Stopped(otherFolder(this.#before, marker.id));
      this.#before = marker.id;
      return marker;
    }
    if (this.#before !== null) throw new Stopped(lostMarker(this.#before));
    if (files.size === 0) throw new Stopped("The folder has no documents yet.");
    const [elsewhere] = [...files.keys()].flatMap((path) => markOf(this.#sources.at(path)) ?? []);
    if (elsewhere !== undefined) throw new Stopped(usedElsewhere(elsewhere));
    await writeMarker(root, newMark());
    const written = await readMarker(root);
    if (written.state !== "present") return null;
    this.#before = written.id;
    return written;
  }

  /** @returns the number of files that are still being written. */
  #send({ files }: FolderContents, mark: Mark, changes: FolderChange[]): Promise<number> {
    const missing = this.#own(mark).filter(({ path }) => !files.has(path));
    const moved = new Set(missing.map(({ sha256 }) => sha256));
    return this.#sending.sendAll({
      files,
      mark: mark?.id ?? null,
      onSent: (path, sha256, isNew) => {
        changes.push({ kind: !isNew ? "changed" : moved.has(sha256) ? "moved" : "added", path });
      },
    });
  }

  /** @throws Stopped if the folder has vanished since it was listed */
  async #delete(contents: FolderContents, mark: Mark, changes: FolderChange[]): Promise<Omit<Deletions, "due">> {
    if (mark === null) return { held: 0, waiting: 0 };
    const { due, ...rest } = this.#guard.judge({
      own: this.#own(mark),
      contents,
      presentHashes: this.#sending.hashes(),
      markerSignature: mark.signature,
      now: this.#parts.clock.now(),
    });
    if (due.length === 0) return rest;
    const marker = await readMarker(this.#parts.root);
    if (marker.state !== "present" || marker.id !== mark.id) throw new Stopped(lostMarker(mark.id));
    for (const source of due) {
      await this.#sources.remove(source);
      changes.push({ kind: "deleted", path: source.path });
    }
    return rest;
  }

  #own(mark: Mark): readonly KeptSource[] {
    return mark === null ? [] : this.#sources.of(mark.id);
  }

  #sourcesOf({ files }: Pick<FolderContents, "files">): readonly KeptSource[] {
    return [...files.keys()].flatMap((path) => this.#sources.at(path) ?? []);
  }

  #troubleOf({ unreadable }: FolderContents, mark: Mark, held: number): string | null {
    if (held > 0) return confirmationWanted(held, this.#parts.root);
    if (mark === null) return unwritableFolder(this.#parts.root);
    const [unread] = unreadable;
    return unread === undefined ? null : `${unread.path} cannot be read: ${unread.reason}`;
  }

  #stateOf({ files, skipped }: FolderContents, outcome: Pick<FolderState, "phase" | "trouble">): FolderState {
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

export function createFolderKeeper(parts: KeeperParts): FolderKeeper {
  return new Keeper(parts);
}
