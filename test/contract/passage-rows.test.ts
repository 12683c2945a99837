/** The contract of the rows that the memory reads, for the database and for the fake in memory. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ExpertId } from "../../src/kernel/ids.ts";
import type { Passage, PassageRows } from "../../src/memory/ports.ts";
import { passageRows } from "../../src/storage/rows/passage-rows.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

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
    rows: passageRows(world.database),
    expert: world.expert.id,
    add: async (texts) => {
      await settled(await add(texts.join("\n")));
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
] as const;

const textsOf = (batches: Iterable<readonly Passage[]>) => [...batches].flat().map(({ text }) => text.trim());

describe.each(subjects)("PassageRows: %s", (_name, open) => {
  test("an expert without passages is at revision 0 and empty", () => {
    const { rows, expert } = open();
    expect(rows.revision(expert)).toBe(0);
    expect(rows.changesSince(expert, 0)).toEqual([]);
    expect(textsOf(rows.allPassages(expert))).toEqual([]);
  });

  test("each commit is the next revision, and the log lists the groups that it added", async () => {
    const { rows, expert, add } = open();
    await add(["one", "two"]);
    await add(["three"]);
    expect(rows.revision(expert)).toBe(2);
    const changes = rows.changesSince(expert, 0)!;
    expect(changes.map(({ revision, removedGroups }) => [revision, removedGroups])).toEqual([
      [1, []],
      [2, []],
    ]);
    const read = changes.map(({ addedGroups }) => textsOf(rows.passagesOf(expert, addedGroups)));
    expect(read).toEqual([["one", "two"], ["three"]]);
    expect(rows.changesSince(expert, 1)).toEqual(changes.slice(1));
    expect(rows.changesSince(expert, 2)).toEqual([]);
  });

  test("passages have unique ascending numbers, and share the group of their version", async () => {
    const { rows, expert, add } = open();
    await add(["one", "two"]);
    await add(["three"]);
    const all = [...rows.allPassages(expert)].flat();
    expect(all.map(({ text }) => text.trim())).toEqual(["one", "two", "three"]);
    const numbers = all.map(({ no }) => no);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const [first, second, third] = all.map(({ group }) => group);
    expect(second).toBe(first!);
    expect(third).toBeGreaterThan(second!);
  });

  test("ranges include both ends and skip unused numbers", async () => {
    const { rows, expert, add } = open();
    await add(["one", "two"]);
    await add(["three"]);
    const [one, two, three] = [...rows.allPassages(expert)].flat().map(({ no }) => no);
    const textsIn = (...ranges: { first: number; last: number }[]) => textsOf(rows.passagesIn(expert, ranges));
    expect(textsIn({ first: two!, last: three! })).toEqual(["two", "three"]);
    expect(textsIn({ first: one!, last: one! }, { first: three!, last: three! + 900 })).toEqual(["one", "three"]);
    expect(textsIn({ first: three! + 1, last: three! + 9 })).toEqual([]);
    expect(textsIn()).toEqual([]);
  });

  test("an unknown group has no passages", async () => {
    const { rows, expert, add } = open();
    await add(["one"]);
    expect(textsOf(rows.passagesOf(expert, [987_654]))).toEqual([]);
  });
});
