/**
 * `make bench`: the memory engine and its peers, each peer and size in a process of its own, one after another. Writes
 * bench/results/memory.json and prints a table. `--sizes 10000,100000` and `--peers "docent;lancedb"` measure less.
 */
import { mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Measurement, peerNames, usualPeers } from "./memory/measure.ts";

/** The largest size each peer survives in reasonable time on a small machine, and how many questions it is asked. */
const reach: Readonly<Record<string, { readonly most: number; readonly asked: (size: number) => number }>> = {
  docent: { most: 1_000_000, asked: () => 2000 },
  "docent, sense": { most: 1_000_000, asked: () => 2000 },
  // At 100,000 it has not finished after ten minutes.
  "orama (stock)": { most: 10_000, asked: () => 50 },
  minisearch: { most: 100_000, asked: (size) => (size > 10_000 ? 100 : 500) },
  "sqlite fts5": { most: 1_000_000, asked: (size) => (size > 100_000 ? 30 : 300) },
  lancedb: { most: 1_000_000, asked: () => 1000 },
  "tantivy, text": { most: 1_000_000, asked: () => 2000 },
  "tantivy, title and text": { most: 1_000_000, asked: () => 2000 },
};

async function run(peer: string, size: number): Promise<Measurement | null> {
  const bounds = reach[peer];
  if (bounds === undefined || size > bounds.most) return null;
  const script = new URL("./memory/measure.ts", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, script, peer, String(size), String(bounds.asked(size))], {
    stdout: "pipe",
    stderr: "ignore",
    timeout: 1_800_000,
  });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) return null;
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "null");
}

function row(m: Measurement): string {
  const cells = [
    m.peer.padEnd(23),
    m.passages.toLocaleString("en").padStart(10),
    Math.round(m.indexedPerSecond).toLocaleString("en").padStart(10),
    m.searchP50Ms.toFixed(2).padStart(9),
    m.searchP99Ms.toFixed(2).padStart(9),
    (m.memoryBytes === null ? "-" : (m.memoryBytes / m.passages / 1024).toFixed(2)).padStart(8),
    (m.diskBytes / m.textBytes).toFixed(2).padStart(7),
    (m.saveMs === null ? "-" : m.saveMs.toFixed(0)).padStart(7),
    (m.longestPauseMs === null ? "-" : m.longestPauseMs.toFixed(1)).padStart(8),
    m.openMs.toFixed(1).padStart(9),
  ];
  return `| ${cells.join(" | ")} |`;
}

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    // One name has a comma in it.
    peers: { type: "string", default: usualPeers.join(";") },
  },
});
const sizes = values.sizes.split(",").map(Number);
const chosen = values.peers.split(";");
const unknown = chosen.filter((name) => !peerNames.includes(name));
if (unknown.length > 0) throw new Error(`no peer is called ${unknown.join(" or ")}; there are ${peerNames.join("; ")}`);
console.log(`bun ${Bun.version}, ${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores\n`);
console.log(
  "| peer           |   passages |  indexed/s |    p50 ms |    p99 ms | KB/pass. | disk/text | save ms | pause ms |   open ms |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
const results: Measurement[] = [];
for (const size of sizes) {
  for (const peer of chosen) {
    const measured = await run(peer, size);
    if (measured === null) continue;
    results.push(measured);
    console.log(row(measured));
  }
}
mkdirSync(new URL("./results", import.meta.url).pathname, { recursive: true });
await Bun.write(new URL("./results/memory.json", import.meta.url).pathname, JSON.stringify(results, null, 2));
