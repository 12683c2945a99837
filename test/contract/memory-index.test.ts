/** The index of the engine against the naive memory: the same history, the same answers. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import type { MemoryIndex, Passage, SearchOutcome, SearchRequest } from "../../src/memory/ports.ts";
import { createAnalyzers } from "../../src/orama/analyzer.ts";
import { createOramaMemory } from "../../src/orama/orama-memory.ts";
import { NaiveMemory } from "../support/naive-memory.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-memory-"));
afterAll(() => rmSync(directory, { recursive: true }));

const analyzers = createAnalyzers();
const engine = createOramaMemory({ directory, analyzers, log: silentLog });
const profile = { language: "en", embedding: null, sense: null };
const expert = "exp_contract" as ExpertId;

/** Few words, some of them frequent, so that passages share them, repeat them and tie. */
const vocabulary = "pump filter valve pressure water motor gasket ERR_42 camelCase seal hose oil the of and".split(" ");
const word = fc
  .nat({ max: 2 ** 20 })
  .map((n) => vocabulary[Math.floor((n / 2 ** 20) ** 2 * vocabulary.length)] ?? "pump");
const sentence = fc.array(word, { minLength: 0, maxLength: 12 }).map((words) => words.join(" "));
const fields = fc.record({
  title: fc.oneof(fc.constant(""), sentence),
  section: fc.oneof(fc.constant(""), sentence),
  text: sentence,
});

type Step =
  | { readonly do: "add"; readonly groups: readonly (readonly { title: string; section: string; text: string }[])[] }
  | { readonly do: "remove"; readonly share: number }
  | { readonly do: "ask"; readonly question: string; readonly k: number; readonly permit: number | null }
  | { readonly do: "save" }
  | { readonly do: "reopen" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      groups: fc.array(fc.array(fields, { maxLength: 6 }), { maxLength: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("remove" as const), share: fc.double({ min: 0, max: 0.5, noNaN: true }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      question: sentence,
      k: fc.integer({ min: 1, max: 100 }),
      permit: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "save" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "reopen" as const }) },
);

function request(question: string, k: number, permitted: ReadonlySet<number> | null): SearchRequest {
  return { question, k, mode: "keyword", sense: null, questionVector: null, permitted };
}

/** Scores to five decimals: the definition is computed in another order. */
function rounded({ hits, terms, passages }: SearchOutcome) {
  const near = (value: number) => Math.round(value * 1e5);
  return {
    hits: hits.map(({ no, group, score }) => ({ no, group, score: near(score) })),
    terms: terms.map(({ term, documentFrequency, idf }) => ({ term, documentFrequency, idf: near(idf) })),
    passages,
  };
}

/** Both memories, and what is in them. */
class Pair {
  index: MemoryIndex = engine.create(expert, profile);
  readonly naive = new NaiveMemory(analyzers("en"));
  readonly groups = new Set<number>();
  #revision = 0;
  #lastNo = 0;
  #lastGroup = 0;

  add(texts: readonly { title: string; section: string; text: string }[]): void {
    const group = ++this.#lastGroup;
    const passages = texts.map((one): Passage => ({ no: ++this.#lastNo, group, ...one, vector: null, sense: null }));
    this.groups.add(group);
    this.index.add(passages);
    this.naive.add(passages);
    this.index.settle(++this.#revision);
  }

  remove(groups: readonly number[]): void {
    for (const group of groups) this.groups.delete(group);
    this.index.removeGroups(groups);
    this.naive.removeGroups(groups);
    this.index.settle(++this.#revision);
  }

  async reopen(): Promise<void> {
    await this.index.save();
    this.index.close();
    const opening = await engine.open(expert, profile);
    if (opening.index === null) throw new Error(`not opened: ${opening.unfit}`);
    expect(opening.index.revision).toBe(this.#revision);
    this.index = opening.index;
  }

  agree(question: string, k: number, permitted: ReadonlySet<number> | null): void {
    const asked = request(question, k, permitted);
    expect(rounded(this.index.search(asked))).toEqual(rounded(this.naive.search(asked)));
  }
}

async function carryOut(pair: Pair, one: Step): Promise<void> {
  const share = (part: number) => [...pair.groups].filter((group) => ((group * 2654435761) % 1000) / 1000 < part);
  if (one.do === "add") for (const texts of one.groups) pair.add(texts);
  else if (one.do === "remove") pair.remove(share(one.share));
  else if (one.do === "ask") pair.agree(one.question, one.k, one.permit === null ? null : new Set(share(one.permit)));
  else if (one.do === "save") await pair.index.save();
  else await pair.reopen();
}

describe("the index and the naive memory", () => {
  test("agree whatever is added, removed, asked, saved and reopened, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const pair = new Pair();
        for (const one of steps) await carryOut(pair, one);
        pair.agree("pump filter ERR_42 water pressure", 100, null);
        pair.index.close();
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("agree over many parts, blocks and windows", async () => {
    const pair = new Pair();
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const text = (words: number) =>
      Array.from({ length: words }, () => `w${Math.floor(900 * (random(1000) / 1000) ** 3)}`).join(" ");
    const check = () => {
      for (let i = 0; i < 12; i++) pair.agree(`${text(4)} w${random(900)}`, 10 + random(90), null);
      const some = [...pair.groups].filter((group) => group % 7 === random(7));
      pair.agree(text(5), 20, new Set(some));
      pair.agree(text(5), 20, new Set(some.slice(0, 3)));
    };
    for (let i = 0; i < 1500; i++)
      pair.add(Array.from({ length: 1 + random(12) }, () => ({ title: "", section: "", text: text(6 + random(12)) })));
    check();
    pair.remove([...pair.groups].filter(() => random(5) === 0));
    check();
    await pair.reopen();
    check();
    for (let i = 0; i < 300; i++) pair.add([{ title: text(2), section: "", text: text(8) }]);
    pair.remove([...pair.groups].filter(() => random(3) === 0));
    check();
    await pair.reopen();
    check();
    pair.index.close();
  }, 60_000);
});
