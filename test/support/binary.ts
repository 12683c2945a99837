/** Runs the compiled executable like its users: a process, a folder, an address. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Reply, read } from "./reply.ts";
import { repository } from "./source-tree.ts";
import { sharedSettings } from "./worlds/shared-storage.ts";

export const executable = `${repository}dist/docent`;

export interface BinaryWish {
  readonly dataDir: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** Its standard input; empty by default. */
  readonly input?: string;
  /** The certificates to trust (PEM), if the service speaks TLS. */
  readonly ca?: string;
}

export interface RunningBinary {
  /** `http://127.0.0.1:…` */
  readonly address: string;
  readonly pid: number;
  /** The printed or given key. */
  readonly key: string;
  /** Its output before it was ready. */
  readonly greeting: string;
  /** Milliseconds from its start to the first 200 of `/readyz`. */
  readonly readyAfter: number;
  request(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Stops it and returns its exit code. */
  terminate(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Its complete log; resolves when it has ended. */
  log(): Promise<string>;
  /** The matching lines of its log; resolves as soon as there are enough, or when it has ended. */
  logged(pattern: RegExp, least?: number): Promise<readonly string[]>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
}

export interface Finished {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Starts executables and creates folders, and removes all of them at the end. */
export interface Bench {
  folder(): string;
  start(selection: BinaryWish): Promise<RunningBinary>;
  /** Runs a command to its end. */
  run(args: readonly string[], selection?: Partial<BinaryWish>): Promise<Finished>;
  clean(): Promise<void>;
}

export function openBench(): Bench {
  const folders: string[] = [];
  const processes: Bun.Subprocess[] = [];
  const spawn = (args: readonly string[], { cwd, env, path, input }: Partial<BinaryWish>) => {
    const child = Bun.spawn([path ?? executable, ...args], {
      cwd: cwd ?? tmpdir(),
      env: { ...env },
      stdout: "pipe",
      stderr: "pipe",
      stdin: input === undefined ? "ignore" : new Blob([input]),
    });
    processes.push(child);
    return child;
  };
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), "docent-e2e-"));
    folders.push(made);
    return made;
  };
  return {
    folder,
    start: async (selection) => {
      const began = performance.now();
      const env = { ...sharedSettings(selection.dataDir), ...selection.env };
      const child = spawn(["serve", "--port", "0", "--data-dir", selection.dataDir], { ...selection, env });
      return running(child, { began, key: selection.env?.DOCENT_API_KEY ?? null, ca: selection.ca ?? null });
    },
    run: async (args, selection = {}) => {
      const child = spawn(args, selection);
      const [out, err, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      return { exitCode, out, err };
    },
    clean: async () => {
      for (const child of processes) child.kill("SIGKILL");
      await Promise.all(processes.map((child) => child.exited));
      for (const made of folders) rmSync(made, { recursive: true, force: true });
    },
  };
}

type Child = Bun.Subprocess<"ignore" | Blob, "pipe", "pipe">;

interface Started {
  readonly began: number;
  readonly key: string | null;
  readonly ca: string | null;
}

async function running(child: Child, { began, key, ca }: Started): Promise<RunningBinary> {
  const lines = readLines(child.stderr); // read continuously, so that it never blocks
  const greeting = await readGreeting(child.stdout);
  const [, address, socket] = /listening on (?:(https?:\S+)|the socket (\S+))/.exec(greeting) ?? [];
  if (address === undefined && socket === undefined)
    throw new Error(`it did not start: ${greeting}${await lines.all()}`);
  const base = address ?? "http://localhost";
  const dial = { ...(socket === undefined ? {} : { unix: socket }), ...(ca === null ? {} : { tls: { ca } }) };
  const ready = await fetch(`${base}/readyz`, dial);
  if (ready.status !== 200) throw new Error(`it is not ready: ${await ready.text()}`);
  const readyAfter = performance.now() - began;
  const ownKey = key ?? /API key {2}(dk_\w+)/.exec(greeting)?.[1] ?? "";
  return {
    address: base,
    pid: child.pid,
    key: ownKey,
    greeting,
    readyAfter,
    request: async (method, path, body) => {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { authorization: `Bearer ${ownKey}`, "content-type": "application/json" };
      return read(await fetch(base + path, { ...dial, method, headers, ...json }));
    },
    terminate: () => {
      child.kill("SIGTERM");
      return child.exited;
    },
    signal: (name) => child.kill(name),
    log: () => lines.all(),
    logged: lines.matching,
    kill: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** The output up to the line with the key, or all output if the process ends before. */
async function readGreeting(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of output.values({ preventCancel: true })) {
    text += decoder.decode(piece, { stream: true });
    if (/API key .*\n/.test(text)) break;
  }
  return text;
}

interface Lines {
  all(): Promise<string>;
  matching(pattern: RegExp, least?: number): Promise<readonly string[]>;
}

function readLines(output: ReadableStream<Uint8Array>): Lines {
  let [text, ended] = ["", false];
  let more = Promise.withResolvers<void>();
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of output) {
      text += decoder.decode(piece, { stream: true });
      more.resolve();
      more = Promise.withResolvers();
    }
    ended = true;
    more.resolve();
  })();
  return {
    all: () => reading.then(() => text),
    matching: async (pattern, least = 0) => {
      for (;;) {
        const found = text
          .split("\n")
          .slice(0, -1)
          .filter((line) => pattern.test(line));
        if (found.length >= least || ended) return found;
        await more.promise;
      }
    },
  };
}
