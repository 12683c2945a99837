/** The processor time of a PostgreSQL server on this machine, with all its processes. Linux only. */
import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { PostgresDatabase } from "../../src/store/postgres/database.ts";
import { rowsOf } from "../../src/store/postgres/plain-statements.ts";

/** Milliseconds that each process has used since its start. */
export type ProcessorTimes = ReadonlyMap<number, number>;

/** @throws Error if the server runs on another machine */
export async function serverOf({ read }: PostgresDatabase): Promise<() => ProcessorTimes> {
  const [own] = await read((orm) => rowsOf<{ pid: number }>(orm, sql`SELECT pg_backend_pid() AS pid`));
  const server = parentOf(own?.pid ?? 0);
  if (server === null) throw new Error("The server's processes are not on this machine.");
  return () => {
    const running = readdirSync("/proc").map(Number).filter(Number.isInteger);
    const ofServer = running.filter((pid) => pid === server || parentOf(pid) === server);
    return new Map(ofServer.map((pid) => [pid, timeOf(pid)]));
  };
}

/** A process that has ended meanwhile is not counted. */
export function spentBetween(before: ProcessorTimes, after: ProcessorTimes): number {
  return after.entries().reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0);
}

/** Null: there is no such process. */
function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain anything.
  const parent = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
  return parent === undefined ? null : Number(parent);
}

function timeOf(pid: number): number {
  return Number(read(`/proc/${pid}/schedstat`)?.split(" ")[0] ?? 0) / 1e6;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
