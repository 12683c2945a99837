/** A database with everything that belongs to it, opened: a file of this process, or one that many nodes share. */
import type { Awaitable } from "../../kernel/awaitable.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import type { JobKind } from "../../runner/job-kind.ts";
import type { OriginalFiles } from "../../sources/ports/store-ports.ts";
import type { FileCounts } from "../../storage/shared/counted-files.ts";
import type { Stores } from "../stores.ts";

export interface OpenedDatabase {
  readonly stores: Stores;
  readonly files: OriginalFiles;
  /** Files that all nodes of the database share; null: one process has it to itself. */
  readonly shared: SharedFiles | null;
  readonly facts: DatabaseFacts;
  /** Closes the database and lets another process use the data folder. */
  release(): Awaitable<void>;
}

/** The state of a database, and its upkeep. */
export interface DatabaseFacts {
  /** Its kind and version, such as `PostgreSQL 18.4`. */
  readonly version: string;
  /** Where it is, without a password; null: in the data folder. */
  readonly place: string | null;
  /** The part that keeps it from working, and how, as a sentence; null: nothing, as far as is known. */
  trouble(): Awaitable<string | null>;
  /** Its size. */
  bytes(): Awaitable<number>;
  /** Unused bytes in its file; null: it is on another machine. */
  freeBytes(): number | null;
  /** The connections to it; null: it is in this process. */
  connections(): ConnectionCounts | null;
  /** What was asked of the files that nodes share; null: they are in the data folder. */
  files(): FileCounts | null;
  /** The job that returns unused space to the disk. */
  readonly upkeep: JobKind<null>;
}

export interface ConnectionCounts {
  /** Most connections. */
  readonly most: number;
  /** Statements and transactions that are under way or wait for a connection. */
  readonly busy: number;
  /** How many failed because the database was not reached or did not answer in time, since the start. */
  readonly failed: number;
}
