/** Sends the files of a folder that the expert lacks or has with other bytes, after they are completely written. */
import type { Clock } from "../kernel/clock.ts";
import { folderField, mayChange } from "../kernel/keepers.ts";
import { metadataIn } from "./file-metadata.ts";
import { FileQuiet } from "./file-quiet.ts";
import type { FolderFiles } from "./file-work.ts";
import { DocumentRefused, type FolderDestination, type FolderMetadata } from "./folder-destination.ts";
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
  readonly onSent: (path: string, sha256: string, isNew: boolean) => void;
}

const lanes = 4;
/** The API's limit for an external id, in characters. */
const longestPath = 256;

interface Read {
  readonly signature: string;
  readonly sha256: string;
}

export class FileSending {
  readonly #parts: FileSendingParts;
  readonly #sources: KeptSources;
  readonly #quiet = new FileQuiet();
  readonly #read = new Map<string, Read>();
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

  /** @returns the number of files that are still being written. @throws DestinationUnavailable */
  async sendAll(sending: Sending): Promise<number> {
    this.#quiet.retain(sending.files);
    for (const facts of [this.#read, this.#refused])
      for (const path of facts.keys()) if (!sending.files.has(path)) facts.delete(path);
    let unsettled = 0;
    let isFailed = false;
    const waiting = sending.files.entries();
    const lane = async () => {
      for (const [path, file] of waiting) {
        if (isFailed) return;
        if (!(await this.#settle(path, file, sending))) unsettled += 1;
      }
    };
    const guarded = () =>
      lane().catch((error: unknown) => {
        isFailed = true;
        throw error;
      });
    // All lanes have ended when this returns, even if one of them failed.
    const ends = await Promise.allSettled(Array.from({ length: lanes }, guarded));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return unsettled;
  }

  /** @returns false while the file is being written. */
  async #settle(path: string, file: SeenFile, sending: Sending): Promise<boolean> {
    const isQuiet = this.#quiet.isQuiet(path, file, this.#parts.clock.now());
    const read = this.#read.get(path);
    const isRead = read?.signature === file.signature;
    if (isRead && this.#isKept(path, read.sha256, sending.mark)) return true;
    const signature = this.#signatureOf(path, file);
    if (this.#refused.get(path)?.signature === signature) return true;
    if (!isQuiet) return false;
    try {
      return await this.#send(path, file, sending);
    } catch (error) {
      if (isGone(error)) return false;
      if (!(error instanceof DocumentRefused || error instanceof SwappedFile || isOfFile(error))) throw error;
      this.#refused.set(path, { signature, reason: reasonOf(error) });
      return true;
    }
  }

  /** @returns false if the file changed while it was read. @throws DocumentRefused, DestinationUnavailable */
  async #send(path: string, file: SeenFile, { mark, onSent }: Sending): Promise<boolean> {
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
    const isNew = present === undefined;
    const metadata: FolderMetadata = { ...metadataIn(path, bytes), [folderField]: mark };
    const filename = path.split("/").at(-1) ?? path;
    this.#sources.put(await this.#parts.destination.send({ path, filename, bytes, metadata }));
    onSent(path, sha256, isNew);
    return true;
  }

  #isKept(path: string, sha256: string, mark: string): boolean {
    const source = this.#sources.at(path);
    return source?.sha256 === sha256 && source.keepers.includes(mark);
  }

  /** Changes with the file and with the source in its place, so that a file is tried again when either has changed. */
  #signatureOf(path: string, { signature }: SeenFile): string {
    const present = this.#sources.at(path);
    return `${signature} ${present?.id} ${present?.sha256} ${present?.keepers}`;
  }
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
