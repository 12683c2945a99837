/**
 * Exports that somebody changed on purpose: bytes of the file, pages of its database, and values of its rows, the last
 * two with checksums that are right again. Each is refused with one clear error, or is an expert that works.
 */
import { Database as Sqlite } from "bun:sqlite";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importRules } from "../../src/http/import-validation.ts";
import { isId, sortableIds } from "../../src/kernel/ids.ts";
import { ArchiveError } from "../../src/store/sqlite/archives/archive-layout.ts";
import { fileEntries, writeArchive } from "../../src/store/sqlite/archives/archive-writer.ts";
import { unpack } from "../../src/store/sqlite/archives/backup-restoring.ts";
import { exportExpert } from "../../src/store/sqlite/archives/expert-export.ts";
import { importExpert } from "../../src/store/sqlite/archives/expert-import.ts";
import { filesIn } from "../support/data-tree.ts";
import { clockAt, repeatableRandom, startOfTime, startService, type TestService } from "../support/service.ts";

export interface HostileReport {
  readonly refused: number;
  readonly accepted: number;
  /** The violation, with the number of the archive that caused it. */
  readonly failures: readonly string[];
}

const hostileValues = [
  "0",
  "-1",
  "1",
  "9e15",
  "9223372036854775807",
  "-9223372036854775808",
  "NULL",
  "''",
  "'x'",
  "'{}'",
  "'[]'",
  "'null'",
  `'{"k":1000000000}'`,
  "'javascript:alert(1)'",
  "'a' || char(13, 10) || 'b'",
  "char(0)",
  "x'ff'",
  "x''",
  "zeroblob(100000)",
  "printf('%.*c', 200000, 'x')",
  "'../../etc/passwd'",
  "char(55357)",
  "randomblob(40)",
];
const kinds = ["bytes", "cut", "page", "row"] as const;

interface Original {
  readonly file: string;
  /** Where it was unpacked. */
  readonly folder: string;
}

/** Milliseconds that an archive may take. */
const longestTrial = 20_000;

/** @param seed decides everything but the ids in the archive that is changed. */
export async function attack(count: number, seed: number): Promise<HostileReport> {
  const folder = mkdtempSync(join(tmpdir(), "docent-hostile-"));
  const service = await startService();
  try {
    const original = await realArchive(service, folder);
    const pick = picker(seed);
    const failures: string[] = [];
    let [refused, accepted] = [0, 0];
    for (let n = 0; n < count; n++) {
      const kind = kinds[pick(kinds.length)] ?? "row";
      const path = changed(original, kind, pick);
      const outcome = await take(service, path);
      if (outcome === "refused") refused += 1;
      else if (outcome === "accepted") accepted += 1;
      else failures.push(`${kind} ${n} (seed ${seed}): ${outcome}`);
    }
    return { refused, accepted, failures };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function picker(seed: number): (below: number) => number {
  const random = repeatableRandom(seed | 1);
  return (below) => {
    const [a = 0, b = 0, c = 0] = random(new Uint8Array(3));
    return ((a << 16) | (b << 8) | c) % below;
  };
}

/** An expert with everything that an export can contain. */
async function realArchive(service: TestService, folder: string): Promise<Original> {
  const reply = await service.request("POST", "/v1/experts", { body: { name: "Pumps", metadata: { a: 1 } } });
  const id = String(Object(reply.json).id);
  for (const text of [
    "# Filters\n\nThe filter is replaced every year. 🙂",
    "# Oil\n\nThe oil is changed every two years.",
  ]) {
    const body = { text, url: "https://example.org/manual", metadata: { part: 2 } };
    await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body });
  }
  const sqlite = new Sqlite(join(service.dataDir, "docent.db"));
  sqlite.run("PRAGMA busy_timeout = 5000");
  sqlite.run("INSERT INTO sense_models (no, name) VALUES (1, 'a-model')");
  sqlite.run("INSERT INTO derived SELECT no, 'sense', 1, x'0501' FROM chunks");
  sqlite.run("INSERT INTO version_senses SELECT 1, expert_id, no, 0, chunk_count, chunk_count FROM source_versions");
  sqlite.run(
    "INSERT INTO embeddings (no, expert_id, model, dimensions, recipe) SELECT 1, id, 'm', 1, 'plain' FROM experts",
  );
  sqlite.run("INSERT INTO derived SELECT no, 'vector', 1, x'0000803f' FROM chunks");
  sqlite.close();
  if (!isId("expert", id)) throw new Error(`${id} is no id`);
  const file = join(folder, "real.tar");
  const at = Date.parse(startOfTime);
  exportExpert({ dataDir: service.dataDir, expert: id, destination: { file, overwrite: false }, at, madeBy: "docent" });
  const place = mkdtempSync(join(folder, "unpacked-"));
  unpack(file, "export", place);
  return { file, folder: place };
}

function changed(original: Original, kind: (typeof kinds)[number], pick: (below: number) => number): string {
  const path = join(original.folder, "..", "hostile.tar");
  rmSync(path, { force: true });
  const bytes = readFileSync(original.file);
  if (kind === "cut") writeFileSync(path, bytes.subarray(0, pick(bytes.length)));
  if (kind === "bytes") {
    for (let n = pick(8); n >= 0; n--) bytes[pick(bytes.length)] = pick(256);
    writeFileSync(path, bytes);
  }
  if (kind === "page" || kind === "row")
    repack(original, path, (db) => (kind === "page" ? damagePage : changeRow)(db, pick));
  return path;
}

/** The same archive around another database, with checksums that are right. */
function repack({ folder }: Original, path: string, change: (database: string) => void): void {
  const database = join(folder, "..", "changed.db");
  writeFileSync(database, readFileSync(join(folder, "expert.db")));
  change(database);
  const originals = readdirSync(join(folder, "originals")).toSorted((a, b) => Number(a) - Number(b));
  const entries = originals.map((name) => [`originals/${name}`, join(folder, "originals", name)] as const);
  const at = Date.parse(startOfTime);
  const schemaVersion = schemaOf(join(folder, "expert.db"));
  const manifest = {
    kind: "export",
    version: 1,
    schemaVersion,
    createdAt: at,
    madeBy: "docent",
    originals: entries.length,
  } as const;
  writeArchive(path, manifest, fileEntries([["expert.db", database], ...entries]));
  for (const name of [database, `${database}-wal`, `${database}-shm`, `${database}-journal`])
    rmSync(name, { force: true });
}

function schemaOf(path: string): number {
  const sqlite = new Sqlite(path, { readonly: true });
  const version = Number(Object.values(Object(sqlite.query("PRAGMA user_version").get()))[0]);
  sqlite.close();
  return version;
}

function damagePage(path: string, pick: (below: number) => number): void {
  const bytes = readFileSync(path);
  for (let n = pick(16); n >= 0; n--) bytes[pick(bytes.length)] = pick(256);
  writeFileSync(path, bytes);
}

function changeRow(path: string, pick: (below: number) => number): void {
  const sqlite = new Sqlite(path, { strict: true });
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.run("PRAGMA ignore_check_constraints = ON");
  const tables = sqlite
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all();
  const { name = "" } = tables[pick(tables.length)] ?? {};
  const columns = sqlite.query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)").all(name);
  const column = columns[pick(columns.length)]?.name ?? "";
  const value = hostileValues[pick(hostileValues.length)] ?? "NULL";
  try {
    sqlite.run(`UPDATE ${name} SET "${column}" = ${value} ${pick(2) === 0 ? "" : "WHERE rowid = 1"}`);
  } catch {
    // The table does not take that value, so the archive is the real one.
  }
  sqlite.close();
}

const pace = { now: () => performance.now(), pause: () => Promise.resolve() };

/** The outcome: correct, or a description of the violation. */
async function take(service: TestService, file: string): Promise<string> {
  const before = filesIn(join(service.dataDir, "originals"));
  const ids = sortableIds(clockAt(Date.now()), (bytes) => crypto.getRandomValues(bytes));
  const names = { name: null, slug: "taken-in" };
  const order = { dataDir: service.dataDir, file, workspace: service.workspace, ...names, ids, pace };
  const began = performance.now();
  try {
    await importExpert({ ...order, rules: importRules(), verify: null });
  } catch (error) {
    if (!(error instanceof ArchiveError)) return `threw ${String(error)}`;
    const isClean = Bun.deepEquals(filesIn(join(service.dataDir, "originals")), before);
    return isClean ? "refused" : "left files behind";
  }
  const problem = await problemOf(service);
  await service.request("DELETE", "/v1/experts/taken-in");
  if (performance.now() - began > longestTrial) return "took too long";
  return problem ?? "accepted";
}

/** Whether an expert that was let in can be used as any other. */
async function problemOf(service: TestService): Promise<string | null> {
  const asked = { body: { question: "How often is the filter replaced?", include: ["retrieved"] } };
  const replies = [
    await service.request("GET", "/v1/experts"),
    await service.request("GET", "/v1/experts/taken-in"),
    await service.request("GET", "/v1/experts/taken-in/sources"),
    await service.request("POST", "/v1/experts/taken-in/query", asked),
  ];
  const bad = replies.find(({ status }) => status >= 400);
  return bad === undefined ? null : `it was taken in and then answered ${bad.status}: ${bad.text.slice(0, 200)}`;
}
