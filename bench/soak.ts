/**
 * `make soak`: half an hour of questions, chats and changing sources against the compiled executable. Prints resident
 * memory over time, and ends with 1 when it did not end where it began: when the median of the last fifth of the time is
 * more than a tenth above that of the second fifth (the first is warm-up). `--minutes 5` takes less long.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { passages, questions } from "./corpus.ts";
import { fillCorpus, post, startDocent, type WatchedProcess } from "./http/docent-process.ts";
import type { Shape } from "./http/load.ts";
import { runLoad } from "./http/run-load.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    passages: { type: "string", default: "10000" },
    connections: { type: "string", default: "8" },
  },
});
const totalMs = Number(values.minutes) * 60_000;
/** Of the median of the second fifth. */
const allowedGrowth = 0.1;
/** The length of a measured slice in seconds; a hundred slices, or more in a long soak. */
const slice = Math.min(10, totalMs / 100_000);
/** Sources that are replaced in turns, of 60 passages each. */
const changing = 20;

const folder = mkdtempSync(join(tmpdir(), "docent-soak-"));
const questionFile = join(folder, "questions.json");

const shapes: readonly { readonly shape: Shape; readonly path: string }[] = [
  { shape: "question", path: "/v1/experts/corpus/query" },
  { shape: "chat", path: "/v1/chat/completions" },
  { shape: "passages", path: "/v1/experts/corpus/query" },
  { shape: "get", path: "/v1/experts" },
];

/** Replaces one source after another, twice a second, until stopped. Returns their number. */
async function changeSources(address: string, isOver: () => boolean): Promise<number> {
  let changed = 0;
  while (!isOver()) {
    const text = [...passages(60, 1000 + changed)].map((passage) => passage.text).join("\n\n");
    await post(address, "/v1/experts/corpus/sources", { text, external_id: `changing-${changed % changing}` });
    changed++;
    await Bun.sleep(500);
  }
  return changed;
}

interface Moment {
  readonly second: number;
  readonly megabytes: number;
}

async function soak(server: WatchedProcess): Promise<{ moments: Moment[]; requests: number; changed: number }> {
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const moments: Moment[] = [];
  let requests = 0;
  const changes = changeSources(server.address, () => elapsed() >= totalMs);
  for (let turn = 0; elapsed() < totalMs; turn++) {
    const { shape, path } = shapes[turn % shapes.length] ?? { shape: "get", path: "/healthz" };
    const wish = { address: server.address, shape, path, connections: Number(values.connections) };
    const measured = await runLoad(server, shape, { ...wish, seconds: slice, questions: questionFile, from: requests });
    requests += measured.requests;
    moments.push({ second: Math.round(elapsed() / 1000), megabytes: measured.residentMegabytes });
    const { megabytes = 0, second = 0 } = moments.at(-1) ?? {};
    console.log(
      `${String(second).padStart(5)} s  ${megabytes.toFixed(0).padStart(5)} MB  ${"#".repeat(megabytes / 8)}`,
    );
  }
  return { moments, requests, changed: await changes };
}

/** Of the memory in one fifth of the time, the first being 0. */
function medianOf(moments: readonly Moment[], fifth: number): number {
  const length = moments.length / 5;
  const some = moments.slice(Math.floor(fifth * length), Math.floor((fifth + 1) * length));
  return some.map(({ megabytes }) => megabytes).sort((a, b) => a - b)[some.length >> 1] ?? Number.NaN;
}

const server = await startDocent(join(folder, "data"));
try {
  await Bun.write(questionFile, JSON.stringify([...new Set(questions(20_000, 6))]));
  await fillCorpus(server.address, Number(values.passages));
  const { moments, requests, changed } = await soak(server);
  const [began, ended] = [medianOf(moments, 1), medianOf(moments, 4)];
  const growth = ended / began - 1;
  console.log(`\n${requests.toLocaleString("en")} requests, ${changed} changes of sources, ${values.minutes} minutes`);
  console.log(
    `resident memory: ${began.toFixed(0)} MB after warm-up, ${ended.toFixed(0)} MB at the end (${(growth * 100).toFixed(1)} %)`,
  );
  process.exitCode = growth <= allowedGrowth ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
