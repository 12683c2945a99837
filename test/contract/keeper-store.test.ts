/** What is promised of the keepers of sources: by the stores of their rows, and by those of what waits for a person. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ExpertId, SourceId } from "../../src/kernel/ids.ts";
import type { KeeperStore } from "../../src/sources/ports/keeping-ports.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { keeperStore } from "../../src/store/sources/keeper-store.ts";
import { openOriginalFiles } from "../../src/store/sqlite/folder/original-files.ts";
import { ingestQueueRows } from "../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { makersInPostgres, sourceRows } from "../support/worlds/source-makers.ts";
import {
  addVersion,
  closeSubjects,
  expert,
  overDatabase,
  overPostgresServer,
  type SourceSubject,
} from "../support/worlds/source-stores.ts";

afterEach(closeSubjects);

interface World extends SourceSubject {
  readonly keepers: KeeperStore;
}

const overSqlite = async (): Promise<World> => {
  const subject = overDatabase({ sourceRows, ingestQueueRows, openOriginalFiles });
  return { ...subject, keepers: keeperStore(storeInSqlite(subject.database)) };
};
const overServer = async (): Promise<World> => {
  const subject = await overPostgresServer(makersInPostgres);
  return { ...subject, keepers: keeperStore(storeInPostgres(subject.database, "node")) };
};

const subjects = [["the database", overSqlite], ...overPostgres(overServer)] as const;
const folder = "fld_00000001";
const [site, otherSite] = ["site_01kfs5n6w4q1v2m3c8r7t9x0aa", "site_01kfs5n6w4q1v2m3c8r7t9x0ab"];
const named = { externalId: "a.md" };

describe.each(subjects)("keepers of sources: %s", (_name, open) => {
  test("other content is taken from those alone who may change the source", async () => {
    const world = await open();
    const { source } = await addVersion(world, "one", { ...named, keeper: folder, metadata: { by: "folder" } });
    expect(source.keepers).toEqual([folder]);
    for (const keeper of ["api", "fld_00000002", site]) {
      const offered = addVersion(world, "two", { ...named, keeper });
      expect(offered).rejects.toMatchObject({ code: "kept_elsewhere", message: expect.stringContaining(folder) });
      await offered.catch(() => undefined);
    }
    expect(await world.store.byId(expert, source.id)).toMatchObject({ version: 1, keepers: [folder] });
    const changed = await addVersion(world, "two", { ...named, keeper: folder });
    expect(changed).toMatchObject({ outcome: "new_version", source: { version: 2, keepers: [folder] } });
    const chosen = await addVersion(world, "three", { keeper: null, of: source.id });
    expect(chosen.source).toMatchObject({ id: source.id, version: 3, keepers: [folder] });
  });

  test("who sends the same bytes keeps the source too, and changes nothing of it", async () => {
    const world = await open();
    const { source } = await addVersion(world, "one", { ...named, keeper: folder, metadata: { by: "folder" } });
    const more = { metadata: { by: "client" }, url: "https://a.test/" };
    for (const place of [named, {}]) {
      const { outcome, source: same } = await addVersion(world, "one", { ...place, ...more });
      expect({ outcome, ...same }).toMatchObject({
        outcome: "duplicate",
        id: source.id,
        keepers: [folder, "api"],
        metadata: { by: "folder" },
      });
    }
    expect(addVersion(world, "two", { ...named, keeper: folder })).rejects.toMatchObject({ code: "kept_elsewhere" });
    expect((await addVersion(world, "two", named)).source.version).toBe(2);
  });

  test("of sites that share a page, each may change it", async () => {
    const world = await open();
    await addVersion(world, "one", { ...named, keeper: site });
    await addVersion(world, "two", { ...named, keeper: otherSite! });
    const { source } = await addVersion(world, "three", { ...named, keeper: site });
    expect([source.version, source.keepers]).toEqual([3, [site, otherSite]]);
  });

  test("a source goes when its last keeper lets go of it, unless there is an heir", async () => {
    const world = await open();
    const { source } = await addVersion(world, "one", { ...named, keeper: site });
    await addVersion(world, "one", { ...named, keeper: otherSite! });
    expect(await world.store.release(source, folder, null)).toBeNull();
    expect(await world.store.release(source, site!, null)).toBeNull();
    expect(await world.store.release(source, otherSite!, "api")).toBeNull();
    expect((await world.store.byId(expert, source.id))?.keepers).toEqual(["api"]);
    expect(await world.store.release(source, "api", null)).toEqual([source.versionNo]);
    expect(await world.store.byId(expert, source.id)).toBeNull();
    expect(await world.store.release(source, "api", null)).toBeNull();
  });

  test("a version tells how it came", async () => {
    const world = await open();
    const { source } = await addVersion(world, "one", { ...named, filename: "a.md" });
    await addVersion(world, "two", { ...named, givenTitle: "Two", title: "Two" });
    expect(await world.store.versionFacts(source, 1)).toEqual({
      versionNo: source.versionNo,
      type: "text",
      givenTitle: null,
      title: "Note",
      filename: "a.md",
      declaredType: null,
      sha256: source.sha256!,
    });
    expect(await world.store.versionFacts(source, 2)).toMatchObject({ givenTitle: "Two" });
    expect(await world.store.versionFacts(source, 3)).toBeNull();
  });
});

describe.each(subjects)("KeeperStore: %s", (_name, open) => {
  test("a state is decided by what is kept, and replaced whole", async () => {
    const world = await open();
    for (const text of ["one", "two"]) await addVersion(world, text, { externalId: text, keeper: folder });
    await addVersion(world, "three", { externalId: "three", keeper: site! });
    await addVersion(world, "four");
    const { keepers } = world;
    const seen: number[] = [];
    const held = { deletions: ["src_1" as SourceId], changes: [], since: 5, confirmedAt: null };
    const done = [{ at: 1, deletions: 2, changes: 0 }];
    expect(
      await keepers.change(expert, folder, (state, kept) => {
        seen.push(kept);
        expect(state).toEqual({ done: [], held: null });
        return { done, held };
      }),
    ).toEqual({ done, held });
    await keepers.change(expert, folder, (state) => {
      expect(state).toEqual({ done, held });
      return null;
    });
    expect(seen).toEqual([2]);
    expect(await keepers.list(expert)).toEqual([
      { expertId: expert, keeper: folder, sources: 2, done, held },
      { expertId: expert, keeper: site!, sources: 1, done: [], held: null },
    ]);
    expect(await keepers.list("exp_boats" as ExpertId)).toEqual([]);
    expect(await keepers.waiting()).toEqual([{ expertId: expert, keeper: folder, done, held }]);
    await keepers.change(expert, folder, (state) => ({ ...state, held: { ...held, confirmedAt: 7 } }));
    expect(await keepers.waiting()).toEqual([]);
    await keepers.change(expert, folder, (state) => ({ ...state, held: null }));
    expect((await keepers.list(expert))[0]).toMatchObject({ held: null, sources: 2 });
  });

  test("of many sources, it tells those that are kept, and what is nowhere else", async () => {
    const world = await open();
    const kept = async (text: string, externalId: string) =>
      (await addVersion(world, text, { externalId, keeper: folder })).source.id;
    const [one, moved, , shared] = [
      await kept("one", "a"),
      await kept("two", "b"),
      await kept("two", "c"),
      await kept("four", "d"),
    ];
    await addVersion(world, "four", { externalId: "d" });
    const { source: other } = await addVersion(world, "three");
    const unknown = Array.from({ length: 1200 }, (_, i) => `src_none${i}` as SourceId);
    const found = await world.keepers.keptOf(expert, folder, [...unknown, other.id, one, moved, shared]);
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: one, isOnly: true },
      { id: moved, isOnly: false },
      { id: shared, isOnly: false },
    ]);
    expect(await world.keepers.keptOf(expert, folder, [])).toEqual([]);
  });
});
