/** Measures one peer at one size, in a process of its own, and prints one line of JSON. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchPassage, loadSpeeches, passages, questions, type Speech } from "../corpus.ts";
import type { MakePeer, Peer } from "./peer.ts";

export interface Measurement {
  readonly peer: string;
  readonly passages: number;
  /** Bytes of the texts, UTF-8. */
  readonly textBytes: number;
  readonly indexedPerSecond: number;
  readonly searchP50Ms: number;
  readonly searchP99Ms: number;
  /**
   * Resident memory of the process over what it was before the first passage, after a collection and once the allocator has given
   * freed pages back. Null: it runs elsewhere.
   */
  readonly memoryBytes: number | null;
  readonly diskBytes: number;
  readonly saveMs: number | null;
  /** The longest time that nothing else could run in while it was saved. */
  readonly longestPauseMs: number | null;
  /** From opening the saved index to the first answer. */
  readonly openMs: number;
}

const peers: Readonly<Record<string, () => Promise<MakePeer>>> = {
  docent: async () => (await import("./docent-peer.ts")).docentPeer,
  "docent, sense": async () => (await import("./sense-peer.ts")).sensePeer,
  "orama (stock)": async () => (await import("./stock-orama-peer.ts")).stockOramaPeer,
  minisearch: async () => (await import("./minisearch-peer.ts")).minisearchPeer,
  "sqlite fts5": async () => (await import("./fts5-peer.ts")).fts5Peer,
  lancedb: async () => (await import("./lancedb-peer.ts")).lancedbPeer,
  "tantivy, text": async () => (await import("./tantivy-peer.ts")).tantivyPeer("body"),
  "tantivy, title and text": async () => (await import("./tantivy-peer.ts")).tantivyPeer("title+body"),
};

export const peerNames = Object.keys(peers);
/** The engines that need only npm packages. */
export const usualPeers = peerNames.filter((name) => !name.startsWith("tantivy"));

async function measure(name: string, count: number, asked: number): Promise<Measurement> {
  const make = await peers[name]?.();
  if (make === undefined) throw new Error(`no peer is called ${name}`);
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  try {
    const list = questions(asked + warmUp(asked));
    const speeches = loadSpeeches();
    const peer = await make(folder);
    const before = await settledMemory();
    const { seconds, textBytes } = await fill(peer, count, speeches);
    const times = (await askAll(peer, list)).slice(warmUp(asked));
    const memoryBytes = peer.timed === undefined ? (await settledMemory()) - before : null;
    const saved = await timeSave(peer);
    const diskBytes = peer.size();
    const openMs = await timeOpen(peer, list[0] ?? "");
    await peer.close();
    return {
      peer: name,
      passages: count,
      textBytes,
      indexedPerSecond: count / seconds,
      searchP50Ms: quantile(times, 0.5),
      searchP99Ms: quantile(times, 0.99),
      memoryBytes,
      diskBytes,
      openMs,
      ...saved,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Making the corpus is not counted. */
async function fill(
  peer: Peer,
  count: number,
  speeches: readonly Speech[],
): Promise<{ seconds: number; textBytes: number }> {
  let milliseconds = 0;
  let textBytes = 0;
  let batch: BenchPassage[] = [];
  const push = async () => {
    const began = performance.now();
    await peer.add(batch);
    milliseconds += performance.now() - began;
    batch = [];
  };
  for (const passage of passages(count, 1, speeches)) {
    textBytes += Buffer.byteLength(passage.text);
    if (batch.push(passage) === 1000) await push();
  }
  if (batch.length > 0) await push();
  const began = performance.now();
  await peer.finish();
  return { seconds: (milliseconds + performance.now() - began) / 1000, textBytes };
}

/** Questions that are asked first and not counted. */
const warmUp = (asked: number) => Math.min(20, Math.ceil(asked / 5));

async function askAll(peer: Peer, list: readonly string[]): Promise<readonly number[]> {
  if (peer.timed !== undefined) return peer.timed(list);
  const times: number[] = [];
  for (const question of list) {
    const began = performance.now();
    await peer.search(question);
    times.push(performance.now() - began);
  }
  return times;
}

async function timeSave(peer: Peer): Promise<{ saveMs: number | null; longestPauseMs: number | null }> {
  if (peer.save === null) return { saveMs: null, longestPauseMs: null };
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await Bun.sleep(20);
  longest = 0;
  const began = performance.now();
  await peer.save();
  const saveMs = performance.now() - began;
  await Bun.sleep(5);
  clearInterval(beat);
  return { saveMs, longestPauseMs: longest };
}

async function timeOpen(peer: Peer, question: string): Promise<number> {
  const began = performance.now();
  const opened = await peer.reopen();
  await opened.search(question);
  return performance.now() - began;
}

/** Milliseconds within which the runtime's allocator gives back pages that a collection has freed. */
const giveBackMs = 3000;

async function settledMemory(): Promise<number> {
  Bun.gc(true);
  await Bun.sleep(giveBackMs);
  // What the first collection freed in part is given back with the second.
  Bun.gc(true);
  return process.memoryUsage.rss();
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const [name, count, asked] = process.argv.slice(2);
if (import.meta.main && name !== undefined)
  console.log(JSON.stringify(await measure(name, Number(count), Number(asked))));
