/** The stores of sources over a real database and folder, with two experts and no pipeline. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { defaultSettings, type Expert } from "../../../src/experts/expert.ts";
import type { ExpertStore } from "../../../src/experts/ports.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../../../src/kernel/ids.ts";
import type { PerformWrite } from "../../../src/kernel/stores/write.ts";
import type { Completed, IngestQueue } from "../../../src/sources/ports/queue-ports.ts";
import type {
  Accepted,
  NewVersion,
  OriginalFiles,
  ReceivedFile,
  SourceStore,
} from "../../../src/sources/ports/store-ports.ts";
import type { Source } from "../../../src/sources/source.ts";
import { acceptedOf } from "../../../src/sources/source-addition.ts";
import { workspaceStore } from "../../../src/store/account-stores.ts";
import type { PostgresDatabase } from "../../../src/store/postgres/database.ts";
import { originalNamesIn } from "../../../src/store/postgres/rows/original-names.ts";
import { replyStore } from "../../../src/store/reply-store.ts";
import { filesInFolder } from "../../../src/store/shared-files/shared-folder.ts";
import { originalsAmong } from "../../../src/store/shared-files/shared-originals.ts";
import { type Database, openDatabase } from "../../../src/store/sqlite/database.ts";
import { expertRows } from "../../../src/store/sqlite/rows/expert-rows.ts";
import { storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";
import { openTestPostgres } from "./postgres-world.ts";
import { workHere } from "./work-here.ts";

/** A store of sources with its queue and its files. */
export interface SourceSubject {
  readonly store: SourceStore;
  readonly perform: PerformWrite;
  readonly queue: IngestQueue;
  readonly files: OriginalFiles;
  /** The names of the files that are kept. */
  names(): readonly string[];
  /** What is in hand counts as left by a process that ended. */
  endLeases(): Promise<void>;
}

const toClose: (() => unknown)[] = [];
/** Closes what the test opened. */
export async function closeSubjects(): Promise<void> {
  for (const close of toClose.splice(0)) await close();
}

export const home = "ws_home" as WorkspaceId;
export const expert = "exp_pumps" as ExpertId;

function bothExperts(): Expert[] {
  const facts = { description: "", instructions: "", language: "en", aliases: [], settings: defaultSettings };
  const rest = { workspaceId: home, metadata: {}, embedding: null, createdAt: 0, updatedAt: 0 };
  return ["pumps", "boats"].map((slug) => ({ id: `exp_${slug}` as ExpertId, name: slug, slug, ...facts, ...rest }));
}

/** What makes the stores over a database. */
export interface StoreMakers {
  readonly sourceRows: (database: Database) => SourceStore;
  readonly ingestQueueRows: (database: Database) => IngestQueue;
  readonly openOriginalFiles: (directory: string, database: Database) => OriginalFiles;
}

export function overDatabase({
  sourceRows,
  ingestQueueRows,
  openOriginalFiles,
}: StoreMakers): SourceSubject & { readonly database: Database } {
  const folder = mkdtempSync(join(tmpdir(), "docent-sources-"));
  const database = openDatabase(join(folder, "docent.db"));
  toClose.push(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  void workspaceStore(storeInSqlite(database)).add({ id: home, name: "default", createdAt: 0 });
  for (const one of bothExperts()) void expertRows(database).add(one);
  return {
    database,
    store: sourceRows(database),
    perform: replyStore(storeInSqlite(database)).performOnce,
    queue: ingestQueueRows(database),
    files: openOriginalFiles(join(folder, "originals"), database),
    names: () => readdirSync(join(folder, "originals")).sort(),
    endLeases: async () => undefined,
  };
}

function namesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).sort() : [];
}

/** What makes the same stores over PostgreSQL and a folder that nodes share. */
export interface PostgresMakers {
  readonly sources: (database: PostgresDatabase) => SourceStore;
  readonly queue: (database: PostgresDatabase, newLease: () => string) => IngestQueue;
  readonly perform: (database: PostgresDatabase) => PerformWrite;
  readonly experts: (database: PostgresDatabase) => Pick<ExpertStore, "add">;
}

export async function overPostgresServer(
  makers: PostgresMakers,
): Promise<SourceSubject & { readonly database: PostgresDatabase }> {
  const folder = mkdtempSync(join(tmpdir(), "docent-sources-"));
  const database = await openTestPostgres();
  toClose.push(database.close, () => rmSync(folder, { recursive: true }));
  await database.transact(async (orm) => {
    await orm.execute(sql`INSERT INTO workspaces VALUES (${home}, 'default', 0)`);
  });
  for (const one of bothExperts()) await makers.experts(database).add(one);
  return {
    database,
    store: makers.sources(database),
    perform: makers.perform(database),
    queue: makers.queue(database, () => Bun.randomUUIDv7()),
    files: originalsAmong(filesInFolder(workHere(folder)), originalNamesIn(database)),
    names: () => namesIn(join(folder, "originals")),
    endLeases: () =>
      database.transact(async (orm) => {
        await orm.execute(sql`UPDATE version_leases SET until = 0`);
      }),
  };
}

export const piecesOf = async function* (...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
};
export const usage = { workspaceId: home, expertId: expert, keyId: "key_1" as KeyId, at: 1000, add: {} };

let numbers = 0;
export function versionOf(file: ReceivedFile, more: Partial<NewVersion> = {}): NewVersion {
  return {
    expertId: expert,
    sourceId: `src_${String(++numbers).padStart(6, "0")}` as SourceId,
    type: "text",
    givenTitle: null,
    title: "Note",
    url: null,
    externalId: null,
    filename: null,
    declaredType: null,
    metadata: null,
    origin: { file },
    keeper: "api",
    keyId: "key_1" as KeyId,
    at: 1000,
    ...more,
  };
}

export async function addVersion(
  { store, perform, files }: SourceSubject,
  text: string,
  more: Partial<NewVersion> = {},
  received?: ReceivedFile,
): Promise<Accepted> {
  const file = received ?? (await files.receive(piecesOf(text), 1000));
  const version = versionOf(file, more);
  const accepted = await perform(store.acceptance(version, usage, { maxQueued: 0, room: null }));
  file.discard();
  return acceptedOf(accepted);
}

export const resultOf = (text: string): Completed => ({
  title: null,
  mimeType: "text/plain",
  content: text,
  pageCount: null,
  warnings: [],
  language: "und",
  chunkCount: 1,
  lastChunks: [{ start: 0, end: text.length, section: "", page: null, text }],
  vectorSet: null,
});

export async function readVersion(
  subject: SourceSubject,
  text: string,
  more: Partial<NewVersion> = {},
): Promise<Source> {
  const { source } = await addVersion(subject, text, more);
  const job = (await subject.queue.claim("read", 1000))[0]!;
  if (!(await subject.queue.complete(job, resultOf(text), usage))) throw new Error("it was not completed");
  return (await subject.store.byId(expert, source.id))!;
}
