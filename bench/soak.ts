/**
 * `make soak`: half an hour of questions, chats and changing sources against the compiled executable. Prints resident
 * memory and open file descriptors over time. It ends with 1 when they did not end where they began: when the median of the
 * last fifth of the time is more than a tenth above that of the second fifth (the first is warm-up). `--minutes 5` takes less long.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { passages, questions } from "./corpus.ts";
import { fillCorpus, post, startDocent, type WatchedProcess } from "./http/docent-process.ts";
import type { Shape } from "./http/load.ts";
import { type Measured, runLoad } from "./http/run-load.ts";

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
  /** Of them, those that are no pages of files. */
  readonly anonymous: number;
  /** Open file descriptors, when the load has just ended. */
  readonly descriptors: number;
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
    const moment = {
      second: Math.round(elapsed() / 1000),
      megabytes: measured.residentMegabytes,
      anonymous: server.anonymousMegabytes(),
      descriptors: server.openDescriptors(),
    };
    moments.push(moment);
    console.log(line(moment, shape, measured));
  }
  return { moments, requests, changed: await changes };
}

function line(moment: Moment, shape: Shape, { requestsPerSecond, p99Ms }: Measured): string {
  const cells = [
    `${moment.second} s`.padStart(7),
    `${moment.megabytes.toFixed(0)} MB`.padStart(8),
    `${moment.anonymous.toFixed(0)} anonymous`.padStart(15),
    `${moment.descriptors} descriptors`.padStart(16),
    `${Math.round(requestsPerSecond)}/s`.padStart(8),
    `p99 ${p99Ms.toFixed(0)} ms`.padStart(12),
  ];
  return `${cells.join("")}  ${shape}`;
}

/** Of a figure in one fifth of the time, the first being 0. */
function medianOf(moments: readonly Moment[], fifth: number, figure: "megabytes" | "descriptors"): number {
  const length = moments.length / 5;
  const some = moments.slice(Math.floor(fifth * length), Math.floor((fifth + 1) * length));
  return some.map((moment) => moment[figure]).sort((a, b) => a - b)[some.length >> 1] ?? Number.NaN;
}

/** Prints what a figure was after the warm-up and at the end. Returns by what share it grew. */
function growthOf(moments: readonly Moment[], figure: "megabytes" | "descriptors"): number {
  const [began, ended] = [medianOf(moments, 1, figure), medianOf(moments, 4, figure)];
  const growth = ended / began - 1;
  console.log(
    `${figure}: ${began.toFixed(0)} after warm-up, ${ended.toFixed(0)} at the end (${(growth * 100).toFixed(1)} %)`,
  );
  return growth;
}

const server = await startDocent(join(folder, "data"));
try {
  await Bun.write(questionFile, JSON.stringify([...new Set(questions(20_000, 6))]));
  await fillCorpus(server.address, Number(values.passages));
  const { moments, requests, changed } = await soak(server);
  console.log(`\n${requests.toLocaleString("en")} requests, ${changed} changes of sources, ${values.minutes} minutes`);
  const growths = [growthOf(moments, "megabytes"), growthOf(moments, "descriptors")];
  process.exitCode = growths.every((growth) => growth <= allowedGrowth) ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
