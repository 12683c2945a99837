/** A service of its own with the documents of a collection. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reader } from "../../src/answering/evidence/evidence.ts";
import { type EvalPlace, loadDocuments } from "../../src/cli/asking/eval-run.ts";
import { type EvalSet, readEvalSet } from "../../src/cli/asking/eval-set.ts";
import { settingSources } from "../../src/cli/serving/running-settings.ts";
import { openService } from "../../src/compose/compose.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { silentLog } from "../../src/kernel/log.ts";

/**
 * @param given DIR or DIR=LANGUAGE; a folder with `docs/` has files
 * @param reader whether the built-in one reads, or another one
 */
export async function withCollection<T>(
  given: string,
  { reader }: { readonly reader: boolean | Reader },
  work: (place: EvalPlace, set: EvalSet) => Promise<T>,
): Promise<T> {
  const [folder = "", language = "en"] = given.split("=");
  const isText = await Bun.file(join(folder, "docs.jsonl")).exists();
  const set = isText ? readEvalSet(folder, null) : readEvalSet(join(folder, "docs"), join(folder, "queries.jsonl"));
  const dataDir = mkdtempSync(join(tmpdir(), "docent-collection-"));
  const config = {
    ...loadConfig(settingSources([])),
    dataDir,
    shared: null,
    backups: null,
    answerThreads: 0,
    reader: reader !== false,
  };
  const docent = await openService(config, { log: silentLog, ...(typeof reader === "object" && { reader }) });
  try {
    const workspace = await docent.workspaces.create("default");
    const { key } = await docent.keys.create({ workspaceId: workspace.id, name: "fit" });
    const reach = { workspaceId: workspace.id, expertIds: null };
    const expert = await docent.experts.create(reach, { name: "fit", language });
    docent.begin();
    const loading = { docent, expert, keyId: key.id, progress: () => {} };
    await loadDocuments(loading, set);
    // Its vectors are used from now on.
    return await work({ ...loading, expert: await docent.experts.find(reach, expert.id) }, set);
  } finally {
    await docent.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
