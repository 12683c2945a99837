/**
 * What questions cost the PostgreSQL server that nodes share: the statements of questions, made by the stores themselves, first
 * one after another, then a given number a second. It starts a server of its own. Beside them stands what a statement costs
 * here that reads nothing: the floor of this machine.
 * Writes bench/results/database.json. `--rate 500 --seconds 10` measures less.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { postgresStores } from "../src/compose/postgres-stores.ts";
import { openPostgres, type PostgresDatabase } from "../src/store/postgres/database.ts";
import { startPostgres } from "../test/cluster/postgres-server.ts";
import { addManyPassages, oneOfMany } from "../test/support/worlds/many-passages.ts";
import { serverOf, spentBetween } from "./database/server-processes.ts";

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "1000" },
    seconds: { type: "string", default: "10" },
    connections: { type: "string", default: "10" },
  },
});
const [rate, seconds, connections] = [Number(values.rate), Number(values.seconds), Number(values.connections)];
const amounts = { experts: 1000, sources: 20, passages: 10 };
const passagesRead = 8;
const ofExpert = amounts.sources * amounts.passages;
/** Questions before it is measured, one to each expert: connections are opened and statements planned. */
const warmUp = amounts.experts;

// All passages are in its memory, as its manual advises for what is read all the time.
const { url, stop } = await startPostgres({ shared_buffers: "512MB" });

/** The statements of one question, by the parts of the service that make them. */
function questionsTo(database: PostgresDatabase) {
  const stores = postgresStores(database, "bench");
  const reader = stores.passages("a model");
  const standing = async (no: number) => {
    const { keyHash, slug, workspaceId } = oneOfMany(no);
    const stored = await stores.keys.byHash(keyHash, slug);
    const expert = await stores.experts.byName(workspaceId, slug, stored?.foreseen);
    if (expert === null || (await reader.standing(expert)).revision !== 1) throw new Error(`no expert ${slug}`);
  };
  /** @param time how often the expert was asked before: each time it is about other passages. */
  const passages = async (no: number, time: number) => {
    const first = (no - 1) * ofExpert + 1;
    // From several sources of the expert, as hits are.
    const step = ofExpert / passagesRead;
    const numbers = Array.from({ length: passagesRead }, (_, i) => first + i * step + (time % step));
    const found = await reader.passages(oneOfMany(no).expertId, numbers, 1);
    if (found.size !== passagesRead) throw new Error(`${found.size} passages`);
  };
  const usage = async (no: number) => {
    const { workspaceId, expertId, keyId } = oneOfMany(no);
    await stores.usage.record({ workspaceId, expertId, keyId, at: Date.now(), add: { query: 1, answered: 1 } });
  };
  const nothing = () => database.read((orm) => orm.execute(sql`SELECT ${"x"}::text AS x`));
  return { standing, passages, usage, nothing };
}

/** Another expert each time, in no order that caches could use. All are asked once before one is asked again. */
const expertAt = (i: number) => 1 + ((i * 617) % amounts.experts);
const timeAt = (i: number) => Math.floor(i / amounts.experts);

async function oneAfterAnother(schema: string) {
  const database = await openPostgres(url, { schema, connections: 1 });
  try {
    const { standing, passages, usage, nothing } = questionsTo(database);
    const times = await serverOf(database);
    let at = 0;
    const measured = async (work: (i: number) => Promise<unknown>, from = at) => {
      for (at = from; at < from + amounts.experts; at++) await work(at);
      const rounds: number[] = [];
      for (let round = 0; round < 15; round++) {
        const before = times();
        for (let i = 0; i < 128; i++) await work(at++);
        rounds.push(spentBetween(before, times()) / 128);
      }
      rounds.sort((a, b) => a - b);
      return { least: rounds[0] ?? 0, median: rounds[7] ?? 0 };
    };
    return {
      nothing: await measured(nothing),
      keyExpertStanding: await measured((i) => standing(expertAt(i)), 0),
      passagesNotReadBefore: await measured((i) => passages(expertAt(i), timeAt(i)), 0),
      usageAlone: await measured((i) => usage(expertAt(i))),
      usageOf64: await measured(async (i) => {
        if (i % 64 === 0) await Promise.all(Array.from({ length: 64 }, (_, k) => usage(expertAt(i + k))));
      }),
    };
  } finally {
    await database.close();
  }
}

/** Starts questions at a steady rate, whether or not earlier ones have ended. @param mayRepeat whether passages were read before */
async function manyASecond(schema: string, mayRepeat: boolean) {
  const database = await openPostgres(url, { schema, connections });
  const { standing, passages, usage } = questionsTo(database);
  const ask = async (i: number) => {
    await standing(expertAt(i));
    await passages(expertAt(i), mayRepeat ? 0 : timeAt(i));
    await usage(expertAt(i));
  };
  for (let i = 0; i < warmUp; i += connections)
    await Promise.all(Array.from({ length: connections }, (_, k) => ask(i + k)));
  const server = await serverOf(database);
  const [before, own, began] = [server(), process.cpuUsage(), performance.now()];
  const waited: number[] = [];
  const running: Promise<void>[] = [];
  const timed = async (i: number) => {
    const due = began + (i * 1000) / rate;
    await ask(warmUp + i);
    waited.push(performance.now() - due);
  };
  for (let asked = 0; asked < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1000));
    while (asked < due) running.push(timed(asked++));
    await Bun.sleep(1);
  }
  await Promise.all(running);
  const elapsed = performance.now() - began;
  const spent = spentBetween(before, server());
  const used = process.cpuUsage(own);
  await database.close();
  waited.sort((a, b) => a - b);
  return {
    askedPerSecond: rate,
    answeredPerSecond: (waited.length / elapsed) * 1000,
    serverMillisecondsEach: spent / waited.length,
    serverShareOfCore: spent / elapsed,
    nodeMillisecondsEach: (used.user + used.system) / 1000 / waited.length,
    milliseconds: { median: waited[waited.length >> 1], p99: waited[Math.floor(waited.length * 0.99)] },
  };
}

/** @returns the schema */
async function filled(): Promise<string> {
  const schema = "bench";
  const database = await openPostgres(url, { schema, connections: 1, deadline: 300_000 });
  await addManyPassages(database, amounts);
  await database.close();
  return schema;
}

try {
  const schema = await filled();
  const alone = await oneAfterAnother(schema);
  const manyNew = await manyASecond(schema, false);
  const manyKnown = await manyASecond(schema, true);
  const results = {
    passages: amounts.experts * ofExpert,
    oneAfterAnother: alone,
    manyAboutNewPassages: manyNew,
    manyAboutKnownPassages: manyKnown,
  };
  console.log(JSON.stringify(results, null, 2));
  const target = new URL("./results/", import.meta.url).pathname;
  mkdirSync(target, { recursive: true });
  await Bun.write(join(target, "database.json"), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await stop();
}
