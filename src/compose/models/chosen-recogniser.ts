/** Text recognition needs a pack for scans in the data folder. */
import { type Config, ConfigError } from "../../config/load-config.ts";
import { type Format, formatsRead } from "../../extraction/supported-formats.ts";
import { readScanPack } from "../../models/scan-pack.ts";
import type { PageRecogniser } from "../../sources/ports/document-ports.ts";
import { packIn } from "../../store/sqlite/folder/model-packs.ts";
import { threadedRecogniser } from "../../worker/reading/threaded-recogniser.ts";
import { workerEntries } from "../../worker-entries.ts";

export function formatsIn(dataDir: string): readonly Format[] {
  return formatsRead({ pictures: packIn(dataDir, "scans") !== null });
}

/** @throws ConfigError when the pack cannot be used */
export function composeRecogniser({ dataDir }: Pick<Config, "dataDir">): PageRecogniser | null {
  const found = packIn(dataDir, "scans");
  if (found === null) return null;
  try {
    readScanPack(Bun.mmap(found.path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = `Add it again with \`docent model add FILE\`, or run \`docent model remove ${found.model}\`.`;
    throw new ConfigError([`The installed pack ${found.model} cannot be used. ${reason} ${remedy}`]);
  }
  return threadedRecogniser({ entry: workerEntries.recognition(), pack: found.path, name: found.model });
}
