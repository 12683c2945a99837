/**
 * `make bench`: the compiled executable over loopback, beside the bare runtime and the bare framework, in one run: how
 * many requests a second, how long each takes, what memory that needs; new questions with no answer thread, one and two; then
 * questions while 40 MB are read in. Writes bench/results/http.json and prints tables. `--seconds 2` and `--passages 10000`
 * measure less; `--sense on` measures answers alone, with the built-in model of meaning, after waiting until it has encoded every
 * passage, and writes http-with-sense.json.
 *
 * Each row is warmed up with questions that are not measured, until compiling takes less than a twentieth of the service's processor
 * time, or for `--warm` seconds: the runtime compiles an answer's code during some twenty thousand questions of each thread, and until
 * then an answer takes up to twice as long. The rows `first seconds` show a service that has just started. What is compared, the
 * numbers of threads and the routes beside the bare framework, is measured in turns.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { questions } from "./corpus.ts";
import { makeDocuments } from "./documents.ts";
import {
  binaryMegabytes,
  fillCorpus,
  headers,
  post,
  settled,
  startDocent,
  type WatchedProcess,
  watch,
} from "./http/docent-process.ts";
import { type Contestant, inTurns, warmUp } from "./http/in-turns.ts";
import type { Shape } from "./http/load.ts";
import { type Measured, runLoad } from "./http/run-load.ts";
import { measureStart } from "./http/starting.ts";
import { type Row, tableHead, tableRow, withoutGenerator } from "./http/table.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    passages: { type: "string", default: "10000,100000" },
    connections: { type: "string", default: "1,16,64" },
    megabytes: { type: "string", default: "40" },
    warm: { type: "string", default: "120" },
    starts: { type: "string", default: "11" },
    sense: { type: "string", default: "off" },
  },
});
const seconds = Number(values.seconds);
const warmSeconds = Number(values.warm);
const sizes = values.passages.split(",").map(Number);
const connectionCounts = values.connections.split(",").map(Number);
const folder = mkdtempSync(join(tmpdir(), "docent-http-bench-"));
const questionFile = join(folder, "questions.json");
/** Questions that warm up a service, none of which is measured. */
const warmFile = join(folder, "warming-questions.json");
/** Questions that are asked again and again, as those of people are. */
const fewFile = join(folder, "few-questions.json");

/** Milliseconds without a question after which all threads that can end have ended. */
const restMs = 75_000;
const memoryAtRest: { readonly passages: number; readonly resident: number; readonly anonymous: number }[] = [];

const rows: Row[] = [];
let asked = 0;

const start = (name: string, flags: readonly string[] = []) =>
  startDocent(join(folder, name), ["--sense", values.sense, ...flags]);

function note(row: Row): void {
  rows.push(row);
  console.log(tableRow(row));
}

/** One target at each number of connections. No question is asked twice of a process before the list is through. */
async function measure(server: WatchedProcess, target: string, wish: Target): Promise<void> {
  for (const connections of connectionCounts) {
    const common = { address: server.address, questions: questionFile, ...wish, connections };
    const measured = await runLoad(server, target, { ...common, seconds, from: asked });
    asked += measured.requests;
    note({ ...measured, passages: wish.passages });
  }
}

interface Target {
  readonly shape: Shape;
  readonly path: string;
  readonly passages: number | null;
  /** A list of its own, in which questions come again. */
  readonly questions?: string;
}

const queryPath = "/v1/experts/corpus/query";
const chatPath = "/v1/chat/completions";

const toWarm = (server: WatchedProcess, shape: Shape, path = queryPath): Contestant => ({
  server,
  target: `${shape}, first seconds`,
  wish: { shape, path, connections: 16, questions: warmFile },
});

async function measureDocent(size: number): Promise<void> {
  const server = await start(String(size));
  try {
    const passages = await fillCorpus(server.address, size);
    for (const first of await warmUp([toWarm(server, "question")], warmSeconds)) note({ ...first, passages });
    asked = 0;
    await measure(server, "query", { shape: "question", path: queryPath, passages });
    const again = { shape: "question", path: queryPath, passages, questions: fewFile } as const;
    for (const question of few) await post(server.address, again.path, { question });
    await measure(server, "query, asked before", again);
    await warmUp([toWarm(server, "passages")], warmSeconds);
    await measure(server, "query, passages only", { shape: "passages", path: queryPath, passages });
    await warmUp([toWarm(server, "chat", chatPath)], warmSeconds);
    await measure(server, "chat", { shape: "chat", path: chatPath, passages });
    await Bun.sleep(restMs);
    memoryAtRest.push({ passages, resident: server.residentMegabytes(), anonymous: server.anonymousMegabytes() });
  } finally {
    await server.stop();
  }
}

/** Turns of services that are compared. */
const turns = 5;
/** Of a route that takes a fraction of a millisecond. */
const routeSeconds = Math.ceil(seconds / 3);

interface ThreadGain {
  /** The generator's share taken out. */
  readonly measured: number;
  /** What the processor time of an answer allows on all cores, if nothing else took any of them. */
  readonly byProcessorTime: number;
}

/**
 * New questions over 16 connections with no answer thread, one and two: three services, each over a copy of the folder, in turns.
 * Returns how many times as many answers each number of threads gives as none, the generator's share taken out.
 */
async function measureThreads(size: number): Promise<readonly ThreadGain[]> {
  const servers: WatchedProcess[] = [];
  try {
    for (const threads of ["0", "1", "2"]) {
      const copy = `${size}-threads-${threads}`;
      cpSync(join(folder, String(size)), join(folder, copy), { recursive: true });
      servers.push(await start(copy, ["--answer-threads", threads]));
    }
    await warmUp(
      servers.map((server) => toWarm(server, "question")),
      warmSeconds,
    );
    const measured = await inTurns(
      servers.map((server, threads) => ({
        server,
        target: `query, threads ${threads}`,
        wish: { shape: "question", path: queryPath, connections: 16, questions: questionFile },
      })),
      { turns, seconds },
    );
    for (const one of measured) note({ ...one, passages: size });
    const [none, ...some] = measured;
    return some.map((one) => ({
      measured: withoutGenerator(one) / none!.requestsPerSecond,
      byProcessorTime: (cpus().length * none!.processorMs) / one.processorMs,
    }));
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** The sizes of an answer and of a model's object in bytes, for the bare servers. */
async function sizesOfAnswers(server: WatchedProcess): Promise<{ answer: number; model: number }> {
  const answers = list.slice(-50).map((question) => post(server.address, queryPath, { question }));
  const lengths = (await Promise.all(answers)).map((answer) => JSON.stringify(answer).length).sort((a, b) => a - b);
  const model = await fetch(`${server.address}/v1/models/corpus`, { headers });
  return { answer: lengths[25] ?? 0, model: (await model.text()).length };
}

/** The bare runtime, the bare framework, and our routes that look nothing up in a memory, in turns. */
async function measureRoutes(size: number): Promise<void> {
  const server = await start(String(size));
  const servers = [server];
  try {
    const { answer, model } = await sizesOfAnswers(server);
    const script = new URL("./http/bare-server.ts", import.meta.url).pathname;
    const bare = async (kind: "serve" | "elysia") => {
      const started = await watch([process.execPath, script, kind, String(answer), String(model)], "/small");
      servers.push(started);
      return started;
    };
    const [serve, elysia] = [await bare("serve"), await bare("elysia")];
    const targets = [
      [serve, "bare Bun.serve, POST", "question", "/ask"],
      [elysia, "bare Elysia, POST", "question", "/ask"],
      [serve, "bare Bun.serve, GET", "get", "/small"],
      [elysia, "bare Elysia, GET", "get", "/small"],
      [server, "GET /healthz", "get", "/healthz"],
      [server, "GET /v1/models/{id}", "get", "/v1/models/corpus"],
      [server, "GET /v1/experts/{id}", "get", "/v1/experts/corpus"],
    ] as const;
    const at = (connections: number) =>
      targets.map(([to, target, shape, path]) => ({
        server: to,
        target,
        wish: { shape, path, connections, questions: questionFile },
      }));
    await warmUp(at(16), Math.min(warmSeconds, 10));
    for (const connections of connectionCounts) {
      for (const row of await inTurns(at(connections), { turns, seconds: routeSeconds }))
        note({ ...row, passages: null });
    }
  } finally {
    for (const one of servers) await one.stop();
  }
}

/** One connection asks, first alone, then while files of a megabyte each are read into another expert. */
async function measureWhileReading(size: number): Promise<{ idle: Measured; busy: Measured; readSeconds: number }> {
  const server = await start(String(size));
  try {
    const path = queryPath;
    await warmUp([toWarm(server, "question")], warmSeconds);
    const wish = { address: server.address, path, shape: "question" as const, connections: 1, questions: questionFile };
    const idle = await runLoad(server, "idle", { ...wish, seconds, from: 0 });
    await post(server.address, "/v1/experts", { name: "Other" });
    const files = [...makeDocuments("text", { documents: Number(values.megabytes), paragraphs: 1400, seed: 4 })];
    const began = performance.now();
    for (const { name, bytes } of files) {
      const address = `${server.address}/v1/experts/other/sources?filename=${name}`;
      const body = new Uint8Array(bytes);
      await fetch(address, { method: "POST", headers: { ...headers, "content-type": "text/plain" }, body });
    }
    const reading = settled(server.address, "other").then(() => (performance.now() - began) / 1000);
    const busy = await runLoad(server, "reading", { ...wish, seconds, from: idle.requests });
    return { idle, busy, readSeconds: await reading };
  } finally {
    await server.stop();
  }
}

/** The routes that answer nothing, questions while documents are read in, and starting. */
async function measureBeside(size: number) {
  await measureRoutes(size);
  const reading = await measureWhileReading(size);
  const starting = await measureStart(() => start(String(size)), Number(values.starts));
  return { reading, starting };
}

function printBeside(size: number, { reading, starting }: Awaited<ReturnType<typeof measureBeside>>): void {
  const speed = ({ p50Ms, p99Ms, longestMs }: Measured) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms`;
  const lines = [
    `\nquery, one connection, ${size.toLocaleString("en")} passages: ${speed(reading.idle)}`,
    `the same while ${values.megabytes} MB are read in: ${speed(reading.busy)}; read in ${reading.readSeconds.toFixed(1)} s`,
    `start to first answer: median ${starting.medianMs.toFixed(0)} ms, fastest ${starting.fastestMs.toFixed(0)} ms`,
    `idle memory: ${starting.idleMegabytes.toFixed(0)} MB; executable: ${binaryMegabytes().toFixed(0)} MB`,
  ];
  console.log(lines.join("\n"));
}

const list = [...new Set(questions(50_000, 5))];
const few = list.slice(-200);
const measuredQuestions = new Set(list);
const warming = [...new Set(questions(50_000, 6))].filter((question) => !measuredQuestions.has(question));

try {
  await Bun.write(questionFile, JSON.stringify(list));
  await Bun.write(fewFile, JSON.stringify(few));
  await Bun.write(warmFile, JSON.stringify(warming));
  console.log(`bun ${Bun.version}, ${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores`);
  console.log(
    `${list.length.toLocaleString("en")} distinct questions, ${seconds} seconds a row after at most ${warmSeconds} of warming up, sense ${values.sense}\n`,
  );
  console.log(tableHead);
  for (const size of sizes) await measureDocent(size);
  const [smallest = 0] = sizes;
  const threads = await measureThreads(sizes.at(-1) ?? smallest);
  const beside = values.sense === "on" ? null : await measureBeside(smallest);
  for (const { passages, resident, anonymous } of memoryAtRest) {
    const megabytes = `${resident.toFixed(0)} MB, ${anonymous.toFixed(0)} of them anonymous`;
    console.log(
      `\nmemory ${restMs / 1000} s after the last question, ${passages.toLocaleString("en")} passages: ${megabytes}`,
    );
  }
  const gains = (by: keyof ThreadGain) => threads.map((gain) => `${gain[by].toFixed(2)} times`).join(", ");
  console.log(
    `\none answer thread and two against none, the generator's share taken out: ${gains("measured")}; by their processor time: ${gains("byProcessorTime")}`,
  );
  if (beside !== null) printBeside(smallest, beside);
  mkdirSync(new URL("./results", import.meta.url).pathname, { recursive: true });
  const results = {
    seconds,
    rows,
    memoryAtRest,
    threads,
    ...beside,
    sense: values.sense,
    binaryMegabytes: binaryMegabytes(),
  };
  const name = values.sense === "on" ? "http-with-sense" : "http";
  await Bun.write(new URL(`./results/${name}.json`, import.meta.url).pathname, JSON.stringify(results, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
