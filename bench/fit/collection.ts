import { join } from "node:path";
import type { Reader } from "../../src/answering/evidence/evidence.ts";
import { type EvalPlace, withExpert } from "../../src/cli/asking/eval-run.ts";
import { type EvalSet, readEvalSet } from "../../src/cli/asking/eval-set.ts";
import { settingSources } from "../../src/cli/serving/running-settings.ts";
import { loadConfig } from "../../src/config/load-config.ts";

/**
 * A service of its own with the documents of a collection.
 * @param given DIR or DIR=LANGUAGE; a folder with `docs/` has files
 * @param reader whether the built-in one reads, or another one
 */
export async function withCollection<T>(
  given: string,
  reader: boolean | Reader,
  work: (place: EvalPlace, set: EvalSet) => Promise<T>,
): Promise<T> {
  const [folder = "", language = "en"] = given.split("=");
  const isText = await Bun.file(join(folder, "docs.jsonl")).exists();
  const set = isText ? readEvalSet(folder, null) : readEvalSet(join(folder, "docs"), join(folder, "queries.jsonl"));
  // Packs of the usual data folder stay out.
  const config = { ...loadConfig(settingSources([])), dataDir: folder, reader: reader !== false };
  const draft = { name: "fit", language };
  const run = { config, draft, progress: () => {}, ...(typeof reader === "object" && { reader }) };
  return await withExpert(run, set, (place) => work(place, set));
}
