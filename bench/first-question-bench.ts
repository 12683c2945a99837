/**
 * How long others wait while the index of a large expert is built from its rows, because it has no snapshot, and while its
 * snapshot is written: for `/healthz` and for questions to a small expert of the same service. Writes bench/results/first-question.json.
 *
 * `--folder DIR` keeps the filled folder for the next run: filling it with 300,000 passages takes minutes, measuring less
 * than one. `--passages 50000` is sooner done.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fillCorpus, headers, post, settled, startDocent } from "./http/docent-process.ts";
import { type Delays, delaysOf } from "./ingest/delays.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    passages: { type: "string", default: "300000" },
    fill: { type: "boolean", default: false },
  },
});
const folder = values.folder ?? mkdtempSync(join(tmpdir(), "docent-first-question-"));
const flags = ["--sense", "off"];

async function fill(): Promise<void> {
  const server = await startDocent(folder, flags);
  try {
    await post(server.address, "/v1/experts", { name: "Small" });
    await post(server.address, "/v1/experts/small/sources", { text: "The pump in the hall was changed in May." });
    await settled(server.address, "small");
    await fillCorpus(server.address, Number(values.passages));
  } finally {
    await server.stop();
  }
}

/** Asks again and again, `pause` milliseconds apart, until `isOver`. Returns the delays in milliseconds. */
async function watch(ask: () => Promise<Response>, pause: number, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    const response = await ask();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    times.push(performance.now() - began);
    await Bun.sleep(pause);
  }
  return times;
}

function ask(address: string, slug: string, question: string): Promise<Response> {
  const body = JSON.stringify({ question });
  return fetch(`${address}/v1/experts/${slug}/query`, { method: "POST", headers, body });
}

interface Waiting {
  readonly healthz: Delays;
  readonly smallExpert: Delays;
}

/** The delays of others while `work` is under way. */
async function othersDuring(address: string, work: () => Promise<unknown>): Promise<Waiting> {
  let isOver = false;
  let asked = 0;
  // A different question each time, because a repeated one is answered from the last answer.
  const small = () => ask(address, "small", `What was changed in May, number ${asked++}?`);
  const watches = [
    watch(
      () => fetch(`${address}/healthz`),
      2,
      () => isOver,
    ),
    watch(small, 5, () => isOver),
  ] as const;
  await work();
  isOver = true;
  const [healthz, smallExpert] = await Promise.all(watches);
  return { healthz: delaysOf(healthz), smallExpert: delaysOf(smallExpert) };
}

async function measure() {
  rmSync(join(folder, "memory"), { recursive: true, force: true });
  const server = await startDocent(folder, flags);
  try {
    const { address } = server;
    await othersDuring(address, () => Bun.sleep(3000)); // the runtime compiles what is used
    const alone = await othersDuring(address, () => Bun.sleep(5000));
    let firstAnswerMs = 0;
    const beside = await othersDuring(address, async () => {
      const began = performance.now();
      const first = await ask(address, "corpus", "What did the president say about the treaty?");
      await first.arrayBuffer();
      if (!first.ok) throw new Error(`the first question: ${first.status}`);
      firstAnswerMs = performance.now() - began;
      await Bun.sleep(3000); // the snapshot is written
    });
    return {
      passages: Number(values.passages),
      firstAnswerMs,
      alone,
      beside,
      residentMegabytes: server.residentMegabytes(),
    };
  } finally {
    await server.stop();
  }
}

try {
  if (!existsSync(join(folder, "docent.db"))) await fill();
  if (!values.fill) {
    const results = await measure();
    console.log(JSON.stringify(results, null, 2));
    const target = new URL("./results/", import.meta.url).pathname;
    mkdirSync(target, { recursive: true });
    await Bun.write(join(target, "first-question.json"), `${JSON.stringify(results, null, 2)}\n`);
  }
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
