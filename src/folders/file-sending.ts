/** Sends files that the expert lacks or has with other bytes, once they are completely written. */
import type { Clock } from "../kernel/clock.ts";
import { hasPassed } from "../kernel/clock.ts";
import { folderField, mayChange } from "../kernel/keepers.ts";
import { metadataIn } from "./file-metadata.ts";
import type { FolderFiles } from "./file-work.ts";
import {
  DocumentRefused,
  type FolderDestination,
  type FolderMetadata,
  type HeldChanges,
  type KeptSource,
} from "./folder-destination.ts";
import { keptElsewhere } from "./folder-troubles.ts";
import { isGone, reasonOf, type SeenFile } from "./folder-walk.ts";
import type { KeptSources } from "./kept-sources.ts";
import { SwappedFile } from "./open-inside.ts";

export interface FileSendingParts {
  readonly files: FolderFiles;
  readonly destination: FolderDestination;
  readonly mostBytes: number;
  readonly clock: Clock;
}

export interface Sending {
  readonly files: ReadonlyMap<string, SeenFile>;
  readonly mark: string;
  /** Asks whether these sources may get bytes that other files have too; null: they may. */
  readonly replace: (alike: readonly KeptSource[]) => Promise<HeldChanges | null>;
  readonly onSent: (path: string, sha256: string, isNew: boolean) => void;
}

export interface SentFiles {
  readonly unsettled: number;
  readonly held: HeldChanges | null;
}

type Decided = Sending & { readonly isDecided: boolean };

const lanes = 4;
/** The API's limit for an external id, in characters. */
const longestPath = 256;

export class FileSending {
  readonly #parts: FileSendingParts;
  readonly #sources: KeptSources;
  readonly #quiet = new FileQuiet();
  readonly #read = new Map<string, { readonly signature: string; readonly sha256: string }>();
  readonly #changed = new Map<string, { readonly file: SeenFile; readonly sha256: string }>();
  readonly #refused = new Map<string, { readonly signature: string; readonly reason: string }>();

  constructor(parts: FileSendingParts, sources: KeptSources) {
    this.#parts = parts;
    this.#sources = sources;
  }

  get refusals(): readonly { readonly path: string; readonly reason: string }[] {
    return [...this.#refused].map(([path, { reason }]) => ({ path, reason }));
  }

  hashes(): ReadonlySet<string> {
    return new Set([...this.#read.values()].map(({ sha256 }) => sha256));
  }

  /** New files go first; changed ones follow when the result of all is known. @throws DestinationUnavailable */
  async sendAll(sending: Sending): Promise<SentFiles> {
    this.#quiet.retain(sending.files);
    for (const facts of [this.#read, this.#refused])
      for (const path of facts.keys()) if (!sending.files.has(path)) facts.delete(path);
    this.#changed.clear();
    const unsettled = await inLanes(sending.files, (path, file) => this.#settle(path, file, sending));
    const alike = this.#alike(sending.mark);
    const held = await sending.replace(alike);
    const waiting = new Set(held === null ? [] : alike.map(({ path }) => path));
    const changed = new Map([...this.#changed].filter(([path]) => !waiting.has(path)));
    const unsent = await inLanes(changed, (path, { file }) =>
      this.#tried(path, file, () => this.#send(path, file, { ...sending, isDecided: true })),
    );
    return { unsettled: unsettled + unsent, held };
  }

  /** Sources whose files have changed to bytes that another file of the folder has. */
  #alike(mark: string): readonly KeptSource[] {
    const kept = this.#sources.of(mark);
    const now = (source: KeptSource) => this.#changed.get(source.path)?.sha256 ?? source.sha256;
    const counts = new Map<string | null, number>();
    for (const source of kept) counts.set(now(source), (counts.get(now(source)) ?? 0) + 1);
    return kept.filter((source) => this.#changed.has(source.path) && (counts.get(now(source)) ?? 0) > 1);
  }

  async #settle(path: string, file: SeenFile, sending: Sending): Promise<boolean> {
    const isQuiet = this.#quiet.isQuiet(path, file, this.#parts.clock.now());
    const read = this.#read.get(path);
    const isRead = read?.signature === file.signature;
    if (isRead && this.#isKept(path, read.sha256, sending.mark)) return true;
    if (this.#refused.get(path)?.signature === this.#signatureOf(path, file)) return true;
    if (!isQuiet) return false;
    if (isRead && this.#isChange(path, read.sha256, sending.mark)) {
      this.#changed.set(path, { file, sha256: read.sha256 });
      return true;
    }
    return this.#tried(path, file, () => this.#send(path, file, { ...sending, isDecided: false }));
  }

  /** @returns false while the file is being written. */
  async #tried(path: string, file: SeenFile, send: () => Promise<boolean>): Promise<boolean> {
    const signature = this.#signatureOf(path, file);
    try {
      return await send();
    } catch (error) {
      if (isGone(error)) return false;
      if (!(error instanceof DocumentRefused || error instanceof SwappedFile || isOfFile(error))) throw error;
      this.#refused.set(path, { signature, reason: reasonOf(error) });
      return true;
    }
  }

  /** False: the file changed while it was read. @throws DocumentRefused, DestinationUnavailable */
  async #send(path: string, file: SeenFile, { mark, onSent, isDecided }: Decided): Promise<boolean> {
    refuseUnreadable(path, file, this.#parts.mostBytes);
    const bytes = await this.#parts.files.read(path, file);
    if (bytes === null) return false;
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    this.#read.set(path, { signature: file.signature, sha256 });
    this.#refused.delete(path);
    if (this.#isKept(path, sha256, mark)) return true;
    const present = this.#sources.at(path);
    if (present !== undefined && present.sha256 !== sha256 && !mayChange(present.keepers, mark))
      throw new DocumentRefused(keptElsewhere(present));
    if (!isDecided && this.#isChange(path, sha256, mark)) {
      this.#changed.set(path, { file, sha256 });
      return true;
    }
    const isNew = present === undefined;
    const metadata: FolderMetadata = { ...metadataIn(path, bytes), [folderField]: mark };
    const filename = path.split("/").at(-1) ?? path;
    this.#sources.put(await this.#parts.destination.send({ path, filename, bytes, metadata }));
    onSent(path, sha256, isNew);
    return true;
  }

  #isChange(path: string, sha256: string, mark: string): boolean {
    const source = this.#sources.at(path);
    return source !== undefined && source.sha256 !== sha256 && source.keepers.includes(mark);
  }

  #isKept(path: string, sha256: string, mark: string): boolean {
    const source = this.#sources.at(path);
    return source?.sha256 === sha256 && source.keepers.includes(mark);
  }

  /** Of the file and its source, so that a failed file is tried again when either has changed. */
  #signatureOf(path: string, { signature }: SeenFile): string {
    const present = this.#sources.at(path);
    return `${signature} ${present?.id} ${present?.sha256} ${present?.keepers}`;
  }
}

/** Returns how often `work` gave false. All lanes have ended by then, even if one failed. */
async function inLanes<T>(
  files: ReadonlyMap<string, T>,
  work: (path: string, file: T) => Promise<boolean>,
): Promise<number> {
  let unsettled = 0;
  let isFailed = false;
  const waiting = files.entries();
  const lane = async () => {
    for (const [path, file] of waiting) {
      if (isFailed) return;
      if (!(await work(path, file))) unsettled += 1;
    }
  };
  const guarded = () =>
    lane().catch((error: unknown) => {
      isFailed = true;
      throw error;
    });
  const ends = await Promise.allSettled(Array.from({ length: lanes }, guarded));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return unsettled;
}

function refuseUnreadable(path: string, { bytes }: SeenFile, mostBytes: number): void {
  if (path.length > longestPath)
    throw new DocumentRefused(`Its path is longer than ${longestPath} characters. Shorten it.`);
  if (bytes > mostBytes)
    throw new DocumentRefused(`It has ${bytes} bytes, and the service accepts at most ${mostBytes}.`);
}

function isOfFile(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** Milliseconds that a file must be unchanged before it is read. */
export const quietFor = 2000;
/** Milliseconds since its last change after which a file is read at once. */
const oldAfter = 60_000;

export class FileQuiet {
  readonly #since = new Map<string, { readonly signature: string; readonly at: number }>();

  isQuiet(path: string, { signature, modifiedAt }: SeenFile, now: number): boolean {
    const before = this.#since.get(path);
    if (before?.signature === signature) return hasPassed(quietFor, before.at, now);
    const isOld = before === undefined && now - modifiedAt > oldAfter;
    this.#since.set(path, { signature, at: isOld ? now - quietFor : now });
    return isOld;
  }

  retain(files: ReadonlyMap<string, SeenFile>): void {
    for (const path of this.#since.keys()) if (!files.has(path)) this.#since.delete(path);
  }
}
