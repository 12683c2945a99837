/**
 * The compiled executable over loopback: how long a question takes with nobody else about, and while a folder of 100 MB
 * is being read in. `--passages` and `--megabytes` change the sizes.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { passages, questions } from "./corpus.ts";
import { type BenchDocument, makeDocuments } from "./documents.ts";

const { values } = parseArgs({
  options: { passages: { type: "string", default: "10000" }, megabytes: { type: "string", default: "100" } },
});

const key = "bench-key-0123456789";
const folder = mkdtempSync(join(tmpdir(), "docent-service-bench-"));
const binary = new URL("../dist/docent", import.meta.url).pathname;
const server = Bun.spawn([binary, "serve", "--port", "0", "--data-dir", folder, "--log", "json"], {
  env: { DOCENT_API_KEY: key },
  stdout: "pipe",
  stderr: "ignore",
});

async function addressOf(): Promise<string> {
  const reader = server.stdout.getReader();
  const decoder = new TextDecoder();
  for (let said = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the service did not start");
    said += decoder.decode(value, { stream: true });
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (address !== undefined) return address;
  }
}

const address = await addressOf();
const headers = { authorization: `Bearer ${key}` };
const json = { ...headers, "content-type": "application/json" };

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(address + path, { method: "POST", headers: json, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Milliseconds, one question after another. */
async function ask(list: readonly string[], until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; !until(); i++) {
    const began = performance.now();
    await post("/v1/experts/corpus/query", { question: list[i % list.length] });
    times.push(performance.now() - began);
  }
  return times;
}

async function fill(count: number): Promise<void> {
  let batch: string[] = [];
  const send = async (wait: number) => {
    await post(`/v1/experts/corpus/sources?wait=${wait}`, { text: batch.join("\n\n") });
    batch = [];
  };
  for (const { no, text } of passages(count)) {
    batch.push(text);
    if (batch.length === 500) await send(no === count ? 60 : 0);
  }
  if (batch.length > 0) await send(60);
}

/** Uploads files of about a megabyte, and waits until the last of them is ready. */
async function ingest(files: readonly BenchDocument[]): Promise<void> {
  for (const { name, bytes } of files) {
    const path = `/v1/experts/other/sources?filename=${name}`;
    const body = new Uint8Array(bytes);
    const response = await fetch(address + path, {
      method: "POST",
      headers: { ...headers, "content-type": "text/plain" },
      body,
    });
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  }
  for (let waiting = 1; waiting > 0; await Bun.sleep(200)) {
    const response = await fetch(`${address}/v1/experts/other`, { headers });
    const { source_counts: counts } = (await response.json()) as { source_counts: Record<string, number> };
    waiting = (counts.queued ?? 0) + (counts.processing ?? 0);
  }
}

function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
  return `${times.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)}`;
}

function residentMegabytes(): string {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024).toFixed(0);
}

try {
  await post("/v1/experts", { name: "Corpus" });
  await post("/v1/experts", { name: "Other" });
  await fill(Number(values.passages));
  const list = questions(1000);
  await ask(list.slice(0, 50), countdown(50));
  console.log("| | questions | p50 ms | p99 ms | longest ms | resident MB |\n|---|---|---|---|---|---|");
  console.log(`| idle | ${quantiles(await ask(list, countdown(1000)))} | ${residentMegabytes()} |`);
  const files = [...makeDocuments("text", { documents: Number(values.megabytes), paragraphs: 1400, seed: 4 })];
  let done = false;
  const began = performance.now();
  const ingesting = ingest(files).finally(() => {
    done = true;
  });
  const busy = await ask(list, () => done);
  await ingesting;
  console.log(`| while ${values.megabytes} MB are read in | ${quantiles(busy)} | ${residentMegabytes()} |`);
  console.log(`\n${values.megabytes} MB in ${((performance.now() - began) / 1000).toFixed(1)} s`);
} finally {
  server.kill("SIGTERM");
  await server.exited;
  rmSync(folder, { recursive: true, force: true });
}

function countdown(count: number): () => boolean {
  let left = count;
  return () => left-- <= 0;
}
