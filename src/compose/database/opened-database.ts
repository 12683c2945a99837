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

export interface DatabaseFacts {
  /** Its kind and version, such as `PostgreSQL 18.4`. */
  readonly version: string;
  /** Where it is, without a password; null: in the data folder. */
  readonly place: string | null;
  /** The part that keeps it from working, and how, as a sentence; null: nothing, as far as is known. */
  trouble(): Awaitable<string | null>;
  bytes(): Awaitable<number>;
  /** Unused bytes in its file; null: it is on another machine. */
  freeBytes(): number | null;
  /** The connections to it; null: it is in this process. */
  connections(): ConnectionCounts | null;
  files(): FileCounts | null;
  readonly upkeep: JobKind<null>;
}

export interface ConnectionCounts {
  readonly most: number;
  readonly busy: number;
  /** How many failed because the database was not reached or did not answer in time, since the start. */
  readonly failed: number;
}
