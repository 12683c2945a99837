/**
 * How long others wait while questions of 8,000 characters are asked with the built-in model: somebody looks at `/healthz` every
 * 2 ms, first while nobody asks, then beside one asker, then beside eight. Writes bench/results/long-questions.json.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { passages } from "./corpus.ts";
import { post, settled, startDocent } from "./http/docent-process.ts";
import { type Delays, delaysOf } from "./ingest/delays.ts";

const { values } = parseArgs({ options: { questions: { type: "string", default: "16" } } });
const count = Number(values.questions);
const folder = mkdtempSync(join(tmpdir(), "docent-long-questions-"));
const texts = [...passages(60 + 14 * (count + 9), 9)].map(({ text }) => text);

/** The longest that is accepted has 8,000 characters. */
const question = (no: number) =>
  `${texts
    .slice(60 + no * 14, 74 + no * 14)
    .join(" ")
    .slice(0, 7990)}?`;

const ask = (address: string, no: number) => post(address, "/v1/experts/corpus/query", { question: question(no) });

/** The delays of `/healthz` until `work` is done. */
async function delaysBeside(address: string, work: Promise<unknown>): Promise<Delays> {
  const times: number[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${address}/healthz`)).arrayBuffer();
    times.push(performance.now() - began);
    await Bun.sleep(2);
  }
  await over;
  return delaysOf(times);
}

async function askInTurns(address: string): Promise<void> {
  for (let no = 1; no <= count; no++) await ask(address, no);
}

const askAtOnce = (address: string) => Promise.all(Array.from({ length: 8 }, (_, i) => ask(address, count + 1 + i)));

const server = await startDocent(join(folder, "data"));
try {
  const { address } = server;
  await post(address, "/v1/experts", { name: "Corpus" });
  await post(address, "/v1/experts/corpus/sources", { text: texts.slice(0, 60).join("\n\n") });
  await settled(address, "corpus");
  await post(address, "/v1/experts/corpus/query", { question: "What was said?" });
  const results = {
    alone: await delaysBeside(address, Bun.sleep(5000)),
    first: await delaysBeside(address, ask(address, 0)),
    inTurns: await delaysBeside(address, askInTurns(address)),
    atOnce: await delaysBeside(address, askAtOnce(address)),
  };
  for (const [name, { requests, p50Ms, p99Ms, longestMs }] of Object.entries(results)) {
    const figures = [p50Ms, p99Ms, longestMs].map((figure) => figure.toFixed(1));
    console.log(
      `${name}: /healthz ${requests} times, p50 ${figures[0]} ms, p99 ${figures[1]} ms, longest ${figures[2]} ms`,
    );
  }
  mkdirSync(new URL("./results", import.meta.url).pathname, { recursive: true });
  await Bun.write(new URL("./results/long-questions.json", import.meta.url).pathname, JSON.stringify(results, null, 2));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
