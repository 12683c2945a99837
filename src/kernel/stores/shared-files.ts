import type { OpenTransaction } from "./write.ts";

/** Files that all nodes share. Names are paths (`originals/0199…`). A file never changes. */
export interface SharedFiles {
  /** Writes a file whole or not at all; durable when this resolves. @throws Fault `storage_full`, `not_ready` */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  /** A missing file fails here and not in the middle. @throws like `read` */
  stream(name: string): Promise<ReadableStream<Uint8Array>>;
  remove(names: readonly string[]): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** The next names in byte order; empty at the end. @param folder with its slash @throws Fault `not_ready` */
  list(folder: string, after: string): Promise<readonly string[]>;
}

export const snapshotsFolder = "memory/";

export class MissingFile extends Error {
  readonly code = "ENOENT";
}

export type MissingExperts = (experts: readonly string[]) => Promise<readonly string[]>;

export interface OriginalNames {
  of(versionNo: number): Promise<string | null>;
  /** @param within the transaction that writes the version; absent: one of its own */
  assign(versionNo: number, name: string, within?: OpenTransaction): Promise<void>;
  ofAll(versionNos: readonly number[]): Promise<readonly string[]>;
  forget(versionNos: readonly number[]): Promise<void>;
  deleted(limit: number): Promise<readonly number[]>;
  unassigned(names: readonly string[]): Promise<readonly string[]>;
}
