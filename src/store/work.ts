/**
 * Work written once for both databases. It yields its statements: SQLite runs each at once, within the call, and
 * PostgreSQL is waited for. `yield*` stands where other code has `await`.
 */
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
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
import type { UsageEntry } from "../usage/usage-entry.ts";
import type { Tables } from "./tables.ts";

/** What builds statements. The types are SQLite's; PostgreSQL's builders have the same methods and the same rows. */
export type Orm = Pick<BunSQLiteDatabase, "select" | "selectDistinct" | "insert" | "update" | "delete">;

export class Beside {
  readonly happen: () => Awaitable<unknown>;

  constructor(happen: () => Awaitable<unknown>) {
    this.happen = happen;
  }
}

/** A statement of drizzle's builders, or one written as SQL. Only the database's own code may run it. */
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

/** For a statement written as SQL. PostgreSQL gives whole numbers as text there: cast them to `double precision`. */
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

/** What SQLite's commit must survive; see its pragmas. PostgreSQL's survives both. */
export type Survives = "power" | "process";

/** A database as stores use it. Work that is undone is begun again, so it must not change anything else. */
export interface Store {
  readonly tables: Tables;
  readonly dialect: SqlDialect;
  /** Whether other processes work over the same rows, so that work which one takes must be marked as taken. */
  readonly isShared: boolean;
  readonly leases: Leases;
  readonly log: ChangeLog;
  readonly documents: DocumentStatements;
  /** A statement for which time matters: SQLite's is built once, as drizzle and SQLite take 0.1 ms each. */
  kept<Built extends Preparable>(build: (orm: Orm, value: LaterValue) => Built): KeptStatement<RowOf<Built>>;
  insertAll<T extends AnyTable>(orm: Orm, table: T, rows: readonly T["$inferInsert"][]): Work<void>;
  addUsage(orm: Orm, entry: UsageEntry): Work<void>;
  /** The transaction of that `orm`, for files that are kept on another machine. */
  within(orm: Orm): OpenTransaction | undefined;
  /** What it reads may be of different moments in PostgreSQL. */
  read<T>(work: (orm: Orm) => Work<T>): Awaitable<T>;
  write<T>(survives: Survives, work: (orm: Orm) => Work<T>): Awaitable<T>;
  /** In one transaction, for which a full disk has room: it deletes more than it writes. */
  free<T>(survives: Survives, work: (orm: Orm) => Work<T>): Awaitable<T>;
  /** Work that changes nothing but what marks rows as taken: where one process has all rows, it only reads. */
  claim<T>(work: (orm: Orm) => Work<T>): Awaitable<T>;
  /** In one transaction, with those of others where that is faster; whoever is patient waits for others. Survives the loss of power. */
  grouped<T>(work: (orm: Orm) => Work<T>, haste?: "soon" | "patient"): Promise<T>;
  /** Within `grouped`, before something else than sources changes. */
  changesMore(): Work<void>;
  writeIfRoom(work: (orm: Orm) => Work<void>): Awaitable<void>;
}

/** What only reads. */
export type ReadingStore = Pick<Store, "read" | "tables" | "dialect" | "kept">;

export type AnyTable = Tables[keyof Tables];

export interface SqlDialect {
  /** Whoever locks the same rows waits until this transaction ends. False: there is none. SQLite, with one writer, does not look. */
  lock(table: AnyTable, rows: SQL | undefined): Work<boolean>;
  lockTable(table: AnyTable): Work<void>;
  /** After a select of rows: those that another process has locked are left out. */
  readonly skipLocked: SQL;
  lockName(name: string): Work<void>;
  tellWebhooks(workspace: WorkspaceId, message: NewMessage): SQL;
  storable(text: string): string;
  /** A list of any length as one parameter, for `IN`. */
  numbers(list: readonly number[]): SQL;
  /** Whether a list of numbers, as `listValue` writes it, has the column. */
  isAmong(column: SQLWrapper, list: unknown): SQL;
  listValue(list: readonly number[]): string;
  /** The column, without an index that SQLite would choose wrongly. */
  unindexed(column: SQLWrapper): SQL;
  readonly nextRevision: SQL;
  /** How far the log of changes reaches back. A snapshot that is further behind is rebuilt, which is then hardly more work. */
  readonly rememberedRevisions: number;
  texts(list: readonly string[]): SQL;
  /** Whether a row of `sources`, with its row of `source_versions`, matches. */
  filtered(filter: SourceFilter): SQL;
  /** Whether the text matches a pattern of LIKE, with ASCII letters in either case; `\\` escapes. */
  like(text: SQLWrapper, pattern: string): SQL;
  /** Where the part begins in the text, from 1, in code points; 0: nowhere. */
  positionOf(text: SQLWrapper, part: string): SQL<number>;
  bytesOf(text: SQLWrapper, piece: { readonly from: number; readonly length: number }): SQL<Uint8Array>;
  /** A text is read in pieces of at least so many bytes, and at most so many of them: each is found from its beginning. */
  readonly textPieces: { readonly least: number; readonly most: number };
  /** A JSON list of texts as rows whose column is `value`. */
  each(list: SQLWrapper): SQL;
  /** Of the texts in a column of all rows, a JSON list. */
  listOf(column: SQLWrapper, order: SQLWrapper): SQL;
  /** Rows `pair` with the columns `old` and `now`. */
  pairs(list: readonly PassagePair[]): SQL;
  /** The passages that wait for a model, of the expert's newest source first. */
  waitingPassages(orm: Orm, waiting: WaitingRequest): Work<WaitingPassage[]>;
  /** @param list a JSON list of texts */
  has(list: SQLWrapper, text: string): SQL;
  lengthOf(list: SQLWrapper): SQL<number>;
  field(object: SQLWrapper, name: string): SQL;
}

export interface ChangeLog {
  /**
   * Must come first in a transaction that changes a memory, so that revisions are committed in order. False: the expert
   * is gone.
   */
  lock(expert: ExpertId): Work<boolean>;
  /** Raises the expert's revision and logs what was changed with it. @throws Error if the expert is gone */
  note(orm: Orm, expert: ExpertId, change: NotedChange): Work<void>;
  /** Raises the expert's revision and clears its log, so that every index of the expert is rebuilt from the rows. */
  cut(orm: Orm, expert: ExpertId): Work<void>;
}

export interface NotedChange {
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  readonly sensed?: readonly PassageRange[];
}

/** Work with a name that one process does at a time. Where there is only one, it has every lease. */
export interface Leases {
  take(name: string, milliseconds: number): Work<boolean>;
  /** Whether this process has it. No other can take it before this transaction ends. */
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

/** @param work is done inside a transaction, and once more whenever that was undone and is tried again */
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

/** What may show that a document is known. The first of these that is given decides. */
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

/** The statements of every document. Their speed limits the rate at which small sources are accepted. */
export interface DocumentStatements {
  existing(orm: Orm, document: DocumentName): Work<Source | null>;
  byNo(orm: Orm, no: number): Work<Source | null>;
  addSource(orm: Orm, source: NewSource): Work<SourceRecord["source"]>;
  addVersion(orm: Orm, version: AddedVersion): Work<SourceRecord["latest"]>;
  waiting(orm: Orm): Work<number>;
  addPassages(orm: Orm, versionNo: number, passages: readonly NewPassage[]): Work<void>;
}
