/** Rows for people: columns as wide as their widest cell on a terminal, two spaces between them. */
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
