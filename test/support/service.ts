/** A whole service in this process, over a data folder of its own, for tests that speak HTTP or call the services. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuiltInSense } from "../../src/compose/built-in-sense.ts";
import { type ComposeOptions, type Docent, openService } from "../../src/compose/compose.ts";
import type { Stores } from "../../src/compose/stores.ts";
import { type Config, loadConfig } from "../../src/config/load-config.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import { isId, type WorkspaceId } from "../../src/kernel/ids.ts";
import { type Log, silentLog } from "../../src/kernel/log.ts";
import type { Scope } from "../../src/keys/key.ts";
import { putPack } from "../../src/store/sqlite/folder/model-packs.ts";
import { type Reply, read } from "./reply.ts";
import { openSharedContents, sharedSettings } from "./worlds/shared-storage.ts";

/** A clock that stands still until it is moved. */
export interface MovableClock extends Clock {
  set(milliseconds: number): void;
  advance(milliseconds: number): void;
}

export function clockAt(start: string | number): MovableClock {
  let time = typeof start === "number" ? start : Date.parse(start);
  return {
    now: () => time,
    set: (milliseconds) => {
      time = milliseconds;
    },
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** Bytes that look random and are the same in every run (xorshift32). */
export function repeatableRandom(seed = 0x2545f491): (bytes: Uint8Array) => Uint8Array {
  let state = seed;
  return (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[i] = state & 0xff;
    }
    return bytes;
  };
}

export interface KeyOptions {
  readonly workspace?: WorkspaceId;
  readonly scopes?: readonly Scope[];
  readonly experts?: readonly string[];
  readonly expiresAt?: number;
}

export interface RequestOptions {
  /** The key; the owner's by default. Null: none is sent. */
  readonly key?: string | null;
  /** Sent as JSON, or unchanged if it is a string, bytes, a form or a stream. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService {
  readonly docent: Docent;
  readonly clock: MovableClock;
  readonly dataDir: string;
  readonly config: Config;
  readonly workspace: WorkspaceId;
  /** A key of the default workspace that may do everything. */
  readonly owner: string;
  key(options?: KeyOptions): Promise<string>;
  request(method: string, path: string, asked?: RequestOptions): Promise<Reply>;
  /** The content of the database by table, without the last use of keys and what is noted of readings in the background. */
  contents(): Record<string, unknown[]>;
  /** The same, also of a service over PostgreSQL. */
  rows(): Promise<Record<string, unknown[]>>;
  /** Releases and keeps the folder. */
  stop(): Promise<void>;
  /** Stops, and deletes the folder. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Settings, as in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: MovableClock;
  readonly log?: Log;
  /** The folder of a service that was stopped, with its owner's key. */
  readonly resume?: { readonly dataDir: string; readonly owner: string };
  /** A model of meaning; none by default, so that a test has no background work unless it requests it. */
  readonly sense?: BuiltInSense;
  /** A pack for scans, as `docent model add` installs it. */
  readonly scans?: Uint8Array;
  /** How the time of background jobs passes. */
  readonly time?: ComposeOptions["time"];
  /** Changes the stores before the services get them. */
  readonly adaptStores?: (stores: Stores) => Stores;
  /** Exports and imports in processes of their own. */
  readonly archives?: (config: Config) => ComposeOptions["archives"];
  /** False: added sources stay queued. */
  readonly ingesting?: boolean;
}

export const startOfTime = "2026-11-21T08:00:00.000Z";

export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const dataDir = options.resume?.dataDir ?? (await newFolder(options));
  const off = { DOCENT_READER: "off", ...(options.sense === undefined && { DOCENT_SENSE: "off" }) };
  const config = loadConfig({
    env: {
      DOCENT_DATA_DIR: dataDir,
      DOCENT_ANSWER_THREADS: "0",
      ...off,
      ...sharedSettings(dataDir),
      ...options.settings,
    },
    flags: [],
  });
  const clock = options.clock ?? clockAt(startOfTime);
  if (options.resume !== undefined) clock.advance(1); // no two processes share a moment
  const environment = { log: options.log ?? silentLog, clock, random: repeatableRandom(clock.now() | 1) };
  const { sense, adaptStores, time } = options;
  const docent = await openService(config, {
    ...environment,
    ...(sense && { sense }),
    ...(time && { time }),
    ...(adaptStores && { adaptStores }),
    ...(options.archives && { archives: options.archives(config)! }),
  });
  const { id: workspace } = (await docent.workspaces.byName("default")) ?? (await docent.workspaces.create("default"));
  const key = (given: KeyOptions = {}) => makeKey(docent, { workspace, ...given });
  if (options.ingesting !== false) docent.begin();
  const owner = options.resume?.owner ?? (await key());
  const shared = await openSharedContents(dataDir);
  const reader = rowsReader(dataDir);
  return {
    docent,
    clock,
    dataDir,
    config,
    workspace,
    owner,
    key,
    request: (method, path, asked = {}) => ask(docent, { owner, method, path }, asked),
    contents: () => contentsOf(dataDir),
    rows: async () => {
      const found = await shared?.read();
      if (found === undefined) return reader.read();
      return Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, withoutNotes(rows)]));
    },
    stop: async () => {
      reader.close();
      await docent.close();
      await shared?.close();
    },
    close: async () => {
      reader.close();
      await docent.close();
      await shared?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function newFolder({ scans }: ServiceOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "docent-service-"));
  if (scans !== undefined) await putPack(folder, "scans-eng", scans, "scans");
  return folder;
}

async function makeKey(
  docent: Docent,
  { workspace, scopes, experts, expiresAt }: KeyOptions & { workspace: WorkspaceId },
): Promise<string> {
  const restricted = {
    ...(scopes && { scopes }),
    expertIds: experts?.filter((id) => isId("expert", id)) ?? null,
    expiresAt: expiresAt ?? null,
  };
  return (await docent.keys.create({ workspaceId: workspace, name: "test", ...restricted })).secret;
}

interface Target {
  readonly owner: string;
  readonly method: string;
  readonly path: string;
}

async function ask({ app }: Docent, { owner, method, path }: Target, asked: RequestOptions): Promise<Reply> {
  const key = asked.key === undefined ? owner : asked.key;
  const { body, type } = encoded(asked.body);
  const headers = {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(type === null ? {} : { "content-type": type }),
    ...asked.headers,
  };
  return read(await app.handle(new Request(`http://localhost${path}`, { method, headers, body })));
}

type Sent = string | FormData | Uint8Array<ArrayBuffer>;

function encoded(body: unknown): { readonly body: Sent | null; readonly type: string | null } {
  if (body === undefined) return { body: null, type: null };
  if (typeof body === "string") return { body, type: "application/json" };
  if (body instanceof FormData) return { body, type: null };
  if (body instanceof Uint8Array) return { body: body as Uint8Array<ArrayBuffer>, type: "application/octet-stream" };
  return { body: JSON.stringify(body), type: "application/json" };
}

/** Reads the rows again only after another connection has written. */
function rowsReader(dataDir: string): { read(): Record<string, unknown[]>; close(): void } {
  let sqlite: Database | null = null;
  let [version, rows]: [number, Record<string, unknown[]>] = [-1, {}];
  return {
    read: () => {
      sqlite ??= new Database(join(dataDir, "docent.db"), { readonly: true });
      const now = sqlite.query<{ data_version: number }, []>("PRAGMA data_version").get()!.data_version;
      if (now !== version) [version, rows] = [now, rowsIn(sqlite)];
      return rows;
    },
    close: () => sqlite?.close(),
  };
}

function contentsOf(dataDir: string): Record<string, unknown[]> {
  const sqlite = new Database(join(dataDir, "docent.db"), { readonly: true });
  const contents = rowsIn(sqlite);
  sqlite.close();
  return contents;
}

function rowsIn(sqlite: Database): Record<string, unknown[]> {
  const tables = sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const rows = ({ name }: { name: string }) =>
    withoutNotes(sqlite.query<Record<string, unknown>, []>(`SELECT * FROM ${name}`).all());
  return Object.fromEntries(tables.map((table) => [table.name, rows(table)]));
}

function withoutNotes(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ last_used_at: _, readings: __, ...row }) => row);
}
