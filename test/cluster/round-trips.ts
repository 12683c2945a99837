/** How often a question asks the database before its passages are read. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { postgresStores } from "../../src/compose/postgres-stores.ts";
import { defaultSettings, type Expert } from "../../src/experts/expert.ts";
import type { ExpertStore } from "../../src/experts/ports.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import { hashSecret } from "../../src/keys/key-secret.ts";
import type { KeyStore } from "../../src/keys/ports.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { vectorStore } from "../../src/store/passages/vector-store.ts";
import { openPostgres, type PostgresDatabase } from "../../src/store/postgres/database.ts";
import { inTurn, rowsOf } from "../../src/store/postgres/plain-statements.ts";
import { readerInPostgres } from "../../src/store/postgres/rows/answer-rows.ts";
import { expertsInPostgres } from "../../src/store/postgres/rows/expert-rows.ts";
import { foreseenStandings } from "../../src/store/postgres/rows/foreseen-standings.ts";
import { keysInPostgres } from "../../src/store/postgres/rows/key-rows.ts";
import { usageInPostgres } from "../../src/store/postgres/rows/usage-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { addManyPassages, oneOfMany } from "../support/worlds/many-passages.ts";
import { openTestPostgres, postgresUrl } from "../support/worlds/postgres-world.ts";

const newSchema = (kind: string) => `${kind}_${Bun.randomUUIDv7().replaceAll("-", "")}`;

const home = "ws_home" as WorkspaceId;
const keyId = "key_one" as KeyId;
const hash = hashSecret("dk_one");
const pumps: Expert = {
  id: "exp_01m7yhx3008wmpwq74xbcmaf8d" as ExpertId,
  workspaceId: home,
  name: "Pumps",
  slug: "pumps",
  description: "",
  instructions: "",
  language: "en",
  aliases: ["gpt-5"],
  settings: defaultSettings,
  metadata: {},
  embedding: null,
  createdAt: 0,
  updatedAt: 0,
};
const boats: Expert = { ...pumps, id: "exp_boats" as ExpertId, slug: "boats", aliases: [] };

let database: PostgresDatabase;
let keys: KeyStore;
let experts: ExpertStore;
let trips = 0;
/** A clock that stands: what was read ahead is never too old, however slow the machine. */
const standing = () => 0;
/** The database, with every trip to it counted; a transaction counts as one. */
const counted = (opened: PostgresDatabase): PostgresDatabase => {
  const count =
    <Given, T>(method: (given: Given) => Promise<T>) =>
    (given: Given) => {
      trips += 1;
      return method(given);
    };
  return {
    ...opened,
    read: count(opened.read) as PostgresDatabase["read"],
    write: count(opened.write) as PostgresDatabase["write"],
    transact: count(opened.transact) as PostgresDatabase["transact"],
  };
};

beforeEach(async () => {
  database = counted(await openTestPostgres());
  [keys, experts] = [keysInPostgres(database, foreseenStandings(standing), standing), expertsInPostgres(database)];
  await workspaceStore(storeInPostgres(database, "node")).add({ id: home, name: "default", createdAt: 0 });
  const facts = { name: "one", prefix: "dk_one", createdAt: 0, lastUsedAt: null, expiresAt: null, revokedAt: null };
  await keys.add({ ...facts, id: keyId, workspaceId: home, scopes: ["query"], expertIds: null }, hash);
  for (const expert of [pumps, boats]) await experts.add(expert);
  trips = 0;
});
afterEach(() => database.close());

describe("a key and its expert", () => {
  test("are one trip if the address names the expert, by slug, alias or id", async () => {
    for (const name of ["pumps", "gpt-5"]) {
      const stored = await keys.byHash(hash, name);
      expect(await experts.byName(home, name, stored?.foreseen)).toEqual(pumps);
    }
    const stored = await keys.byHash(hash, pumps.id);
    expect(await experts.byId(home, pumps.id, stored?.foreseen)).toEqual(pumps);
    expect([trips, stored?.key.id]).toEqual([3, keyId]);
  });

  test("are one trip if the body names the expert that the key asked last", async () => {
    const ask = async (name: string) => {
      const stored = await keys.byHash(hash);
      return (await experts.byName(home, name, stored?.foreseen))?.slug;
    };
    expect([await ask("pumps"), trips]).toEqual(["pumps", 2]);
    expect([await ask("pumps"), trips]).toEqual(["pumps", 3]);
    expect([await ask("boats"), trips]).toEqual(["boats", 5]);
    expect([await ask("boats"), trips]).toEqual(["boats", 6]);
  });

  test("an expert that does not exist is known from the same trip, and not looked for in another workspace", async () => {
    const stored = await keys.byHash(hash, "ships");
    expect([await experts.byName(home, "ships", stored?.foreseen), trips]).toEqual([null, 1]);
    const other = await keys.byHash(hash, "pumps");
    expect(await experts.byName("ws_elsewhere" as WorkspaceId, "pumps", other?.foreseen)).toBeNull();
  });

  test("what was read ahead is used once: a second look-up sees what has changed", async () => {
    const stored = await keys.byHash(hash, "pumps");
    expect((await experts.byName(home, "pumps", stored?.foreseen))?.name).toBe("Pumps");
    await experts.replace({ ...pumps, name: "All pumps" });
    expect((await experts.byName(home, "pumps", stored?.foreseen))?.name).toBe("All pumps");
    await keys.revoke(home, keyId, 5);
    expect((await keys.byHash(hash, "pumps"))?.key.revokedAt).toBe(5);
  });
});

test("an expert that a key asks again is read again if it has changed, with one trip more", async () => {
  const before = foreseenStandings(standing);
  const [own, reader] = [keysInPostgres(database, before, standing), readerInPostgres(database, "a model", before)];
  const asked = async () => {
    const start = trips;
    const stored = await own.byHash(hash, "pumps");
    const expert = (await experts.byName(home, "pumps", stored?.foreseen)) ?? boats;
    const taken = trips - start;
    const { sense, pending } = await reader.standing(expert);
    return { taken, expert, sense, pending };
  };
  const nothing = { sense: { done: 0, total: 0 }, pending: 0 };
  expect(await asked()).toEqual({ taken: 1, expert: pumps, ...nothing });
  expect(await asked()).toEqual({ taken: 1, expert: pumps, ...nothing });
  // At the same moment by the clock of another node.
  await experts.replace({ ...pumps, aliases: ["gpt-6"] });
  expect(await asked()).toEqual({ taken: 2, expert: { ...pumps, aliases: ["gpt-6"] }, ...nothing });
  await experts.replace(pumps);
  expect(await asked()).toEqual({ taken: 2, expert: pumps, ...nothing });
  expect(await asked()).toEqual({ taken: 1, expert: pumps, ...nothing });
  const embedding = { model: "e5", dimensions: 4, recipe: "1" };
  const vectors = vectorStore(storeInPostgres(database, "node"));
  await vectors.use(pumps.id, await vectors.open(pumps.id, embedding));
  expect(await asked()).toEqual({ taken: 2, expert: { ...pumps, embedding }, ...nothing });
  await database.transact(async (orm) => {
    await orm.execute(sql`INSERT INTO sense_models (no, name) VALUES (1, 'a model')`);
    await orm.execute(sql`INSERT INTO sense_standings VALUES (1, ${pumps.id}, 3, 4)`);
    await inTurn(orm, storeInPostgres(database, "node").log.note(orm, pumps.id, { sensed: [{ first: 1, last: 3 }] }));
  });
  const sense = { done: 3, total: 4 };
  expect(await asked()).toEqual({ taken: 2, expert: { ...pumps, embedding }, sense, pending: 0 });
  await database.transact((orm) =>
    orm.execute(sql`
      WITH source AS (INSERT INTO sources (id, expert_id, metadata, created_at, updated_at)
        VALUES ('src_1', ${pumps.id}, '{}', 0, 0) RETURNING no)
      INSERT INTO source_versions (source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
      SELECT no, ${pumps.id}, 1, 'text', '', 1, '', 'queued', ${keyId}, 0, 0 FROM source`),
  );
  expect(await asked()).toEqual({ taken: 1, expert: { ...pumps, embedding }, sense, pending: 1 });
  await database.transact((orm) => orm.execute(sql`DELETE FROM experts WHERE id = ${pumps.id}`));
  expect((await asked()).expert).toBe(boats);
});

test("the usage of questions that end together is written by two statements", async () => {
  const usage = usageInPostgres(database);
  const entry = { workspaceId: home, expertId: pumps.id, keyId, at: 0, add: { query: 1 } };
  await Promise.all(Array.from({ length: 50 }, async () => usage.record(entry)));
  expect(trips).toBeLessThanOrEqual(2);
  expect((await usage.rows(home, 0, 1)).map(({ query }) => query)).toEqual([50]);
});

test("the statements of questions are planned a few times and not for each question", async () => {
  const single = await openPostgres(postgresUrl ?? "", { schema: newSchema("plans"), connections: 1 });
  try {
    await addManyPassages(single, { experts: 20, sources: 200, passages: 1 });
    const stores = postgresStores(single, "node", standing);
    const reader = stores.passages("a model");
    // The second time each expert is known, and less is read of it.
    for (let asked = 0; asked < 40; asked++) {
      const no = 1 + (asked % 20);
      const { keyHash, workspaceId, slug, expertId } = oneOfMany(no);
      const stored = await stores.keys.byHash(keyHash, slug);
      const expert = await stores.experts.byName(workspaceId, slug, stored?.foreseen);
      const { revision, sense } = await reader.standing(expert ?? pumps);
      expect({ revision, sense }).toEqual({ revision: 1, sense: { done: 200, total: 200 } });
      const first = (no - 1) * 200 + 1;
      expect([...(await reader.passages(expertId, [first])).keys()]).toEqual([first]);
    }
    const plans = await single.read((orm) =>
      rowsOf<{ custom: number }>(
        orm,
        sql`SELECT custom_plans::int AS custom FROM pg_prepared_statements
          WHERE statement LIKE '%FROM api_keys%' OR statement LIKE '%FROM chunks%'`,
      ),
    );
    // PostgreSQL plans a statement at its first five calls, to compare these plans with a common one.
    expect(plans).toEqual([{ custom: 5 }, { custom: 5 }, { custom: 5 }]);
  } finally {
    await single.close();
  }
});

describe("a question to the service", () => {
  const question = { question: "How often is the filter replaced?" };
  let schema: string;
  let adding: TestService;
  let asking: TestService;
  beforeEach(async () => {
    schema = newSchema("trips");
    const shared = () => openPostgres(postgresUrl ?? "", { schema, connections: 4 });
    const own = await shared();
    const service = await startService({
      adaptStores: (local) => ({ ...local, ...postgresStores(own, "adding", standing) }),
    });
    adding = { ...service, close: () => service.close().then(own.close) };
    await adding.request("POST", "/v1/experts", { body: { name: "Pumps" } });
    const text = "# Upkeep\n\nReplace the filter every six months.";
    await adding.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { title: "Upkeep", text } });
    const other = counted(await shared());
    // Nothing runs in the background of this one, so that each trip is a question's.
    const silent = await startService({
      ingesting: false,
      clock: clockAt("2026-11-21T08:00:01.000Z"),
      adaptStores: (local) => ({ ...local, ...postgresStores(other, "asking", standing) }),
    });
    asking = { ...silent, close: () => silent.close().then(other.close) };
  });
  afterEach(async () => {
    await asking.close();
    await adding.close();
  });

  test("is two trips before it is answered, or one if its passages were read before, and its usage is another", async () => {
    const add = { title: "Pumps", text: "The pump has a capacity of ten litres." };
    await adding.request("POST", "/v1/experts/pumps/sources?wait=60", { body: add });
    const ask = async (about = question.question) => {
      const before = trips;
      const body = { question: about, k: 1 };
      const reply = await asking.request("POST", "/v1/experts/pumps/query", { key: adding.owner, body });
      expect([reply.status, (reply.json as { abstained: boolean }).abstained]).toEqual([200, false]);
      return trips - before;
    };
    // The first one opens the index.
    await ask();
    expect(await ask()).toBe(2);
    expect(await ask("What is the capacity of the pump?")).toBe(3);
    const chat = async () => {
      const before = trips;
      const messages = [{ role: "user", content: question.question }];
      const body = { model: "pumps", messages };
      const reply = await asking.request("POST", "/v1/chat/completions", { key: adding.owner, body });
      expect(reply.status).toBe(200);
      return trips - before;
    };
    expect(await chat()).toBe(2);
  });

  test("finds what was committed before it, although its standing is read with its key", async () => {
    const ask = async () => {
      const reply = await asking.request("POST", "/v1/experts/pumps/query", { key: adding.owner, body: question });
      return (reply.json as { abstained: boolean }).abstained;
    };
    expect(await ask()).toBe(false);
    const { data } = (await adding.request("GET", "/v1/experts/pumps/sources")).json as { data: { id: string }[] };
    await adding.request("DELETE", `/v1/experts/pumps/sources/${data[0]?.id}`);
    expect(await ask()).toBe(true);
  });
});
