/** An index that follows the rows while sense arrives is the index that would be built from the rows at once. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import type { IndexSearch, SearchMode } from "../../src/memory/index-ports.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import type { SenseVector } from "../../src/memory/sense.ts";
import { PassageLog } from "../support/fakes/passage-log.ts";

const directory = mkdtempSync(join(tmpdir(), "docent-sense-replay-"));
afterAll(() => rmSync(directory, { recursive: true }));

const analyzers = createAnalyzers();
const expert = { id: "exp_sense" as ExpertId, language: "en", embedding: null };
const sense = { name: "model", speaks: () => true };

const ask = (mode: SearchMode): IndexSearch => ({
  question: "pump filter",
  k: 100,
  mode,
  questionVector: null,
  permitted: null,
  sense: { terms: Uint16Array.of(3, 5), weights: Float32Array.of(1.5, 0.5) },
});

/** Every passage means something else. */
const senseOf = (no: number): SenseVector => ({
  terms: Uint16Array.of(3, 5, 7),
  weights: Uint8Array.of(1 + ((no * 37) % 200), 1 + ((no * 11) % 90), 40),
});

const texts = ["the pump is hot", "a filter", "pump, filter and hose", "oil"];
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("commit" as const), texts: fc.subarray(texts), replaced: fc.nat(9) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("encode" as const), first: fc.nat(30), more: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), group: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.constant({ do: "follow" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "save" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "restart" as const }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  readonly rows = new PassageLog();
  readonly engine = createOramaMemory({ directory, analyzers, log: silentLog });
  memory = this.#start();

  #start() {
    const { engine, rows } = this;
    const saveAfter = { changes: 1, fraction: 0, idleMs: 0 };
    const parts = { engine, rows, sense, log: silentLog, clock: { now: () => 0 }, budgetBytes: 2 ** 30 };
    return new MemoryService({ ...parts, saveAfter });
  }

  async carryOut(one: Step): Promise<void> {
    if (one.do === "commit") this.rows.commit(one.texts, [one.replaced]);
    else if (one.do === "encode") this.rows.encode({ first: one.first, last: one.first + one.more }, senseOf);
    else if (one.do === "remove") this.rows.remove([one.group]);
    else if (one.do === "follow") await this.memory.search(expert, ask("hybrid"));
    else if (one.do === "save") await this.memory.flush();
    else await this.restart();
  }

  async restart(): Promise<void> {
    await this.memory.close();
    this.memory = this.#start();
  }

  /** An index of the current rows. */
  anew() {
    const index = this.engine.create(expert.id, { language: "en", embedding: null, sense: sense.name });
    for (const batch of this.rows.allPassages(expert.id)) index.add(batch);
    return index;
  }
}

test("any order of commits, encodings, removals, refreshes, saves and reopenings gives the same index", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const world = new World();
      await world.engine.discard(expert.id);
      for (const one of steps) await world.carryOut(one);
      const anew = world.anew();
      for (const mode of ["keyword", "sense", "hybrid"] as const) {
        expect(await world.memory.search(expert, ask(mode))).toEqual(anew.search(ask(mode)));
      }
      await world.memory.close();
    }),
    { numRuns: 120 },
  );
});
