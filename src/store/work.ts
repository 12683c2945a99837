/** Written once for both databases: SQLite runs each yielded statement within the call, PostgreSQL awaits it. */
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { UsageEntry } from "../accounting/usage-entry.ts";
import type { Metadata } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, SourceId, WorkspaceId } from "../kernel/ids.ts";
import type { Keepers } from "../kernel/keepers.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import type { OpenTransaction, Write } from "../kernel/stores/write.ts";
import type { NewPassage } from "../memory/reading-ports.ts";
import type { PassageRange, WaitingPassage } from "../memory/row-ports.ts";
import type { NewVersion } from "../sources/ports/store-ports.ts";
import type { Source, SourceRecord } from "../sources/source.ts";
import type { Tables } from "./tables.ts";

/** Typed as SQLite's; PostgreSQL's builders have the same methods and rows. */
export type Orm = Pick<BunSQLiteDatabase, "select" | "selectDistinct" | "insert" | "update" | "delete">;

export class Beside {
  readonly happen: () => Awaitable<unknown>;

  constructor(happen: () => Awaitable<unknown>) {
    this.happen = happen;
  }
}

/** A statement by drizzle or in SQL. Only the database's own code may run it. */
export type Step = SQL | { all(): unknown } | Beside;

export type Work<T> = Generator<Step, T, readonly unknown[]>;

export interface Rows<Row> {
  all(): Row[];
}

export function* all<Row>(statement: Rows<Row>): Work<Row[]> {
  return [...(yield statement)] as Row[];
}

export function* first<Row>(statement: Rows<Row>): Work<Row | undefined> {
  return (yield statement)[0] as Row | undefined;
}

export function* one<Row>(statement: Rows<Row>): Work<Row | null> {
  return (yield* first(statement)) ?? null;
}

export function* hasRows(statement: Rows<unknown>): Work<boolean> {
  return (yield statement).length > 0;
}

export function* counted(statement: Rows<{ readonly n: number }>): Work<number> {
  return (yield* first(statement))?.n ?? 0;
}

/** PostgreSQL gives whole numbers as text in raw SQL: cast them to `double precision`. */
export function* rowsOf<Row>(statement: SQL): Work<Row[]> {
  return [...(yield statement)] as Row[];
}

export function* done(statement: Step): Work<void> {
  yield statement;
}

export interface Preparable {
  all(): unknown;
  prepare(): { all(values: Record<string, unknown>): unknown };
}

export type LaterValue<Name extends string = string> = (name: Name) => Placeholder<Name>;

export type RowOf<Built extends Preparable> = Built extends Rows<infer Row> ? Row : never;

export type KeptStatement<Row> = (orm: Orm, values: Readonly<Record<string, unknown>>) => Work<Row[]>;

export function* beside(happen: () => Awaitable<unknown>): Work<void> {
  yield new Beside(happen);
}

export function* known<T>(value: T): Work<T> {
  yield* [];
  return value;
}

/** What a SQLite commit must survive (see its pragmas). PostgreSQL's survives both. */
export type Survives = "power" | "process";

/** Work that is undone is repeated, so it must have no other effects. */
export interface Store {
  readonly tables: Tables;
  readonly dialect: SqlDialect;
  /** Other processes work on the same rows, so rows that are taken must be marked. */
  readonly isShared: boolean;
  readonly leases: Leases;
  readonly log: ChangeLog;
  readonly documents: DocumentStatements;
  /** For statements where time matters: SQLite's is built once, which saves 0.1 ms in drizzle and in SQLite. */
  kept<Built extends Preparable>(build: (orm: Orm, value: LaterValue) => Built): KeptStatement<RowOf<Built>>;
  insertAll<T extends AnyTable>(orm: Orm, table: T, rows: readonly T["$inferInsert"][]): Work<void>;
  addUsage(orm: Orm, entry: UsageEntry): Work<void>;
  /** For files that are kept on another machine. */
  within(orm: Orm): OpenTransaction | undefined;
  /** In PostgreSQL, statements may see different moments. */
  read<T>(work: (orm: Orm) => Work<T>): Awaitable<T>;
  write<T>(survives: Survives, work: (orm: Orm) => Work<T>): Awaitable<T>;
  /** In one transaction that fits on a full disk, because it deletes more than it writes. */
  free<T>(survives: Survives, work: (orm: Orm) => Work<T>): Awaitable<T>;
  /** Changes nothing but marks on taken rows, so a single process only reads. */
  claim<T>(work: (orm: Orm) => Work<T>): Awaitable<T>;
  /** In one transaction, with others where that is faster; `patient` waits for others. Survives the loss of power. */
  grouped<T>(work: (orm: Orm) => Work<T>, haste?: "soon" | "patient"): Promise<T>;
  /** Call within `grouped` before changing anything but sources. */
  changesMore(): Work<void>;
  writeIfRoom(work: (orm: Orm) => Work<void>): Awaitable<void>;
}

export type ReadingStore = Pick<Store, "read" | "tables" | "dialect" | "kept">;

export type AnyTable = Tables[keyof Tables];

export interface SqlDialect {
  /** Others that lock the same rows wait for this transaction. False: no rows. With its one writer, SQLite does nothing. */
  lock(table: AnyTable, rows: SQL | undefined): Work<boolean>;
  lockTable(table: AnyTable): Work<void>;
  /** After a select: leaves out rows that another process has locked. */
  readonly skipLocked: SQL;
  lockName(name: string): Work<void>;
  tellWebhooks(workspace: WorkspaceId, message: NewMessage): SQL;
  storable(text: string): string;
  /** A list of any length as one parameter, for `IN`. */
  numbers(list: readonly number[]): SQL;
  /** @param list written by `listValue` */
  isAmong(column: SQLWrapper, list: unknown): SQL;
  listValue(list: readonly number[]): string;
  /** Hides an index that SQLite would choose wrongly. */
  unindexed(column: SQLWrapper): SQL;
  readonly nextRevision: SQL;
  /** Older snapshots are rebuilt, which is then hardly more work. */
  readonly rememberedRevisions: number;
  texts(list: readonly string[]): SQL;
  /** A condition on `sources` with `source_versions`. */
  filtered(filter: SourceFilter): SQL;
  /** LIKE that ignores the case of ASCII letters; `\\` escapes. */
  like(text: SQLWrapper, pattern: string): SQL;
  /** From 1, in code points; 0: not found. */
  positionOf(text: SQLWrapper, part: string): SQL<number>;
  bytesOf(text: SQLWrapper, piece: { readonly from: number; readonly length: number }): SQL<Uint8Array>;
  /** Bytes. SQL finds each piece from the beginning of the text, so there is a least size and a most. */
  readonly textPieces: { readonly least: number; readonly most: number };
  /** A JSON list as rows with the column `value`. */
  each(list: SQLWrapper): SQL;
  /** A JSON list of a column over all rows. */
  listOf(column: SQLWrapper, order: SQLWrapper): SQL;
  /** Rows `pair` with the columns `old` and `now`. */
  pairs(list: readonly PassagePair[]): SQL;
  /** From the expert's newest source first. */
  waitingPassages(orm: Orm, waiting: WaitingRequest): Work<WaitingPassage[]>;
  has(list: SQLWrapper, text: string): SQL;
  lengthOf(list: SQLWrapper): SQL<number>;
  field(object: SQLWrapper, name: string): SQL;
}

export interface ChangeLog {
  /** Call first in a transaction that changes a memory, so that revisions are committed in order. False: no such expert. */
  lock(expert: ExpertId): Work<boolean>;
  /** Raises the revision and logs the change. @throws Error if the expert is gone */
  note(orm: Orm, expert: ExpertId, change: NotedChange): Work<void>;
  /** Raises the revision and clears the log, so that all indexes are rebuilt. */
  cut(orm: Orm, expert: ExpertId): Work<void>;
}

export interface NotedChange {
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  readonly sensed?: readonly PassageRange[];
}

/** Named leases between processes. A single process has all of them. */
export interface Leases {
  take(name: string, milliseconds: number): Work<boolean>;
  /** No other process can take it before this transaction ends. */
  isOurs(name: string): Work<boolean>;
  leave(name: string): Work<void>;
  isElsewhere(name: SQL): SQL;
}

export interface NewMessage {
  readonly subject: string;
  readonly type: string;
  readonly at: number;
  readonly data: object;
}

export interface WaitingRequest {
  readonly model: string;
  readonly expert: ExpertId;
  readonly limit: number;
}

class PreparedWrite {
  readonly work: (orm: Orm) => Work<unknown>;

  constructor(work: (orm: Orm) => Work<unknown>) {
    this.work = work;
  }
}

/** @param work repeated when its transaction is undone */
export function preparedWrite<T>(work: (orm: Orm) => Work<T>): Write<T> {
  return new PreparedWrite(work) as Write<T>;
}

export function workIn<T>(write: Write<T>): (orm: Orm) => Work<T> {
  if (!(write instanceof PreparedWrite)) throw new Error("this write is of another database");
  return write.work as (orm: Orm) => Work<T>;
}

export interface PassagePair {
  readonly old: number;
  readonly now: number;
}

/** The first field that is given decides. */
export interface DocumentName extends Pick<NewVersion, "expertId"> {
  readonly of?: SourceId;
  readonly externalId?: string | null;
  readonly sha256?: string;
  readonly fetchUrl?: string;
}

export interface NewSource extends Pick<NewVersion, "expertId" | "externalId" | "url" | "at"> {
  readonly id: SourceId;
  readonly metadata: Metadata;
  readonly keepers: Keepers;
}

export interface AddedVersion
  extends Pick<
    NewVersion,
    "expertId" | "type" | "givenTitle" | "title" | "filename" | "declaredType" | "keyId" | "at"
  > {
  readonly sourceNo: number;
  readonly version: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly fetchUrl: string | null;
}

export type StatementParts = Pick<Store, "tables" | "dialect" | "kept" | "insertAll">;

/** Their speed limits the rate at which small sources are accepted. */
export interface DocumentStatements {
  existing(orm: Orm, document: DocumentName): Work<Source | null>;
  byNo(orm: Orm, no: number): Work<Source | null>;
  addSource(orm: Orm, source: NewSource): Work<SourceRecord["source"]>;
  addVersion(orm: Orm, version: AddedVersion): Work<SourceRecord["latest"]>;
  waiting(orm: Orm): Work<number>;
  addPassages(orm: Orm, versionNo: number, passages: readonly NewPassage[]): Work<void>;
}
