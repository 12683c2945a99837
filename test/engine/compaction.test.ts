/** Compacting an index: fewer parts, and the same answers, whatever is added, removed or closed meanwhile. */
import { describe, expect, test } from "bun:test";
import { LexicalIndex } from "../../src/engine/lexical-index.ts";
import { PartSet } from "../../src/engine/parts/part-set.ts";
import { noSense } from "../../src/engine/scan/sense-scoring.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const english = { set: "en", analyzers: createAnalyzers() };
const subjects = ["pump", "valve", "filter", "gauge", "hose", "seal", "motor"];

/** Passages `first` to `last`, each in a group of its own. */
function add(index: LexicalIndex, first: number, last: number): void {
  for (let no = first; no <= last; no++) {
    index.beginPassage(no, no, null, null);
    const words = subjects.filter((_, i) => no % (i + 2) === 0);
    index.addField("text", `number${no} ${words.join(" ")} `.repeat(1 + (no % 3)));
    index.endPassage();
  }
}

/** Sealed parts of 400 and 250 passages, and 7 passages that are not sealed: too few parts for a merge. */
async function scattered(): Promise<LexicalIndex> {
  const index = new LexicalIndex(english, new PartSet());
  for (const [first, last] of [
    [1, 400],
    [401, 650],
  ] as const) {
    add(index, first, last);
    await index.parts.seal();
  }
  await index.parts.settled();
  add(index, 651, 657);
  return index;
}

const questions = ["pump and valve", "number77 filter", "motor", "gauge hose seal", "number655", "unheard of"];

function answers(index: LexicalIndex) {
  return questions.map((question) => {
    const asked = { words: index.readQuestion(question), sense: noSense };
    const hits = index.search(asked, { permitted: null, wanted: 20 });
    return hits.map(({ no, score }) => [no, score]);
  });
}

const sizes = (index: LexicalIndex) => index.parts.sealed.map(({ slots }) => slots);

describe("compacting", () => {
  test("makes one part of many, and leaves the answers as they are", async () => {
    const index = await scattered();
    for (const no of [5, 210, 433, 655]) index.parts.remove(no);
    const before = answers(index);
    expect(sizes(index)).toEqual([400, 250]);
    expect(await index.parts.compact()).toBe(true);
    expect(sizes(index)).toEqual([653]);
    expect(await index.parts.compact()).toBe(false);
    expect(index.parts.growing.slots).toBe(0);
    expect(answers(index)).toEqual(before);
    expect(before.map((hits) => hits.length)).toEqual([20, 20, 20, 20, 0, 0]);
  });

  test("does not rewrite a large part for a few passages", async () => {
    const index = await scattered();
    await index.parts.compact();
    add(index, 658, 700);
    await index.parts.compact();
    expect(sizes(index)).toEqual([657, 43]);
    add(index, 701, 830);
    await index.parts.compact();
    expect(sizes(index)).toEqual([830]);
  });

  test("takes along what is added and removed while it goes on", async () => {
    const index = new LexicalIndex(english, new PartSet());
    add(index, 1, 4000);
    await index.parts.seal();
    add(index, 4001, 7000);
    let isOver = false;
    const compacted = index.parts.compact().finally(() => {
      isOver = true;
    });
    let turns = 0;
    for (; !isOver; turns++) {
      index.parts.remove(1 + turns * 3);
      add(index, 7001 + turns, 7001 + turns);
      await new Promise(setImmediate);
    }
    await compacted;
    expect(turns).toBeGreaterThan(4);
    expect(sizes(index)[0]).toBeGreaterThan(6900);
    const fresh = new LexicalIndex(english, new PartSet());
    for (let no = 1; no <= 7000 + turns; no++) if (no % 3 !== 1 || no > turns * 3) add(fresh, no, no);
    expect(index.parts.passages).toBe(fresh.parts.passages);
    expect(answers(index)).toEqual(answers(fresh));
  });

  test("ends at once when the index is about to be closed", async () => {
    const index = await scattered();
    const before = answers(index);
    await index.parts.seal();
    const compacted = index.parts.compact();
    index.parts.hasten();
    await compacted;
    expect(sizes(index)).toEqual([400, 250, 7]);
    expect(answers(index)).toEqual(before);
    await index.parts.compact();
    expect(sizes(index)).toEqual([400, 250, 7]);
  });

  test("of an empty index, or of one part, changes nothing", async () => {
    const index = new LexicalIndex(english, new PartSet());
    await index.parts.compact();
    expect(sizes(index)).toEqual([]);
    add(index, 1, 10);
    await index.parts.compact();
    expect(sizes(index)).toEqual([10]);
  });
});
