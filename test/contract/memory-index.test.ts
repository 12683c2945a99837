/** The index of the engine against the naive memory: the same history, the same answers. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { signatureOf, termKey } from "../../src/engine/parts/term-key.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { IndexSearch, MemoryIndex, Passage, SearchOutcome } from "../../src/memory/index-ports.ts";
import type { SenseQuestion, SenseVector } from "../../src/memory/sense.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { NaiveMemory } from "../support/fakes/naive-memory.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-memory-"));
afterAll(() => rmSync(directory, { recursive: true }));

const analyzers = createAnalyzers();
const engine = createOramaMemory({ directory, analyzers, log: silentLog });
const profile = { language: "en", embedding: null, sense: "model" };
const expert = "exp_contract" as ExpertId;

/**
 * Those words whose terms have signatures of their own. The index compares neighbouring words by signatures of one byte and
 * takes two words of one signature for each other; the naive memory compares the words.
 */
function ofOwnSignature(words: readonly string[]): readonly string[] {
  const taken = new Set<number>();
  return words.filter((one) => {
    const terms = analyzers("en").analyze(one);
    const signatures = new Set(terms.map(({ term }) => signatureOf(termKey(term).hash)));
    if ([...signatures].some((signature) => taken.has(signature))) return false;
    for (const signature of signatures) taken.add(signature);
    return signatures.size === new Set(terms.map(({ term }) => term)).size;
  });
}

/** Few words, some of them frequent, so that passages share them, repeat them and tie. */
const vocabulary = ofOwnSignature(
  "pump filter valve pressure water motor gasket ERR_17 camelCase seal hose oil the of and tank lever screw".split(" "),
);
const word = fc
  .nat({ max: 2 ** 20 })
  .map((n) => vocabulary[Math.floor((n / 2 ** 20) ** 2 * vocabulary.length)] ?? "pump");
const sentence = fc.array(word, { minLength: 0, maxLength: 12 }).map((words) => words.join(" "));

const share = fc.double({ min: 0, max: 0.5, noNaN: true });

/** A small vocabulary of sense, so that passages share entries and weights. */
const entries = [0, 1, 2, 3, 4, 255, 256, 999, 30_521, 65_535];
const senseOf = <T>(weight: fc.Arbitrary<number>, as: (terms: Uint16Array, weights: readonly number[]) => T) =>
  fc
    .subarray(entries)
    .chain((terms) =>
      fc.array(weight, { minLength: terms.length, maxLength: terms.length }).map((w) => [terms, w] as const),
    )
    .map(([terms, weights]) => as(Uint16Array.from(terms), weights));
const passageSense = senseOf(
  fc.integer({ min: 1, max: 255 }),
  (terms, weights): SenseVector => ({
    terms,
    weights: Uint8Array.from(weights),
  }),
);
const questionSense = senseOf(
  fc.constantFrom(0.05, 0.5, 1, 2.5),
  (terms, weights): SenseQuestion => ({
    terms,
    weights: Float32Array.from(weights),
  }),
);

const fields = fc.record({
  title: fc.oneof(fc.constant(""), sentence),
  section: fc.oneof(fc.constant(""), sentence),
  text: sentence,
  sense: fc.option(passageSense),
});
type Fields = Pick<Passage, "title" | "section" | "text" | "sense">;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      groups: fc.array(fc.array(fields, { maxLength: 6 }), { maxLength: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("encode" as const), share, sense: passageSense }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), share }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      asked: fc.record({
        question: sentence,
        mode: fc.constantFrom("keyword" as const, "sense" as const, "hybrid" as const),
        sense: fc.option(questionSense, { freq: 6 }),
        k: fc.integer({ min: 1, max: 100 }),
      }),
      permit: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "save" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "reopen" as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type SearchTerms = Pick<IndexSearch, "question" | "k" | "mode" | "sense">;

/** Scores to five decimals: the definition is computed in another order. */
function rounded({ hits, terms, passages }: SearchOutcome) {
  const near = (value: number) => Math.round(value * 1e5);
  return {
    hits: hits.map(({ no, group, score, scores: { keyword, sense, vector } }) => ({
      no,
      group,
      vector,
      score: near(score),
      keyword: keyword && near(keyword),
      sense: sense && near(sense),
    })),
    terms: terms.map(({ term, documentFrequency, idf }) => ({ term, documentFrequency, idf: near(idf) })),
    passages,
  };
}

/** Both memories and their content. */
class Pair {
  index: MemoryIndex = engine.create(expert, profile);
  readonly naive = new NaiveMemory(analyzers("en"));
  readonly groups = new Set<number>();
  readonly #passages = new Map<number, Passage>();
  #revision = 0;
  #lastNo = 0;
  #lastGroup = 0;

  add(texts: readonly Fields[]): void {
    const group = ++this.#lastGroup;
    const passages = texts.map((one): Passage => ({ no: ++this.#lastNo, group, ...one, vector: null }));
    for (const passage of passages) this.#passages.set(passage.no, passage);
    this.groups.add(group);
    this.#give(passages);
  }

  remove(groups: readonly number[]): void {
    for (const group of groups) this.groups.delete(group);
    for (const { no, group } of this.#passages.values()) if (groups.includes(group)) this.#passages.delete(no);
    this.index.removeGroups(groups);
    this.naive.removeGroups(groups);
    this.index.settle(++this.#revision);
  }

  /** Adds sense to the passages of some groups, also to those that have it, like a replay. */
  encode(groups: readonly number[], senseOf: (no: number) => SenseVector): void {
    const chosen = [...this.#passages.values()].filter(({ group }) => groups.includes(group));
    const encoded = chosen.map((one): Passage => ({ ...one, sense: one.sense ?? senseOf(one.no) }));
    for (const passage of encoded) this.#passages.set(passage.no, passage);
    this.#give(encoded);
  }

  #give(passages: readonly Passage[]): void {
    this.index.add(passages);
    this.naive.add(passages);
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

  agree(terms: SearchTerms, permitted: ReadonlySet<number> | null): void {
    const request = { ...terms, questionVector: null, permitted };
    expect(rounded(this.index.search(request))).toEqual(rounded(this.naive.search(request)));
    expect([this.index.count, this.index.sensed]).toEqual([this.naive.count, this.naive.sensed]);
  }
}

async function carryOut(pair: Pair, one: Step): Promise<void> {
  const some = (part: number) => [...pair.groups].filter((group) => ((group * 2654435761) % 1000) / 1000 < part);
  if (one.do === "add") for (const texts of one.groups) pair.add(texts);
  else if (one.do === "remove") pair.remove(some(one.share));
  else if (one.do === "encode") pair.encode(some(one.share * 2), () => one.sense);
  else if (one.do === "ask") pair.agree(one.asked, one.permit === null ? null : new Set(some(one.permit)));
  else if (one.do === "save") await pair.index.save();
  else await pair.reopen();
}

describe("MemoryIndex: the engine and the naive memory", () => {
  test("agree for any order of additions, encodings, removals, searches, saves and reopenings", async () => {
    const last = { terms: Uint16Array.of(0, 2, 999), weights: Float32Array.of(1, 0.3, 2) };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const pair = new Pair();
        for (const one of steps) await carryOut(pair, one);
        for (const mode of ["keyword", "sense", "hybrid"] as const) {
          pair.agree({ question: "pump filter ERR_17 water pressure", k: 100, mode, sense: last }, null);
        }
        pair.index.close();
      }),
      { numRuns: 150 },
    );
  });

  test("agree over many parts, blocks and windows", async () => {
    const pair = new Pair();
    const random = seededRandom(7).below;
    /** Low numbers are frequent. */
    const skewed = (below: number, power = 3) => Math.floor(below * (random(1e6) / 1e6) ** power);
    const words = ofOwnSignature(Array.from({ length: 900 }, (_, i) => `w${i}`));
    const text = (count: number) => Array.from({ length: count }, () => words[skewed(words.length, 5)]).join(" ");
    const entriesOf = (count: number) =>
      Uint16Array.from(new Set(Array.from({ length: count }, () => skewed(400)))).sort();
    const encode = (): SenseVector => {
      const terms = entriesOf(24);
      return { terms, weights: Uint8Array.from(terms, () => 1 + skewed(255)) };
    };
    const askedSense = (): SenseQuestion => {
      const terms = entriesOf(12);
      return { terms, weights: Float32Array.from(terms, () => (1 + random(200)) / 64) };
    };
    const ask = (question: string, k: number, permitted: ReadonlySet<number> | null) => {
      const sense = askedSense();
      for (const mode of ["keyword", "sense", "hybrid"] as const) pair.agree({ question, k, mode, sense }, permitted);
    };
    const check = () => {
      for (let i = 0; i < 4; i++) ask(`${text(4)} ${words[random(words.length)]}`, 10 + random(90), null);
      const some = [...pair.groups].filter((group) => group % 7 === random(7));
      ask(text(5), 20, new Set(some));
      ask(text(5), 20, new Set(some.slice(0, 3)));
    };
    const passage = (words: number): Fields => ({ title: "", section: "", text: text(words), sense: null });
    for (let i = 0; i < 1500; i++) pair.add(Array.from({ length: 1 + random(12) }, () => passage(6 + random(12))));
    check();
    pair.encode([...pair.groups].filter((group) => group > 600).reverse(), encode);
    check();
    pair.remove([...pair.groups].filter(() => random(5) === 0));
    check();
    await pair.reopen();
    check();
    pair.encode([...pair.groups], encode);
    for (let i = 0; i < 300; i++) pair.add([{ ...passage(8), title: text(2), sense: encode() }]);
    check();
    pair.remove([...pair.groups].filter(() => random(3) === 0));
    await pair.reopen();
    check();
    pair.index.close();
  });
});
