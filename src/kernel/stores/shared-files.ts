/** Files that all nodes of a database share: in a folder, or in an object store. */
import type { OpenTransaction } from "./write.ts";

/** Names are paths without a leading slash, such as `originals/0199…`. A file is written once and never changed. */
export interface SharedFiles {
  /**
   * Writes a file whole, or nothing. It is durable when this resolves.
   * @throws Fault `storage_full`, `not_ready` (the storage cannot be reached); what `content` throws
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws MissingFile; Fault `not_ready` */
  read(name: string): Promise<Uint8Array>;
  /** Piece by piece. A missing file fails here and not in the middle. @throws like `read` */
  stream(name: string): Promise<ReadableStream<Uint8Array>>;
  /** A file that is missing does no harm. @throws Fault `not_ready` */
  remove(names: readonly string[]): Promise<void>;
  /** Gives a file another name. @throws like `read` */
  move(from: string, to: string): Promise<void>;
  /**
   * Some names in a folder and its folders, in the order of their bytes, those after a name; none: these were the last.
   * @param folder with its slash: `originals/`
   * @throws Fault `not_ready`
   */
  list(folder: string, after: string): Promise<readonly string[]>;
}

/** The snapshots of indexes that nodes publish, in a folder for each expert. */
export const snapshotsFolder = "memory/";

/** Has the code of a file that is missing on a disk. */
export class MissingFile extends Error {
  readonly code = "ENOENT";
}

/** Of these experts, those that are not in the database, not even hidden. */
export type MissingExperts = (experts: readonly string[]) => Promise<readonly string[]>;

/** Which file each version of a source has. The file is written first, then its name with the version's row. */
export interface OriginalNames {
  /** Null: it has none. */
  of(versionNo: number): Promise<string | null>;
  /** @param within the transaction that writes the version; absent: one of its own */
  assign(versionNo: number, name: string, within?: OpenTransaction): Promise<void>;
  /** The names of the versions that have a file. */
  ofAll(versionNos: readonly number[]): Promise<readonly string[]>;
  forget(versionNos: readonly number[]): Promise<void>;
  /** Versions that were deleted, whose file may be left. */
  deleted(limit: number): Promise<readonly number[]>;
  /** Of these names, those that no version has. */
  unassigned(names: readonly string[]): Promise<readonly string[]>;
}
