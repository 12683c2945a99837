/** The contract of the store of experts, and of the removal of their files. */
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defaultSettings, type Expert } from "../../src/experts/expert.ts";
import type { ExpertStore } from "../../src/experts/ports.ts";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { ExpertId, WorkspaceId } from "../../src/kernel/ids.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { expertsInPostgres } from "../../src/store/postgres/rows/expert-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { expertRows } from "../../src/store/sqlite/rows/expert-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { startService } from "../support/service.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const home = "ws_home" as WorkspaceId;
const elsewhere = "ws_elsewhere" as WorkspaceId;

function overDatabase(): ExpertStore {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  for (const id of [home, elsewhere]) void workspaceStore(storeInSqlite(database)).add({ id, name: id, createdAt: 0 });
  return expertRows(database);
}

async function openInPostgres(): Promise<ExpertStore> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  for (const id of [home, elsewhere])
    await workspaceStore(storeInPostgres(database, "node")).add({ id, name: id, createdAt: 0 });
  return expertsInPostgres(database);
}

const subjects: readonly (readonly [string, () => Awaitable<ExpertStore>])[] = [
  ["the database", overDatabase],
  ...overPostgres(openInPostgres),
];

const expertOf = (slug: string, more: Partial<Expert> = {}): Expert => ({
  id: `exp_${slug}` as ExpertId,
  workspaceId: home,
  name: slug,
  slug,
  description: "",
  instructions: "",
  language: "en",
  aliases: [],
  settings: defaultSettings,
  metadata: {},
  embedding: null,
  createdAt: 1000,
  updatedAt: 1000,
  ...more,
});
const wholeList = { limit: 100, order: "asc", after: null } as const;

describe.each(subjects)("ExpertStore: %s", (_name, open) => {
  test("an expert is found with all fields by its id, its slug and each alias, in its workspace", async () => {
    const store = await open();
    const expert = expertOf("pumps", { aliases: ["gpt-5", "boats"], metadata: { floor: 3 }, description: "Old" });
    expect(await store.add(expert)).toEqual({ added: expert });
    expect(await store.byId(home, expert.id)).toEqual(expert);
    for (const name of ["pumps", "gpt-5", "boats"]) expect((await store.byName(home, name))?.id).toBe(expert.id);
    expect(await store.byId(elsewhere, expert.id)).toBeNull();
    expect(await store.byName(elsewhere, "pumps")).toBeNull();
    expect(await store.byName(home, "x")).toBeNull();
  });

  test("a name is unique in a workspace, as slug or alias; a refused expert is not written", async () => {
    const store = await open();
    await store.add(expertOf("pumps", { aliases: ["boats"] }));
    expect(await store.add(expertOf("boats"))).toEqual({ taken: "boats" });
    expect(await store.add(expertOf("ships", { aliases: ["pumps"] }))).toEqual({ taken: "pumps" });
    expect(await store.add(expertOf("other", { workspaceId: elsewhere, slug: "pumps" }))).toHaveProperty("added");
    expect((await store.list(home, { only: null }, wholeList)).items).toHaveLength(1);
  });

  test("of experts that want the same name at once, one gets it", async () => {
    const store = await open();
    const wanted = ["a", "b", "c", "d"].map((slug) => expertOf(slug, { aliases: ["gpt-5"] }));
    const additions = await Promise.all(wanted.map((expert) => store.add(expert)));
    expect(additions.filter((addition) => "added" in addition)).toHaveLength(1);
    expect((await store.list(home, { only: null }, wholeList)).totalCount).toBe(1);
  });

  test("a change replaces everything, and frees unused names", async () => {
    const store = await open();
    await store.add(expertOf("pumps", { aliases: ["boats"] }));
    await store.byName(home, "boats");
    const changed = expertOf("pumps", { slug: "ships", name: "Ships", updatedAt: 2000 });
    expect(await store.replace(changed)).toBeNull();
    expect(await store.byId(home, changed.id)).toEqual(changed);
    expect(await store.byName(home, "pumps")).toBeNull();
    expect(await store.byName(home, "boats")).toBeNull();
    expect(await store.add(expertOf("boats"))).toEqual({ added: expertOf("boats") });
    expect(await store.replace({ ...changed, slug: "boats" })).toBe("boats");
    expect((await store.byId(home, changed.id))?.slug).toBe("ships");
  });

  test("a list has pages in the order of creation, with only the experts that the caller can reach", async () => {
    const store = await open();
    for (const slug of ["a", "b", "c"]) await store.add(expertOf(slug));
    const [a, b] = ["exp_a", "exp_b"] as ExpertId[];
    const page = await store.list(home, { only: null }, { limit: 2, order: "asc", after: null });
    expect(page).toMatchObject({ hasMore: true, totalCount: 3 });
    expect(page.items.map(({ slug }) => slug)).toEqual(["a", "b"]);
    const rest = await store.list(home, { only: null }, { limit: 2, order: "desc", after: b! });
    expect([rest.items.map(({ slug }) => slug), rest.hasMore]).toEqual([["a"], false]);
    expect(await store.list(home, { only: [a!] }, wholeList)).toMatchObject({ totalCount: 1, items: [{ slug: "a" }] });
    expect(await store.list(home, { only: [] }, wholeList)).toEqual({ items: [], hasMore: false, totalCount: 0 });
  });

  test("a list is searched by name and slug, with pattern characters taken literally", async () => {
    const store = await open();
    for (const [slug, name] of [
      ["pumps", "Heating 100%"],
      ["boats", "Ships_old"],
    ] as const)
      await store.add({ ...expertOf(slug), name });
    const found = async (text: string, only: readonly ExpertId[] | null = null) =>
      (await store.list(home, { only, text }, wholeList)).items.map(({ slug }) => slug);
    expect([await found("heat"), await found("PUMP"), await found("00%")]).toEqual([["pumps"], ["pumps"], ["pumps"]]);
    expect([await found("s_o"), await found("s%o"), await found("pumps boats")]).toEqual([["boats"], [], []]);
    expect(await found("pumps", ["exp_boats" as ExpertId])).toEqual([]);
    expect((await store.list(home, { only: null, text: "heat" }, wholeList)).totalCount).toBe(1);
  });

  test("a new expert contains nothing", async () => {
    const store = await open();
    await store.add(expertOf("pumps"));
    expect(await store.contents("exp_pumps" as ExpertId)).toMatchObject({
      sourceCounts: { queued: 0, processing: 0, ready: 0, failed: 0 },
      chunkCount: 0,
    });
  });

  test("a hidden expert is not found, its names are free, and its rows are deleted slice by slice", async () => {
    const store = await open();
    await store.add(expertOf("pumps", { aliases: ["boats"] }));
    await store.hide(home, "exp_pumps" as ExpertId);
    expect(await store.byId(home, "exp_pumps" as ExpertId)).toBeNull();
    expect(await store.byName(home, "boats")).toBeNull();
    expect(await store.add(expertOf("boats"))).toEqual({ added: expertOf("boats") });
    const slices = [];
    for (let slice = await store.removeSlice(); slice !== null; slice = await store.removeSlice()) slices.push(slice);
    expect(slices.map(({ expert }) => expert)).toEqual(expect.arrayContaining(["exp_pumps"]));
    expect((await store.list(home, { only: null }, wholeList)).items.map(({ slug }) => slug)).toEqual(["boats"]);
  });
});

describe("ExpertRemains: the running service", () => {
  test("deleting an expert deletes its snapshot and its original files, and no other expert's", async () => {
    const first = await startService();
    const files = (folder: string) =>
      readdirSync(join(first.dataDir, folder)).filter((name) => /^\d+$|\.memory$/.test(name));
    for (const name of ["pumps", "boats"]) {
      await first.request("POST", "/v1/experts", { body: { name } });
      await first.request("POST", `/v1/experts/${name}/sources?wait=60`, { body: { text: `About ${name}.` } });
      await first.request("POST", `/v1/experts/${name}/query`, { body: { question: "What?" } });
    }
    await first.stop();
    expect([files("originals").length, files("memory").length]).toEqual([2, 2]);
    const second = await startService({ resume: first });
    await second.request("DELETE", "/v1/experts/pumps");
    while (files("originals").length > 1 || files("memory").length > 1) await new Promise(setImmediate);
    const { status } = await second.request("POST", "/v1/experts/boats/query", { body: { question: "boats" } });
    expect([status, files("originals").length, files("memory").length]).toEqual([200, 1, 1]);
    await second.close();
  });
});
