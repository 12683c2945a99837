/**
 * What a small open expert costs: a thousand experts of ten short notes each, opened one after another by a question. Writes
 * bench/results/small-experts.json. `--experts 300` is sooner done; `--sense on` measures with the built-in model.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { expertState, headers, post, startDocent, type WatchedProcess } from "./http/docent-process.ts";

const { values } = parseArgs({
  options: { experts: { type: "string", default: "1000" }, sense: { type: "string", default: "off" } },
});
const count = Number(values.experts);
const folder = mkdtempSync(join(tmpdir(), "docent-small-experts-"));
const flags = ["--sense", values.sense];
/** Experts that are asked before it is measured, so that the runtime has compiled what is used and grown its heap. */
const warmUp = 100;

const nameOf = (no: number) => `small-${no}`;

function notes(no: number): string {
  const note = (i: number) =>
    `## Note ${i}\n\nThe valve ${no} in hall ${i} was changed on day ${i * 7} by crew ${i % 7}.`;
  return Array.from({ length: 10 }, (_, i) => note(i)).join("\n\n");
}

async function forAll(work: (no: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count + warmUp) await work(next++);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

async function fill(): Promise<void> {
  const { address, stop } = await startDocent(folder, flags);
  try {
    await forAll(async (no) => {
      await post(address, "/v1/experts", { name: nameOf(no) });
      await post(address, `/v1/experts/${nameOf(no)}/sources`, { text: notes(no), type: "text" });
    });
    await forAll(async (no) => {
      for (;;) {
        const { source_counts: counts, sense } = await expertState(address, nameOf(no));
        if (counts.ready === 1 && (sense === null || sense.done === sense.total)) return;
        await Bun.sleep(50);
      }
    });
  } finally {
    await stop();
  }
}

const ask = ({ address }: WatchedProcess, no: number) =>
  post(address, `/v1/experts/${nameOf(no)}/query`, { question: `Which valve was changed in hall ${no % 10}?` });

/** Bytes of indexes that are open, as the service counts them. */
async function countedBytes({ address }: WatchedProcess): Promise<number> {
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  return Number(/^docent_memory_resident_bytes(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1] ?? Number.NaN);
}

async function measure() {
  const server = await startDocent(folder, flags);
  try {
    for (let no = count; no < count + warmUp; no++) await ask(server, no);
    for (let i = 0; i < 1000; i++) await ask(server, count + (i % warmUp));
    await Bun.sleep(2000);
    const before = { resident: server.residentMegabytes(), counted: await countedBytes(server) };
    for (let no = 0; no < count; no++) await ask(server, no);
    const atOnce = server.residentMegabytes();
    await Bun.sleep(20_000); // what the questions themselves left behind is collected
    const after = { resident: server.residentMegabytes(), counted: await countedBytes(server) };
    return {
      experts: count,
      residentKilobytesEach: ((after.resident - before.resident) * 1048.576) / count,
      rightAfterwardsKilobytesEach: ((atOnce - before.resident) * 1048.576) / count,
      countedKilobytesEach: (after.counted - before.counted) / 1000 / count,
    };
  } finally {
    await server.stop();
  }
}

try {
  await fill();
  const results = await measure();
  console.log(JSON.stringify(results, null, 2));
  const target = new URL("./results/", import.meta.url).pathname;
  mkdirSync(target, { recursive: true });
  await Bun.write(join(target, "small-experts.json"), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
