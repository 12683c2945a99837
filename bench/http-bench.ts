/**
 * `make bench`: the compiled executable over loopback, beside the bare runtime and the bare framework, in one run: how
 * many requests a second, how long each takes, what memory that needs; new questions with no answer thread, one and two; then
 * questions while 40 MB are read in. Writes bench/results/http.json and prints tables. `--seconds 2` and `--passages 10000`
 * measure less; `--sense on` asks with the built-in model of meaning too, after waiting until it has encoded every passage.
 *
 * Each service is warmed up for `--warm` seconds with questions that are not measured: the runtime compiles an answer's code
 * for some ten thousand questions, and until then an answer takes up to twice as long. `--warm 3` shows a service that has just started.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
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
import type { Shape } from "./http/load.ts";
import { type Measured, runLoad } from "./http/run-load.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    passages: { type: "string", default: "10000,100000" },
    connections: { type: "string", default: "1,16,64" },
    megabytes: { type: "string", default: "40" },
    warm: { type: "string", default: "20" },
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

interface Row extends Measured {
  /** In the queried expert; null if there is none. */
  readonly passages: number | null;
}

/** Milliseconds without a question after which all threads that can end have ended. */
const restMs = 75_000;
const memoryAtRest: { readonly passages: number; readonly resident: number; readonly anonymous: number }[] = [];

const rows: Row[] = [];
let asked = 0;

const start = (size: number, flags: readonly string[] = []) =>
  startDocent(join(folder, String(size)), ["--sense", values.sense, ...flags]);

/** One target at each number of connections. No question is asked twice of a process before the list is through. */
async function measure(server: WatchedProcess, target: string, wish: Target): Promise<void> {
  for (const connections of connectionCounts) {
    const common = { address: server.address, questions: questionFile, ...wish, connections };
    const measured = await runLoad(server, target, { ...common, seconds, from: asked });
    asked += measured.requests;
    rows.push({ ...measured, passages: wish.passages });
    console.log(tableRow(rows.at(-1) as Row));
  }
}

interface Target {
  readonly shape: Shape;
  readonly path: string;
  readonly passages: number | null;
  /** A list of its own, in which questions come again. */
  readonly questions?: string;
}

function tableRow(row: Row): string {
  const cells = [
    row.target.padEnd(24),
    (row.passages?.toLocaleString("en") ?? "-").padStart(8),
    String(row.connections).padStart(3),
    Math.round(row.requestsPerSecond).toLocaleString("en").padStart(7),
    row.p50Ms.toFixed(2).padStart(7),
    row.p99Ms.toFixed(2).padStart(7),
    row.processorMs.toFixed(3).padStart(7),
    row.generatorMs.toFixed(3).padStart(7),
    row.residentMegabytes.toFixed(0).padStart(5),
    row.anonymousMegabytes.toFixed(0).padStart(5),
  ];
  return `| ${cells.join(" | ")} |`;
}

const queryPath = "/v1/experts/corpus/query";

const warmUp = async (server: WatchedProcess, path: string, shape: Shape) => {
  const wish = { address: server.address, path, shape, connections: 16, questions: warmFile };
  await runLoad(server, "warm-up", { ...wish, seconds: path === queryPath ? warmSeconds : 3, from: 0 });
};

async function measureDocent(size: number): Promise<void> {
  const server = await start(size);
  try {
    const chunks = await fillCorpus(server.address, size);
    await warmUp(server, queryPath, "question");
    const passages = chunks;
    asked = 0;
    await measure(server, "query", { shape: "question", path: queryPath, passages });
    const again = { shape: "question", path: queryPath, passages, questions: fewFile } as const;
    for (const question of few) await post(server.address, again.path, { question });
    await measure(server, "query, asked before", again);
    await measure(server, "query, passages only", { shape: "passages", path: queryPath, passages });
    await measure(server, "chat", { shape: "chat", path: "/v1/chat/completions", passages });
    await Bun.sleep(restMs);
    memoryAtRest.push({ passages, resident: server.residentMegabytes(), anonymous: server.anonymousMegabytes() });
  } finally {
    await server.stop();
  }
}

/**
 * Requests a second on cores of which the generator takes nothing. A service without answer threads leaves the generator a core, so
 * only the rows with threads, which keep every core busy, are more than was measured.
 */
function withoutGenerator({ requestsPerSecond, generatorMs }: Measured): number {
  const generatorCores = (requestsPerSecond * generatorMs) / 1000;
  return (requestsPerSecond * cpus().length) / (cpus().length - generatorCores);
}

/**
 * New questions over 16 connections with no answer thread, one and two, each service started and warmed up for itself. Returns how many
 * times as many answers each number of threads gives as none, the generator's share taken out.
 */
async function measureThreads(size: number): Promise<readonly number[]> {
  const alone: Measured[] = [];
  for (const threads of ["0", "1", "2"]) {
    const server = await start(size, ["--answer-threads", threads]);
    try {
      await warmUp(server, queryPath, "question");
      const wish = { address: server.address, path: queryPath, shape: "question", questions: questionFile } as const;
      const measured = await runLoad(server, `query, threads ${threads}`, {
        ...wish,
        connections: 16,
        seconds,
        from: 0,
      });
      rows.push({ ...measured, passages: size });
      alone.push(measured);
      console.log(tableRow(rows.at(-1) as Row));
    } finally {
      await server.stop();
    }
  }
  const [none, ...some] = alone;
  return some.map((measured) => withoutGenerator(measured) / (none?.requestsPerSecond ?? Number.NaN));
}

/** The sizes of an answer and of a model's object in bytes, for the bare servers. */
async function sizesOfAnswers(server: WatchedProcess): Promise<{ answer: number; model: number }> {
  const answers = list.slice(-50).map((question) => post(server.address, queryPath, { question }));
  const lengths = (await Promise.all(answers)).map((answer) => JSON.stringify(answer).length).sort((a, b) => a - b);
  const model = await fetch(`${server.address}/v1/models/corpus`, { headers });
  return { answer: lengths[25] ?? 0, model: (await model.text()).length };
}

/** The bare runtime, the bare framework, and our routes that look nothing up in a memory. */
async function measureRoutes(size: number): Promise<void> {
  const server = await start(size);
  try {
    const { answer, model } = await sizesOfAnswers(server);
    const script = new URL("./http/bare-server.ts", import.meta.url).pathname;
    for (const kind of ["serve", "elysia"] as const) {
      const bare = await watch([process.execPath, script, kind, String(answer), String(model)], "/small");
      const name = kind === "serve" ? "bare Bun.serve" : "bare Elysia";
      try {
        await warmUp(bare, "/ask", "question");
        await measure(bare, `${name}, POST`, { shape: "question", path: "/ask", passages: null });
        await measure(bare, `${name}, GET`, { shape: "get", path: "/small", passages: null });
      } finally {
        await bare.stop();
      }
    }
    await warmUp(server, "/v1/models/corpus", "get");
    await measure(server, "GET /healthz", { shape: "get", path: "/healthz", passages: null });
    await measure(server, "GET /v1/models/{id}", { shape: "get", path: "/v1/models/corpus", passages: null });
    await measure(server, "GET /v1/experts/{id}", { shape: "get", path: "/v1/experts/corpus", passages: null });
  } finally {
    await server.stop();
  }
}

/** One connection asks, first alone, then while files of a megabyte each are read into another expert. */
async function measureWhileReading(size: number): Promise<{ idle: Measured; busy: Measured; readSeconds: number }> {
  const server = await start(size);
  try {
    const path = queryPath;
    await warmUp(server, path, "question");
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

/** Milliseconds from the start of the process to the first answer, and megabytes a while later. Nothing was asked. */
async function measureStart(size: number): Promise<{ medianMs: number; fastestMs: number; idleMegabytes: number }> {
  const times: number[] = [];
  let idleMegabytes = Number.NaN;
  for (let i = 0; i < Number(values.starts); i++) {
    const server = await start(size);
    times.push(server.startMs);
    if (i === 0) {
      await Bun.sleep(2000);
      idleMegabytes = server.residentMegabytes();
    }
    await server.stop();
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[times.length >> 1] ?? Number.NaN, fastestMs: times[0] ?? Number.NaN, idleMegabytes };
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
    `${list.length.toLocaleString("en")} distinct questions, ${seconds} seconds a row after ${warmSeconds} of warming up, sense ${values.sense}\n`,
  );
  console.log(
    "| target | passages | connections | requests/s | p50 ms | p99 ms | processor ms | generator ms | resident MB | anonymous MB |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const size of sizes) await measureDocent(size);
  const [smallest = 0] = sizes;
  const threads = await measureThreads(sizes.at(-1) ?? smallest);
  await measureRoutes(smallest);
  const reading = await measureWhileReading(smallest);
  const starting = await measureStart(smallest);
  const { idle, busy } = reading;
  const speed = ({ p50Ms, p99Ms, longestMs }: Measured) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms`;
  for (const { passages, resident, anonymous } of memoryAtRest) {
    const megabytes = `${resident.toFixed(0)} MB, ${anonymous.toFixed(0)} of them anonymous`;
    console.log(
      `\nmemory ${restMs / 1000} s after the last question, ${passages.toLocaleString("en")} passages: ${megabytes}`,
    );
  }
  console.log(
    `\none answer thread and two against none, the generator's share taken out: ${threads.map((times) => `${times.toFixed(2)} times`).join(", ")}`,
  );
  console.log(`\nquery, one connection, ${smallest.toLocaleString("en")} passages: ${speed(idle)}`);
  console.log(
    `the same while ${values.megabytes} MB are read in: ${speed(busy)}; read in ${reading.readSeconds.toFixed(1)} s`,
  );
  console.log(
    `start to first answer: median ${starting.medianMs.toFixed(0)} ms, fastest ${starting.fastestMs.toFixed(0)} ms`,
  );
  console.log(`idle memory: ${starting.idleMegabytes.toFixed(0)} MB; executable: ${binaryMegabytes().toFixed(0)} MB`);
  mkdirSync(new URL("./results", import.meta.url).pathname, { recursive: true });
  const results = {
    seconds,
    rows,
    memoryAtRest,
    threads,
    reading,
    starting,
    sense: values.sense,
    binaryMegabytes: binaryMegabytes(),
  };
  await Bun.write(new URL("./results/http.json", import.meta.url).pathname, JSON.stringify(results, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
