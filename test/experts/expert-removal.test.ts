import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createExpertRemoval } from "../../src/experts/expert-removal.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createRunner } from "../../src/runner/runner.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { expertRows } from "../../src/store/sqlite/rows/expert-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

let world: ReturnType<typeof openPipelineWorld>;
beforeEach(() => {
  world = openPipelineWorld();
});
afterEach(() => world.close());

/** Fills the world's expert: a long source, short ones, and one that is still waiting. */
async function fill(): Promise<readonly number[]> {
  const { add, settled, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const long = Array.from({ length: 450 }, (_, i) => `${i % 10}`).join("\n");
  const sources = [await add(long)];
  for (let i = 0; i < 120; i++) sources.push(await add(`note ${i}`));
  const kept = await add("kept", {}, world.otherExpert);
  for (const source of sources) await settled(source);
  await settled(kept, world.otherExpert);
  await pipeline.stop();
  return [...sources, await add("waiting")].map(({ versionNo }) => versionNo);
}

const countsOf = () =>
  Object.fromEntries(
    ["experts", "sources", "source_versions", "chunks", "memory_changes"].map((table) => [
      table,
      world.database.orm.all<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.identifier(table)}`)[0]?.n,
    ]),
  );
const onlyTheOther = { experts: 1, sources: 1, source_versions: 1, chunks: 1, memory_changes: 1 };

test("an expert disappears at once, and its rows are deleted in slices, each with its versions", async () => {
  const versions = await fill();
  const store = expertRows(world.database);
  const { expert } = world;
  store.hide(expert.workspaceId, expert.id);
  expect(store.byId(expert.workspaceId, expert.id)).toBeNull();
  expect(store.byName(expert.workspaceId, expert.slug)).toBeNull();
  expect(store.list(expert.workspaceId, { only: null }, { limit: 10, after: null, order: "asc" }).totalCount).toBe(1);
  expect(workspaceStore(storeInSqlite(world.database)).list()).toHaveLength(1);
  const gone: number[] = [];
  let slices = 0;
  let most = 0;
  let before = countsOf();
  for (let slice = store.removeSlice(); slice !== null; slice = store.removeSlice()) {
    const after = countsOf();
    most = Math.max(most, (before.chunks ?? 0) - (after.chunks ?? 0));
    before = after;
    gone.push(...slice.versions);
    slices += 1;
  }
  expect(gone.toSorted((a, b) => a - b)).toEqual([...versions]);
  expect(most).toBeLessThanOrEqual(200);
  expect(slices).toBeGreaterThanOrEqual(5);
  expect(countsOf()).toEqual(onlyTheOther);
});

test("a slug is free again as soon as its expert is removed", async () => {
  const store = expertRows(world.database);
  const { expert } = world;
  store.hide(expert.workspaceId, expert.id);
  const another = { ...expert, id: "exp_another" as typeof expert.id };
  expect(store.add(another)).toEqual({ added: another });
});

test("the next process finishes a removal, and files are deleted with their rows", async () => {
  const versions = await fill();
  const store = expertRows(world.database);
  store.hide(world.expert.workspaceId, world.expert.id);
  const discarded: number[] = [];
  const remains = { discard: (some: readonly number[]) => void discarded.push(...some) };
  const runnerWith = (pause: () => Promise<void>) => {
    const runner = createRunner({ log: silentLog, pause });
    createExpertRemoval({ store, remains }, runner);
    runner.start();
    return runner;
  };
  // The first process is stopped in its first pause.
  const stopped = Promise.withResolvers<void>();
  const interrupted = runnerWith(async () => {
    void interrupted.stop().then(stopped.resolve);
  });
  await stopped.promise;
  expect(countsOf()).not.toEqual(onlyTheOther);
  await runnerWith(async () => undefined).look("expert_removal");
  expect(countsOf()).toEqual(onlyTheOther);
  expect(discarded.toSorted((a, b) => a - b)).toEqual([...versions]);
});
