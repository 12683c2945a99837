export function textTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, Bun.stringWidth(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, i) => padded(cell, widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function padded(cell: string, width: number): string {
  return cell + " ".repeat(width - Bun.stringWidth(cell));
}

const units = ["bytes", "kB", "MB", "GB", "TB"];

export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power] ?? ""}`;
}

const cells = 24;
const soonest = 2;

type BarProgress = Readonly<Record<"done" | "total" | "bytes" | "seconds", number>>;

export function progressBar({ done, total, bytes, seconds }: BarProgress): string {
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
