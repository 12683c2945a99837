import { closeSync, openSync } from "node:fs";

export interface Program {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

export type ServedProcess = ReturnType<typeof served>;
export type Spawner = ReturnType<typeof spawner>;

export function spawner({ command, env, logFile }: Program) {
  const running = new Set<Bun.Subprocess>();
  const track = <T extends Bun.Subprocess>(child: T): T => {
    running.add(child);
    void child.exited.then(() => running.delete(child));
    return child;
  };
  const runToEnd = async (args: readonly string[]) => {
    const child = track(
      Bun.spawn([...command, ...args], { env: { ...env }, stdin: "ignore", stdout: "pipe", stderr: "pipe" }),
    );
    const [out, err, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { exitCode, out, err };
  };
  return {
    runToEnd,
    /** Returns while it starts, so that it can be killed early. */
    serve: (dataDir: string) => {
      const log = openSync(logFile, "a", 0o600);
      const args = ["serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", dataDir, "--offline"];
      const child = track(
        Bun.spawn([...command, ...args], { env: { ...env }, stdin: "ignore", stdout: "pipe", stderr: log }),
      );
      closeSync(log);
      return served(child);
    },
    run: async (args: readonly string[]) => {
      const { exitCode, out, err } = await runToEnd(args);
      return exitCode === 0 ? { out, err } : null;
    },
    killAll: async () => {
      const left = [...running];
      for (const child of left) child.kill("SIGKILL");
      await Promise.all(left.map((child) => child.exited));
    },
  };
}

function served(child: Bun.Subprocess<"ignore", "pipe", number>) {
  return {
    address: addressIn(child.stdout),
    exited: child.exited,
    terminate: () => child.kill("SIGTERM"),
    /** Asks it to stop, and kills it after so many milliseconds. Resolves to the exit code. */
    stop: async (longest: number) => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), longest);
      const code = await child.exited;
      clearTimeout(timer);
      return code;
    },
    pause: (isPaused: boolean) => child.kill(isPaused ? "SIGSTOP" : "SIGCONT"),
    /** Like a power cut, except that the operating system still writes its buffers. */
    kill: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Reads to the end, so that the service never blocks on its output. */
function addressIn(output: ReadableStream<Uint8Array>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  void readAll(output, (text) => {
    const address = /listening on (http:\S+)\n/.exec(text)?.[1];
    if (address !== undefined) resolve(address);
  }).finally(() => resolve(null));
  return promise;
}

async function readAll(output: ReadableStream<Uint8Array>, heard: (all: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of output) {
    text += decoder.decode(piece, { stream: true });
    heard(text);
  }
}
