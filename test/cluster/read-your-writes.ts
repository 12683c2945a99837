/** Three nodes over one PostgreSQL, each with an index of its own: what one made ready is found through all. */

import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RetrievalParts, retrieve } from "../../src/answering/retrieval.ts";
import { createOramaMemory } from "../../src/engine/orama/orama-memory.ts";
import { defaultSettings, type Expert } from "../../src/experts/expert.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { ExpertId, WorkspaceId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { senseJob } from "../../src/memory/derived-passages.ts";
import { MemoryService } from "../../src/memory/memory-service.ts";
import type { SenseEncoder, SenseModel } from "../../src/memory/sense.ts";
import { createQuestionSenses } from "../../src/memory/sense.ts";
import { openSenseModel } from "../../src/models/sense-model.ts";
import { createRunner } from "../../src/runner/runner.ts";
import { senseStore } from "../../src/store/passages/derived-store.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import type { PostgresDatabase } from "../../src/store/postgres/database.ts";
import { readerInPostgres } from "../../src/store/postgres/rows/answer-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { fakeSenseEncoder, fakeSenseModel } from "../support/fakes/fake-sense.ts";
import { openPostgresPassages } from "../support/worlds/postgres-passages.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const analyzers = createAnalyzers();
/** A model with its encoder. */
interface Sense {
  readonly model: SenseModel;
  readonly encoder: SenseEncoder;
}
const fakeSense: Sense = { model: fakeSenseModel(), encoder: fakeSenseEncoder() };

function builtInSense(): Sense {
  const model = openSenseModel();
  const { name, encodePassage } = model;
  return { model, encoder: { model: name, batch: 8, encode: async (texts) => texts.map(encodePassage) } };
}
const never = new AbortController().signal;

function expertOf(id: ExpertId): Expert {
  const texts = { name: "Rows", slug: "rows", description: "", instructions: "", language: "en" };
  const more = { aliases: [], settings: defaultSettings, metadata: {}, embedding: null, createdAt: 0, updatedAt: 0 };
  return { id, workspaceId: "ws_home" as WorkspaceId, ...texts, ...more };
}

/** A node as far as it finds passages. */
function startNode(database: PostgresDatabase, name: string, { model, encoder }: Sense) {
  const directory = mkdtempSync(join(tmpdir(), "docent-node-"));
  toClose.push(() => rmSync(directory, { recursive: true }));
  const memory = new MemoryService({
    engine: createOramaMemory({ directory, analyzers, log: silentLog }),
    rows: passageRows(storeInPostgres(database, ""), model.name),
    sense: model,
    log: silentLog,
    clock: systemClock,
    budgetBytes: 1e9,
  });
  toClose.push(() => memory.close());
  const parts: RetrievalParts = {
    analyzers,
    memory,
    passages: readerInPostgres(database, model.name),
    embedding: null,
    sense: { model, questions: createQuestionSenses(model) },
  };
  const rows = senseStore(storeInPostgres(database, name), model.name);
  let encoded = 0;
  const counting = {
    ...encoder,
    encode: (texts: Parameters<typeof encoder.encode>[0], signal: AbortSignal) => {
      encoded += texts.length;
      return encoder.encode(texts, signal);
    },
  };
  const runner = createRunner({ log: silentLog });
  const lane = runner.add(senseJob({ rows, model, encoder: counting, memory }));
  toClose.push(() => runner.stop());
  return {
    memory,
    rows,
    lane: { start: runner.start, wake: lane.wake, stop: runner.stop },
    encoded: () => encoded,
    find: async (expert: Expert, text: string, mode: "auto" | "keyword" = "keyword") => {
      const query = { expert, text, k: 3, minScore: 0, filter: null, mode };
      const { passages, retrieval } = await retrieve(parts, query, never);
      return { texts: passages.map((passage) => passage.text), mode: retrieval.mode };
    },
  };
}

async function world(sense = fakeSense) {
  const opened = await openPostgresPassages();
  toClose.push(opened.close);
  const nodes = ["a", "b", "c"].map((name) => startNode(opened.database, name, sense));
  await Promise.all(nodes.map(async ({ rows }) => rows.adopt()));
  /** Lets all nodes encode, until so many passages are. */
  const encode = async (passages: number) => {
    const counted = async () => nodes[0]?.rows.count(opened.expert);
    for (const { lane } of nodes) lane.start();
    for (let standing = await counted(); standing?.done !== passages; standing = await counted()) {
      for (const { lane } of nodes) lane.wake();
      await new Promise<void>((go) => setImmediate(go));
    }
  };
  return { ...opened, encode, nodes, asked: expertOf(opened.expert) };
}

describe("three nodes over one PostgreSQL", () => {
  test("find what was committed before the question, and nothing that was deleted before it", async () => {
    const { nodes, asked, commit, remove } = await world();
    for (const word of ["pump", "seal", "valve", "filter"]) {
      const source = await commit([`The ${word} is in the cellar.`]);
      const found = await Promise.all(
        nodes.map(async (node) => (await node.find(asked, `Where is the ${word}?`)).texts),
      );
      expect(found.map((texts) => texts[0])).toEqual(nodes.map(() => `The ${word} is in the cellar.`));
      await remove(source);
      const gone = await Promise.all(
        nodes.map(async (node) => (await node.find(asked, `Where is the ${word}?`)).texts),
      );
      expect(gone).toEqual(nodes.map(() => []));
    }
  });

  test("find it while other nodes commit and ask at the same time", async () => {
    const { nodes, asked, commit } = await world();
    const words = Array.from({ length: 24 }, (_, i) => `gadget${100 + i}`);
    const missed = words.map(async (word, i) => {
      await commit([`The ${word} hums at night.`]);
      const asking = nodes[(i + 1) % nodes.length];
      return (await asking?.find(asked, `What does the ${word} do?`))?.texts[0] === `The ${word} hums at night.`
        ? []
        : [word];
    });
    expect((await Promise.all(missed)).flat()).toEqual([]);
  });

  test("a node that was away replays the log, and one whose log is gone reads the rows", async () => {
    const { nodes, asked, commit, remove, database, expert } = await world();
    const [here, away, late] = nodes;
    const first = await commit(["The pump hums."]);
    await away?.find(asked, "pump");
    await remove(first);
    await commit(["The seal leaks."]);
    expect((await away?.find(asked, "seal"))?.texts).toEqual(["The seal leaks."]);
    await commit(["The valve sticks."]);
    await database.transact(async (orm) => {
      await orm.execute(`DELETE FROM memory_changes WHERE expert_id = '${expert}'`);
    });
    for (const node of [here, away, late]) {
      expect((await node?.find(asked, "The valve and the seal"))?.texts.toSorted()).toEqual([
        "The seal leaks.",
        "The valve sticks.",
      ]);
    }
  });

  test("encode each passage once, and search by the sense that another node made", async () => {
    const { nodes, asked, commit, encode } = await world();
    await commit(Array.from({ length: 40 }, (_, i) => `Fact ${i} about the house.`));
    await encode(40);
    expect(nodes.reduce((sum, node) => sum + node.encoded(), 0)).toBe(40);
    const modes = await Promise.all(nodes.map(async (node) => (await node.find(asked, "the house", "auto")).mode));
    expect(modes).toEqual(["hybrid", "hybrid", "hybrid"]);
  });

  test("find what no node has encoded yet among nearly equal passages that are encoded", async () => {
    const { nodes, asked, commit, encode } = await world(builtInSense());
    const textOf = (word: string) => `Part 0 of the ${word} weighs ${word.length} grams and is checked by two people.`;
    const words = "pump seal valve filter boiler radiator gasket bearing piston flange nozzle turbine".split(" ");
    for (const word of words) await commit([textOf(word)]);
    await encode(words.length);
    for (const { lane } of nodes) await lane.stop();
    for (const word of ["crankshaft", "camshaft", "gearbox", "manifold"]) {
      await commit([textOf(word)]);
      const question = `Part 0 of the ${word} weighs how many grams, checked by two people, says the esteemed catalogue of the warehouse?`;
      const found = await Promise.all(nodes.map((node) => node.find(asked, question, "auto")));
      expect(found.map(({ texts, mode }) => [texts[0], mode])).toEqual(nodes.map(() => [textOf(word), "hybrid"]));
    }
  }, 60_000);
});
