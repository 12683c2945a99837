import type { Awaitable } from "../../kernel/awaitable.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import type { JobKind } from "../../runner/job-kind.ts";
import type { OriginalFiles } from "../../sources/ports/store-ports.ts";
import type { DatabaseLoad } from "../../store/postgres/database.ts";
import type { FileCounts } from "../../store/shared-files/counted-files.ts";
import type { Stores } from "../stores.ts";

export interface OpenedDatabase {
  readonly stores: Stores;
  readonly files: OriginalFiles;
  /** Files that all nodes of the database share; null: one process has it to itself. */
  readonly shared: SharedFiles | null;
  readonly facts: DatabaseFacts;
  /** Closes the database and unlocks the data folder. */
  release(): Awaitable<void>;
}

export interface DatabaseFacts {
  /** Such as `PostgreSQL 18.4`. */
  readonly version: string;
  /** An address without password; null: in the data folder. */
  readonly place: string | null;
  /** A sentence about what keeps it from working; null: no known trouble. */
  trouble(): Awaitable<string | null>;
  bytes(): Awaitable<number>;
  /** Unused bytes in its file; null: it is remote. */
  freeBytes(): number | null;
  /** Null: the database is in this process. */
  connections(): DatabaseLoad | null;
  files(): FileCounts | null;
  readonly upkeep: JobKind<null>;
}
