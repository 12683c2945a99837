/** The files of a folder, to compare its states. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** SHA-256 by path, ascending. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const digest = (path: string) => new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");
  const found = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(found.sort().map((path) => [path.slice(folder.length + 1), digest(path)]));
}
