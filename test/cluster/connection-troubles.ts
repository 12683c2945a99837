/** What a store's caller sees while connections break, transactions meet, and the database is away. */
import { afterEach, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { sql } from "drizzle-orm";
import { Fault } from "../../src/kernel/fault.ts";
import type { KeyId, WebhookId, WorkspaceId } from "../../src/kernel/ids.ts";
import { openPostgres, type PostgresDatabase, type PostgresOrm } from "../../src/store/postgres/database.ts";
import { migratePostgres } from "../../src/store/postgres/migrate.ts";
import { usageInPostgres } from "../../src/store/postgres/rows/usage-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { webhookStore } from "../../src/store/webhook-store.ts";
import { openDoor } from "../support/processes/closable-door.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const url = postgresUrl ?? "";
const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

let schemas = 0;
const newSchema = () => `connections_${process.pid}_${schemas++}`;

async function open(schema = newSchema(), connections = 3): Promise<PostgresDatabase> {
  const database = await openPostgres(url, { schema, connections });
  toClose.push(database.close);
  return database;
}

async function openTable(): Promise<PostgresDatabase> {
  const database = await open();
  await database.transact(async (orm) =>
    orm.execute(sql`CREATE TABLE counts (name text PRIMARY KEY, n integer NOT NULL)`),
  );
  await database.transact(async (orm) => orm.execute(sql`INSERT INTO counts VALUES ('a', 0), ('b', 0)`));
  return database;
}

const raise = (orm: PostgresOrm, name: string) => orm.execute(sql`UPDATE counts SET n = n + 1 WHERE name = ${name}`);
const counts = (database: PostgresDatabase) =>
  database.read(async (orm) =>
    [...(await orm.execute<{ n: number }>(sql`SELECT n FROM counts ORDER BY name`))].map(({ n }) => n),
  );
const processOf = async (orm: PostgresOrm) =>
  (await orm.execute<{ p: number }>(sql`SELECT pg_backend_pid() AS p`))[0]?.p;

/** Ends a connection from the server's side. Resolves when the server has ended it. */
async function cut(process: number | undefined): Promise<void> {
  const admin = new SQL({ url, max: 1 });
  await admin`SELECT pg_terminate_backend(${process}, 5000)`;
  await admin.close();
}

describe("a connection that breaks", () => {
  test("is replaced: whoever reads next does not notice", async () => {
    const database = await openTable();
    for (let i = 0; i < 3; i++) {
      await cut(await database.read(processOf));
      expect(await counts(database)).toEqual([0, 0]);
    }
  });

  test("is replaced for a statement that may be made twice", async () => {
    const database = await openTable();
    for (let i = 0; i < 3; i++) await cut(await database.read(processOf));
    await database.write((orm) => raise(orm, "a"));
    expect(await counts(database)).toEqual([1, 0]);
  });

  test("in a transaction undoes it, and the transaction is made once", async () => {
    const database = await openTable();
    let tried = 0;
    await database.transact(async (orm) => {
      tried += 1;
      await raise(orm, "a");
      if (tried === 1) await cut(await processOf(orm));
      await raise(orm, "b");
    });
    expect([tried, await counts(database)]).toEqual([2, [1, 1]]);
  });

  test("during the commit leaves the outcome unknown, so nothing is tried again", async () => {
    const database = await openTable();
    await database.transact(async (orm) => {
      await orm.execute(sql`CREATE FUNCTION dally() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_sleep(30); RETURN NULL; END'`);
      await orm.execute(sql`CREATE CONSTRAINT TRIGGER dallying AFTER UPDATE ON counts DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION dally()`);
    });
    const tries: (number | undefined)[] = [];
    const made = database.transact(async (orm) => {
      tries.push(await processOf(orm));
      await raise(orm, "a");
    });
    const error = made.catch((reason: unknown) => reason);
    const isCommitting = async () => {
      const state = await database.read(async (orm) =>
        orm.execute(sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${tries[0] ?? 0} AND wait_event = 'PgSleep'`),
      );
      return state.length > 0;
    };
    while (!(await isCommitting()));
    await cut(tries[0]);
    expect(await error).toBeInstanceOf(Fault);
    expect(await error).toMatchObject({ code: "not_ready" });
    expect([tries.length, await counts(database)]).toEqual([1, [0, 0]]);
  });
});

describe("transactions that meet", () => {
  test("in a deadlock are both made in the end", async () => {
    const database = await openTable();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = (one: string, other: string, mine: typeof first, theirs: typeof first) =>
      database.transact(async (orm) => {
        await raise(orm, one);
        mine.resolve();
        await theirs.promise;
        await raise(orm, other);
      });
    await Promise.all([both("a", "b", first, second), both("b", "a", second, first)]);
    expect(await counts(database)).toEqual([2, 2]);
  });

  test("an error of the work itself undoes it and is not tried again", async () => {
    const database = await openTable();
    let tried = 0;
    const work = database.transact(async (orm) => {
      tried += 1;
      await raise(orm, "a");
      throw new Fault("slug_taken", "It is taken.");
    });
    expect(await work.catch((error: unknown) => error)).toMatchObject({ code: "slug_taken" });
    expect([tried, await counts(database)]).toEqual([1, [0, 0]]);
  });
});

describe("a database that is away", () => {
  test("is told, without its address or the values of the statement", async () => {
    const opening = openPostgres("postgres://docent:secret@127.0.0.1:1/none", { pause: async () => undefined });
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Fault);
    expect(JSON.stringify([String(error), error])).not.toContain("secret");
    expect(error).toMatchObject({ code: "not_ready", kind: { status: 503 } });
  });

  test("fails what is recorded meanwhile, to be sent again, and is used again as soon as it is back", async () => {
    const schema = newSchema();
    const admin = await open(schema);
    const home = "ws_home" as WorkspaceId;
    await admin.transact(async (orm) => orm.execute(sql`INSERT INTO workspaces VALUES (${home}, 'home', 0)`));
    const node = await openPostgres(url, { schema, connections: 2, deadline: 2000 });
    toClose.push(node.close);
    const usage = usageInPostgres(node);
    const entry = { workspaceId: home, expertId: null, keyId: "key_1" as KeyId, at: 0, add: { query: 1 } };
    await usage.record(entry);
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = admin.transact(async (orm) => {
      await orm.execute(sql`LOCK TABLE usage_counters IN ACCESS EXCLUSIVE MODE`);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const refused = await Promise.allSettled([usage.record(entry), usage.record(entry)]);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: "not_ready", headers: { "retry-after": "5" } } });
    }
    released.resolve();
    await holding;
    await usage.record(entry);
    expect((await usage.rows(home, 0, 1))[0]?.query).toBeGreaterThanOrEqual(2);
  });

  test("is not waited for longer than the deadline", async () => {
    const database = await openPostgres(url, { schema: newSchema(), connections: 1, deadline: 50 });
    toClose.push(database.close);
    const late = await database
      .read(async (orm) => orm.execute(sql`SELECT pg_sleep(20)`))
      .catch((error: unknown) => error);
    expect(late).toMatchObject({ code: "not_ready" });
  });

  test("a transaction that outlasts the deadline is undone", async () => {
    const schema = newSchema();
    const patient = await open(schema);
    await patient.transact((orm) => orm.execute(sql`CREATE TABLE names (name text PRIMARY KEY)`));
    const hasty = await openPostgres(url, { schema, connections: 1, deadline: 50 });
    toClose.push(hasty.close);
    const add = (orm: PostgresOrm) => orm.execute(sql`INSERT INTO names VALUES ('one')`);
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = hasty.transact(async (orm) => {
      await add(orm);
      await promise;
    });
    expect(await late.catch((error: Fault) => error.code)).toBe("not_ready");
    // This one waits until the other has ended: a committed row would refuse it.
    const after = patient.transact(add);
    resolve();
    await after;
  });

  test("what was wrong with a statement is told without its values", async () => {
    const database = await openTable();
    const wrong = database.transact(async (orm) => orm.execute(sql`INSERT INTO counts VALUES (${"a"}, ${77_123})`));
    const error = await wrong.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ errno: "23505" });
    expect(String(error)).not.toContain("77123");
  });
});

describe("many nodes", () => {
  test("that start together make the schema and migrate once", async () => {
    for (let i = 0; i < 5; i++) {
      const schema = newSchema();
      const nodes = await Promise.all(Array.from({ length: 6 }, () => open(schema, 1)));
      const [row] =
        (await nodes[0]?.read((orm) => orm.execute(sql`SELECT count(*)::int AS n FROM schema_version`))) ?? [];
      expect(row).toEqual({ n: 1 });
    }
  });

  test("a database of a newer Docent is refused", async () => {
    const schema = newSchema();
    await open(schema);
    const client = new SQL({ url, max: 1, connection: { search_path: schema } });
    toClose.push(() => client.close());
    const error = await migratePostgres(client, { steps: [] }).catch((reason: unknown) => reason);
    expect(String(error)).toContain("made by a newer Docent");
  });

  test("a message of a webhook is given to one of them", async () => {
    const schema = newSchema();
    const nodes = await Promise.all([open(schema), open(schema), open(schema)]);
    const home = "ws_home" as WorkspaceId;
    await nodes[0].transact(async (orm) => orm.execute(sql`INSERT INTO workspaces VALUES (${home}, 'home', 0)`));
    const stores = nodes.map((node) => webhookStore(storeInPostgres(node, "node")));
    for (let i = 0; i < 30; i++) {
      const facts = { url: "https://example.org", events: ["quota.near" as const], createdAt: 0 };
      const secret = new Uint8Array([1]);
      await stores[0]?.add({ id: `whk_${i}` as WebhookId, workspaceId: home, ...facts, secret }, 100);
    }
    await stores[0]?.tellQuota(home, { quota: "sources", used: 4, limit: 5, month: "2026-11", at: 0 });
    const given = await Promise.all([...stores, ...stores].map(async (store) => store.due(0, home, 16)));
    const later = await Promise.all(stores.map(async (store) => store.due(0, home, 16)));
    const all = [...given, ...later].flat().map(({ no }) => no);
    expect([all.length, new Set(all).size]).toEqual([30, 30]);
    // A node that dies with them loses them after a minute.
    expect((await stores[1]?.due(60_000, home, 100))?.length).toBe(30);
  });
});

describe("connections that lead nowhere", () => {
  test("are replaced: the database answers again by itself", async () => {
    const { hostname, port } = new URL(url);
    const door = openDoor({ hostname, port: Number(port) });
    const through = new URL(url);
    through.port = String(door.port);
    const database = await openPostgres(through.href, { schema: newSchema(), connections: 2, deadline: 1000 });
    toClose.push(door.stop, database.close);
    const isAnswered = () => database.read(processOf).then(Boolean, () => false);
    while (!(await isAnswered()));
    door.stall();
    // As many as there are connections, and one that waits for one.
    expect(await Promise.all([isAnswered(), isAnswered(), isAnswered()])).toEqual([false, false, false]);
    door.open();
    while (!(await isAnswered()));
    expect(database.load().busy).toBe(0);
  });
});
