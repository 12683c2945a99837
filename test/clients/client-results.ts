/** What became of each client, as the tests saw it. docs/clients.md is written from these files. */
import { join } from "node:path";

export interface ClientResult {
  readonly client: string;
  readonly version: string;
  /** What was done with it, in order, or the mode of the service that it was used with. */
  readonly operations: readonly string[];
  readonly passed: number;
  readonly failed: number;
}

export const resultsFolder = join(import.meta.dir, "results");

/** Results of clients that were not part of this run stay. */
export async function writeResults(suite: string, results: readonly ClientResult[]): Promise<void> {
  const file = Bun.file(join(resultsFolder, `${suite}.json`));
  const known: readonly ClientResult[] = (await file.exists()) ? await file.json() : [];
  const others = known.filter(({ client }) => results.every((result) => result.client !== client));
  const all = [...others, ...results].sort((a, b) => (a.client < b.client ? -1 : 1));
  await Bun.write(file, `${JSON.stringify(all, null, 2)}\n`);
}
