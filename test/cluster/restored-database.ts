/** A node notices that the database was set back to an older state, although its index has seen a newer one. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { postgresStores } from "../../src/compose/postgres-stores.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

/** Documents that have no word in common, each with a question and what its answer contains. */
const documents = {
  filter: ["Replace the filter every six months.", "How often is the filter replaced?", "six months"],
  seal: ["Grease protects a rubber seal.", "What protects a rubber seal?", "Grease"],
  valve: ["Green paint covers that valve.", "Which paint covers that valve?", "Green"],
  bolt: ["Forty newtons tighten this bolt.", "How many newtons tighten this bolt?", "Forty"],
} as const;
type Part = keyof typeof documents;

let schema: string;
let adding: TestService;
let asking: TestService;
let sql: SQL;
beforeEach(async () => {
  schema = `restored_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  adding = await node("adding", "2026-11-21T08:00:00.000Z");
  asking = await node("asking", "2026-11-21T08:00:01.000Z");
  sql = new SQL({ url: postgresUrl ?? "", max: 1, connection: { search_path: schema } });
  await adding.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  await add("filter");
});
afterEach(async () => {
  await sql.close();
  await asking.close();
  await adding.close();
});

async function node(name: string, at: string): Promise<TestService> {
  const database = await openPostgres(postgresUrl ?? "", { schema, connections: 4 });
  const service = await startService({
    clock: clockAt(at),
    ingesting: name === "adding",
    adaptStores: (local) => ({ ...local, ...postgresStores(database, name) }),
  });
  return { ...service, close: () => service.close().then(database.close) };
}

async function add(part: Part): Promise<void> {
  const body = { title: part, text: documents[part][0] };
  const reply = await adding.request("POST", "/v1/experts/pumps/sources?wait=60", { body });
  expect((reply.json as { status: string }).status).toBe("ready");
}

/** @returns the parts whose questions the other node answers */
async function answered(): Promise<Part[]> {
  const found: Part[] = [];
  for (const [part, [, question, expected]] of Object.entries(documents)) {
    const reply = await asking.request("POST", "/v1/experts/pumps/query", { key: adding.owner, body: { question } });
    const { abstained, answer } = reply.json as { abstained: boolean; answer: string };
    if (!abstained) expect(answer).toContain(expected);
    if (!abstained) found.push(part as Part);
  }
  return found;
}

const tables = ["sources", "source_versions", "chunks", "memory_changes", "experts"];

/** Remembers the database as it is. @returns what sets it back, with its sequences, as a restored backup has them */
async function backup(): Promise<() => Promise<void>> {
  const counted = tables.slice(0, 3);
  for (const table of tables) await sql.unsafe(`CREATE TABLE kept_${table} AS TABLE ${table}`);
  const last = await sql.unsafe(
    `SELECT ${counted.map((table) => `(SELECT max(no) FROM ${table}) AS ${table}`).join(", ")}`,
  );
  return async () => {
    await sql.begin(async (inside) => {
      for (const table of tables.slice(0, 4)) await inside.unsafe(`DELETE FROM ${table}`);
      await inside.unsafe("UPDATE experts SET revision = k.revision FROM kept_experts k WHERE k.id = experts.id");
      for (const table of tables.slice(0, 4))
        await inside.unsafe(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${table}`);
      for (const table of counted)
        await inside.unsafe(`SELECT setval(pg_get_serial_sequence('${table}', 'no'), ${last[0][table]})`);
    });
  };
}

describe("after the database was set back, a node that saw more", () => {
  beforeEach(async () => {
    const restore = await backup();
    await add("seal");
    expect(await answered()).toEqual(["filter", "seal"]);
    await restore();
  });

  test("answers from what is left", async () => {
    expect(await answered()).toEqual(["filter"]);
  });

  test("answers from what was added instead, after as many changes as it saw", async () => {
    await add("valve");
    expect(await answered()).toEqual(["filter", "valve"]);
  });

  test("answers from what was added instead, after more changes than it saw", async () => {
    await add("valve");
    await add("bolt");
    expect(await answered()).toEqual(["filter", "valve", "bolt"]);
  });
});
