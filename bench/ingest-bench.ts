/**
 * `make bench`: how documents flow in beside everything else. Small notes over four connections; askers beside writers;
 * a note behind documents that take long. Writes bench/results/ingest.json.
 * `--only notes,askers,turns,deletion` measures less, and `--notes 2000 --seconds 5` sooner.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { questions } from "./corpus.ts";
import { fillCorpus, headers, post, settled, startDocent, type WatchedProcess } from "./http/docent-process.ts";
import { runLoad } from "./http/run-load.ts";
import { pageListedOften } from "./ingest/long-pdf.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "notes,askers,turns,deletion" },
    notes: { type: "string", default: "20000" },
    passages: { type: "string", default: "10000" },
    seconds: { type: "string", default: "10" },
    writers: { type: "string", default: "4" },
    sense: { type: "string", default: "off" },
  },
});
const noteCount = Number(values.notes);
const writers = Number(values.writers);
const folder = mkdtempSync(join(tmpdir(), "docent-ingest-bench-"));
const results: Record<string, unknown> = {};

async function withServer<T>(name: string, work: (server: WatchedProcess) => Promise<T>): Promise<T> {
  const server = await startDocent(join(folder, name), ["--sense", values.sense]);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Sends notes over the given number of connections until `next` is exhausted. Returns the number of accepted notes. */
async function sendNotes(address: string, expert: string, next: () => string | null): Promise<number> {
  let sent = 0;
  const send = async () => {
    for (let text = next(); text !== null; text = next()) {
      await post(address, `/v1/experts/${expert}/sources`, { text });
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, send));
  return sent;
}

function note(no: number): string {
  return `Note ${no}. The valve ${no % 97} in hall ${no % 13} was changed on day ${no % 365} by crew ${no % 7}.`;
}

/** Many small sources, until each was accepted and until each is found. */
const measureNotes = () =>
  withServer("notes", async (server) => {
    await post(server.address, "/v1/experts", { name: "Notes" });
    await post(server.address, "/v1/experts/notes/query", { question: "Is the index open?" });
    let no = 0;
    const began = performance.now();
    await sendNotes(server.address, "notes", () => (no < noteCount ? note(no++) : null));
    const acceptedSeconds = (performance.now() - began) / 1000;
    await settled(server.address, "notes");
    const readySeconds = (performance.now() - began) / 1000;
    return {
      notes: noteCount,
      acceptedPerSecond: noteCount / acceptedSeconds,
      readyPerSecond: noteCount / readySeconds,
      residentMegabytes: server.residentMegabytes(),
    };
  });

/** 64 askers alone, then together with the writers. */
const measureAskers = () =>
  withServer("askers", async (server) => {
    const list = join(folder, "questions.json");
    await Bun.write(list, JSON.stringify([...new Set(questions(50_000, 5))]));
    await fillCorpus(server.address, Number(values.passages));
    await post(server.address, "/v1/experts", { name: "Other" });
    const path = "/v1/experts/corpus/query";
    const wish = { address: server.address, path, shape: "question" as const, connections: 64, questions: list };
    const seconds = Number(values.seconds);
    await runLoad(server, "warm-up", { ...wish, seconds: 3, from: 40_000 });
    const alone = await runLoad(server, "alone", { ...wish, seconds, from: 0 });
    let [no, isOver] = [0, false];
    const writing = sendNotes(server.address, "other", () => (isOver ? null : note(no++)));
    const beside = await runLoad(server, "beside writers", { ...wish, seconds, from: alone.requests });
    isOver = true;
    const written = await writing;
    return {
      alone: { perSecond: alone.requestsPerSecond, p50Ms: alone.p50Ms, p99Ms: alone.p99Ms },
      beside: { perSecond: beside.requestsPerSecond, p50Ms: beside.p50Ms, p99Ms: beside.p99Ms },
      kept: beside.requestsPerSecond / alone.requestsPerSecond,
      writtenPerSecond: written / seconds,
    };
  });

/** A one-line note of another expert behind three PDFs that list one page ten thousand times. */
const measureTurns = () =>
  withServer("turns", async (server) => {
    for (const name of ["Long", "Short"]) await post(server.address, "/v1/experts", { name });
    for (let i = 0; i < 3; i++) {
      const body = pageListedOften(10_000, `Copy ${i}`);
      const address = `${server.address}/v1/experts/long/sources?filename=long-${i}.pdf`;
      const sent = await fetch(address, {
        method: "POST",
        headers: { ...headers, "content-type": "application/pdf" },
        body,
      });
      if (!sent.ok) throw new Error(`the PDF was not accepted: ${await sent.text()}`);
    }
    await Bun.sleep(500);
    const began = performance.now();
    await post(server.address, "/v1/experts/short/sources", { text: note(1) });
    await settled(server.address, "short");
    const noteSeconds = (performance.now() - began) / 1000;
    await settled(server.address, "long");
    return { noteSeconds, allSeconds: (performance.now() - began) / 1000 };
  });

/** The delay of other requests while an expert with many sources is deleted. */
const measureDeletion = () =>
  withServer("notes", async (server) => {
    const times: number[] = [];
    let isOver = false;
    const looking = (async () => {
      while (!isOver) {
        const began = performance.now();
        await (await fetch(`${server.address}/healthz`)).arrayBuffer();
        times.push(performance.now() - began);
        await Bun.sleep(2);
      }
    })();
    const began = performance.now();
    const deleted = await fetch(`${server.address}/v1/experts/notes`, { method: "DELETE", headers });
    const answeredMs = performance.now() - began;
    if (!deleted.ok) throw new Error(`it was not deleted: ${await deleted.text()}`);
    await Bun.sleep(15_000);
    isOver = true;
    await looking;
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
    return { notes: noteCount, answeredMs, healthz: { p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) } };
  });

const measurements = { notes: measureNotes, askers: measureAskers, turns: measureTurns, deletion: measureDeletion };

try {
  for (const name of values.only.split(",")) {
    const measure = measurements[name as keyof typeof measurements];
    if (measure === undefined) throw new Error(`there is no measurement "${name}"`);
    results[name] = await measure();
    console.log(name, JSON.stringify(results[name], null, 2));
  }
  mkdirSync(new URL("./results", import.meta.url).pathname, { recursive: true });
  await Bun.write(new URL("./results/ingest.json", import.meta.url).pathname, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
