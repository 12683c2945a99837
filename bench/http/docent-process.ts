/** The compiled executable as a process of its own: started on a folder, spoken to over loopback, watched, stopped. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { passages } from "../corpus.ts";

export const binary = new URL("../../dist/docent", import.meta.url).pathname;
export const key = "bench-key-0123456789";
export const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

export interface WatchedProcess {
  readonly address: string;
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMs: number;
  /** Resident megabytes, by Linux' /proc; NaN elsewhere. */
  residentMegabytes(): number;
  /** Resident megabytes that are no pages of files, by Linux' /proc; NaN elsewhere. */
  anonymousMegabytes(): number;
  /** Number of open file descriptors, sockets included, by Linux' /proc; NaN elsewhere. */
  openDescriptors(): number;
  /** Milliseconds of processor time spent so far, all threads; NaN elsewhere. */
  processorMs(): number;
  /** Of them, those of the threads that compile; NaN elsewhere. */
  compilingMs(): number;
  stop(): Promise<void>;
}

/** @param flags further settings */
export async function startDocent(folder: string, flags: readonly string[] = []): Promise<WatchedProcess> {
  return await watch([binary, "serve", "--port", "0", "--data-dir", folder, "--log", "json", ...flags], "/healthz");
}

/** Starts a command that prints an `http://` address of loopback, and waits until `path` answers there. */
export async function watch(command: string[], path: string): Promise<WatchedProcess> {
  const began = performance.now();
  const child = Bun.spawn(command, { env: { DOCENT_API_KEY: key }, stdout: "pipe", stderr: "ignore" });
  const address = await printedAddress(child.stdout);
  await (await fetch(address + path)).arrayBuffer();
  const startMs = performance.now() - began;
  return {
    address,
    startMs,
    residentMegabytes: () => statusMegabytes(child.pid, "VmRSS"),
    anonymousMegabytes: () => statusMegabytes(child.pid, "RssAnon"),
    openDescriptors: () => {
      try {
        return readdirSync(`/proc/${child.pid}/fd`).length;
      } catch {
        return Number.NaN;
      }
    },
    processorMs: () => {
      // The 14th and 15th field, in hundredths of a second; the name before them is in brackets and may have spaces.
      const fields = procFile(child.pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    compilingMs: () => compilingMs(child.pid),
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** The runtime's compiling threads have a name of their own. The system counts a thread's time in nanoseconds. */
function compilingMs(pid: number): number {
  try {
    const compiling = readdirSync(`/proc/${pid}/task`).filter((thread) =>
      procFile(pid, `task/${thread}/comm`).startsWith("JITWorker"),
    );
    const times = compiling.map((thread) => Number(procFile(pid, `task/${thread}/schedstat`).split(" ")[0]) / 1e6);
    return times.reduce((sum, time) => sum + time, 0);
  } catch {
    return Number.NaN;
  }
}

function statusMegabytes(pid: number, field: string): number {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(procFile(pid, "status"))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

async function printedAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let said = "";
  for await (const piece of output) {
    said += decoder.decode(piece, { stream: true });
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`it did not start: ${said}`);
}

export async function post(address: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export interface ExpertState {
  readonly chunk_count: number;
  readonly source_counts: Readonly<Record<string, number>>;
  /** Passages that the built-in model has encoded, of all; null without it. */
  readonly sense: { readonly done: number; readonly total: number } | null;
}

export async function expertState(address: string, slug: string): Promise<ExpertState> {
  const response = await fetch(`${address}/v1/experts/${slug}`, { headers });
  return (await response.json()) as ExpertState;
}

/** Waits until all sources of an expert are read and, if sense is on, encoded. */
export async function settled(address: string, slug: string): Promise<ExpertState> {
  for (;;) {
    const state = await expertState(address, slug);
    const { source_counts: counts, sense } = state;
    const waiting = (counts.queued ?? 0) + (counts.processing ?? 0);
    if (waiting === 0 && (sense === null || sense.done === sense.total)) return state;
    await Bun.sleep(100);
  }
}

const passagesASource = 500;

/** Makes the expert `corpus` of so many passages, in sources of 500. Returns how many chunks they became. */
export async function fillCorpus(address: string, count: number): Promise<number> {
  await post(address, "/v1/experts", { name: "Corpus" });
  let batch: string[] = [];
  const send = async () => {
    await post(address, "/v1/experts/corpus/sources", { text: batch.join("\n\n") });
    batch = [];
  };
  for (const { text } of passages(count)) if (batch.push(text) === passagesASource) await send();
  if (batch.length > 0) await send();
  const { chunk_count: chunks } = await settled(address, "corpus");
  // The first question opens the index.
  await post(address, "/v1/experts/corpus/query", { question: "What was said?" });
  return chunks;
}

export function binaryMegabytes(): number {
  return statSync(binary).size / 1e6;
}
