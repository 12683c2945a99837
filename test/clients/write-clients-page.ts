/** Writes what the tests saw into docs/clients.md. The runs of `make clients…` end with it. */
import { join } from "node:path";
import { type ClientResult, resultsFolder } from "./client-results.ts";

const page = join(import.meta.dir, "../../docs/clients.md");
const place = /(<!-- made by the tests -->\n)[\s\S]*?(<!-- to here -->)/;

export async function knownResults(): Promise<readonly ClientResult[]> {
  const files = await Array.fromAsync(new Bun.Glob("*.json").scan({ cwd: resultsFolder, absolute: true }));
  const results = await Promise.all(
    files.sort().map((file): Promise<readonly ClientResult[]> => Bun.file(file).json()),
  );
  return results.flat();
}

/** @throws Error if the page has no place for the table */
export function withResults(text: string, results: readonly ClientResult[]): string {
  if (!place.test(text)) throw new Error("docs/clients.md has lost the place of its table");
  const rows = results.map(({ client, version, operations, passed, failed }) => {
    const outcome = failed === 0 ? String(passed) : `${passed}, ${failed} failed`;
    return `| \`${client}\` | ${version} | ${operations.join(", ")} | ${outcome} |`;
  });
  if (rows.length === 0) return text.replace(place, (_, begin: string, end: string) => `${begin}No run yet.\n${end}`);
  const table = ["| client | version | done | checks |", "|---|---|---|---|", ...rows].join("\n");
  return text.replace(place, (_, begin: string, end: string) => `${begin}${table}\n${end}`);
}

export async function writeClientsPage(): Promise<void> {
  await Bun.write(page, withResults(await Bun.file(page).text(), await knownResults()));
}

if (import.meta.main) await writeClientsPage();
