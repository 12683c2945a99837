import type { BackupFaults } from "./backup-ports.ts";
import type { NamedVersion } from "./facts.ts";

export function faultLines({ missing, damaged, sources, lost, tables }: BackupFaults): readonly string[] {
  return [
    ...line(missing, ["original file is missing", "original files are missing"]),
    ...line(damaged, ["original file is not what came in", "original files are not what came in"]),
    ...line(sources, ["source has damaged passages", "sources have damaged passages"]),
    ...line(lost, ["source cannot be read from the database", "sources cannot be read from the database"]),
    ...(tables.length === 0 ? [] : [`Rows of these tables cannot be read: ${tables.join(", ")}`]),
  ];
}

export function describeFaults(faults: BackupFaults): string {
  return faultLines(faults).join("; ");
}

const most = 10;

function line(versions: readonly NamedVersion[], [one, several]: readonly [one: string, several: string]): string[] {
  if (versions.length === 0) return [];
  const names = versions.slice(0, most).map(({ title, source }) => `${title} (${source})`);
  return [
    `${versions.length} ${versions.length === 1 ? one : several}: ${names.join(", ")}${versions.length > most ? " …" : ""}`,
  ];
}
