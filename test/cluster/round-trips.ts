/** How often a question asks the database before its passages are read. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { defaultSettings, type Expert } from "../../src/experts/expert.ts";
import type { ExpertStore } from "../../src/experts/ports.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import { hashSecret } from "../../src/keys/key-secret.ts";
import type { KeyStore } from "../../src/keys/ports.ts";
import { keysInPostgres, workspacesInPostgres } from "../../src/postgres/account-stores.ts";
import { expertsInPostgres } from "../../src/postgres/accounts/expert-store.ts";
import { usageInPostgres } from "../../src/postgres/accounts/usage-store.ts";
import type { PostgresDatabase } from "../../src/postgres/postgres-database.ts";
import { openTestPostgres } from "../support/worlds/postgres-world.ts";

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
  [keys, experts] = [keysInPostgres(database), expertsInPostgres(database)];
  await workspacesInPostgres(database).add({ id: home, name: "default", createdAt: 0 });
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

test("the usage of questions that end together is written by two statements", async () => {
  const usage = usageInPostgres(database);
  const entry = { workspaceId: home, expertId: pumps.id, keyId, at: 0, add: { query: 1 } };
  await Promise.all(Array.from({ length: 50 }, async () => usage.record(entry)));
  expect(trips).toBeLessThanOrEqual(2);
  expect((await usage.rows(home, 0, 1)).map(({ query }) => query)).toEqual([50]);
});
