import { formatBytes } from "./text-table.ts";

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
  readonly seconds: number;
}

const cells = 24;
/** Seconds before a speed says anything. */
const soonest = 2;

export function progressBar({ done, total, bytes, seconds }: Progress): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.round(share * cells);
  const bar = `[${"#".repeat(full)}${"-".repeat(cells - full)}]`;
  const count = `${String(done).padStart(String(total).length)} of ${total}`;
  if (seconds < soonest || done === 0) return `${bar} ${count}`;
  const left = done === total ? [] : `${duration(((total - done) * seconds) / done)} left`;
  return [`${bar} ${count}`, `${(done / seconds).toFixed(1)} a second`, `${formatBytes(bytes / seconds)}/s`, left]
    .flat()
    .join("  ");
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
