/** The contract of the rows that the memory reads, for the database and for the fake in memory. */

import { afterEach, describe, expect, test } from "bun:test";
import type { AnyIterable } from "../../src/kernel/awaitable.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import type { Passage } from "../../src/memory/index-ports.ts";
import type { PassageRows } from "../../src/memory/row-ports.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { readingIn } from "../../src/store/sqlite/store-dialect.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";
import { openPostgresPassages } from "../support/worlds/postgres-passages.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";

interface Subject {
  readonly rows: PassageRows;
  readonly expert: ExpertId;
  /** Commits one source version with these passages, in one revision. */
  add(texts: readonly string[]): Promise<void>;
}

const toClose: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

function overDatabase(): Subject {
  const world = openPipelineWorld();
  toClose.push(() => world.close());
  const { add, settled, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  toClose.push(() => pipeline.stop());
  return {
    rows: passageRows(readingIn(world.database.orm)),
    expert: world.expert.id,
    add: async (texts) => {
      await settled(await add(texts.join("\n")));
    },
  };
}

async function inPostgres(): Promise<Subject> {
  const { database, expert, commit, close } = await openPostgresPassages();
  toClose.push(close);
  return {
    rows: passageRows(storeInPostgres(database, ""), null),
    expert,
    add: async (texts) => {
      await commit(texts);
    },
  };
}

function inMemory(): Subject {
  const rows = new PassageLog();
  return {
    rows,
    expert: "exp_rows" as ExpertId,
    add: async (texts) => {
      rows.commit(texts);
    },
  };
}

const subjects = [
  ["the database", overDatabase],
  ["the log in memory", inMemory],
  ...overPostgres(inPostgres),
] as const;

const textsOf = async (batches: AnyIterable<readonly Passage[]>) => (await all(batches)).map(({ text }) => text.trim());

async function all(batches: AnyIterable<readonly Passage[]>): Promise<Passage[]> {
  const found: Passage[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
}

describe.each(subjects)("PassageRows: %s", (_name, open) => {
  test("an expert without passages is at revision 0 and empty", async () => {
    const { rows, expert } = await open();
    expect(await rows.revision(expert)).toBe(0);
    expect(await rows.changesSince(expert, 0)).toEqual([]);
    expect(await textsOf(rows.allPassages(expert))).toEqual([]);
  });

  test("each commit is the next revision, and the log lists the groups that it added", async () => {
    const { rows, expert, add } = await open();
    await add(["one", "two"]);
    await add(["three"]);
    expect(await rows.revision(expert)).toBe(2);
    const changes = (await rows.changesSince(expert, 0))!;
    expect(changes.map(({ revision, removedGroups }) => [revision, removedGroups])).toEqual([
      [1, []],
      [2, []],
    ]);
    const read = changes.map(({ addedGroups }) => textsOf(rows.passagesOf(expert, addedGroups)));
    expect(await Promise.all(read)).toEqual([["one", "two"], ["three"]]);
    expect(await rows.changesSince(expert, 1)).toEqual(changes.slice(1));
    expect(await rows.changesSince(expert, 2)).toEqual([]);
  });

  test("passages have unique ascending numbers, and share the group of their version", async () => {
    const { rows, expert, add } = await open();
    await add(["one", "two"]);
    await add(["three"]);
    const found = await all(rows.allPassages(expert));
    expect(found.map(({ text }) => text.trim())).toEqual(["one", "two", "three"]);
    const numbers = found.map(({ no }) => no);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const [first, second, third] = found.map(({ group }) => group);
    expect(second).toBe(first!);
    expect(third).toBeGreaterThan(second!);
  });

  test("ranges include both ends and skip unused numbers", async () => {
    const { rows, expert, add } = await open();
    await add(["one", "two"]);
    await add(["three"]);
    const [one, two, three] = (await all(rows.allPassages(expert))).map(({ no }) => no);
    const textsIn = (...ranges: { first: number; last: number }[]) => textsOf(rows.passagesIn(expert, ranges));
    expect(await textsIn({ first: two!, last: three! })).toEqual(["two", "three"]);
    expect(await textsIn({ first: one!, last: one! }, { first: three!, last: three! + 900 })).toEqual(["one", "three"]);
    expect(await textsIn({ first: three! + 1, last: three! + 9 })).toEqual([]);
    expect(await textsIn()).toEqual([]);
  });

  test("an unknown group has no passages", async () => {
    const { rows, expert, add } = await open();
    await add(["one"]);
    expect(await textsOf(rows.passagesOf(expert, [987_654]))).toEqual([]);
  });
});
