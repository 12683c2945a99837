/** Runs the load generator against a process, and measures the cost for that process. */
import type { WatchedProcess } from "./docent-process.ts";
import type { LoadReport, LoadWish } from "./load.ts";

export interface Measured extends LoadReport {
  readonly target: string;
  readonly connections: number;
  readonly requestsPerSecond: number;
  /** Milliseconds of processor time per request, all threads, which a busy machine does not change. */
  readonly processorMs: number;
  /** Of them, those of compiling. */
  readonly compilingMs: number;
  /** Megabytes, right after. */
  readonly residentMegabytes: number;
  /** Of them, those that are no pages of files, which the system can drop. */
  readonly anonymousMegabytes: number;
}

export async function runLoad(server: WatchedProcess, target: string, wish: LoadWish): Promise<Measured> {
  const before = server.processorMs();
  const compiledBefore = server.compilingMs();
  const script = new URL("./load.ts", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, script, JSON.stringify(wish)], { stdout: "pipe", stderr: "inherit" });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${target}: the load generator failed`);
  const report = JSON.parse(printed.trim().split("\n").at(-1) ?? "") as LoadReport;
  if (report.requests === 0) throw new Error(`${target}: no answer within ${wish.seconds} seconds`);
  if (report.failures > 0) throw new Error(`${target}: ${report.failures} of ${report.requests} requests failed`);
  return {
    target,
    connections: wish.connections,
    ...report,
    requestsPerSecond: report.requests / report.seconds,
    processorMs: (server.processorMs() - before) / report.requests,
    compilingMs: (server.compilingMs() - compiledBefore) / report.requests,
    residentMegabytes: server.residentMegabytes(),
    anonymousMegabytes: server.anonymousMegabytes(),
  };
}
