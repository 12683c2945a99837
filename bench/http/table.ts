/** The table of what was measured over HTTP. */
import { cpus } from "node:os";
import type { Measured } from "./run-load.ts";

export interface Row extends Measured {
  /** In the queried expert; null if there is none. */
  readonly passages: number | null;
}

const columns = [
  "target",
  "passages",
  "connections",
  "requests/s",
  "p50 ms",
  "p99 ms",
  "processor ms",
  "of it compiling",
  "generator ms",
  "resident MB",
  "anonymous MB",
];
export const tableHead = `| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`;

export function tableRow(row: Row): string {
  const cells = [
    row.target.padEnd(24),
    (row.passages?.toLocaleString("en") ?? "-").padStart(8),
    String(row.connections).padStart(3),
    Math.round(row.requestsPerSecond).toLocaleString("en").padStart(7),
    row.p50Ms.toFixed(2).padStart(7),
    row.p99Ms.toFixed(2).padStart(7),
    row.processorMs.toFixed(3).padStart(7),
    row.compilingMs.toFixed(3).padStart(7),
    row.generatorMs.toFixed(3).padStart(7),
    row.residentMegabytes.toFixed(0).padStart(5),
    row.anonymousMegabytes.toFixed(0).padStart(5),
  ];
  return `| ${cells.join(" | ")} |`;
}

/**
 * Requests a second on cores of which the generator takes nothing. A service without answer threads leaves the generator a core, so
 * only the rows with threads, which keep every core busy, are more than was measured.
 */
export function withoutGenerator({ requestsPerSecond, generatorMs }: Measured): number {
  const generatorCores = (requestsPerSecond * generatorMs) / 1000;
  return (requestsPerSecond * cpus().length) / (cpus().length - generatorCores);
}
