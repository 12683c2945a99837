import type { Config } from "../../config/load-config.ts";
import type { SharedStorage } from "../../config/shared-storage.ts";
import { onePiece } from "../../kernel/awaitable.ts";
import { postgresPlace } from "../../store/postgres/database-address.ts";
import { examineDatabase } from "../../store/postgres/database-examination.ts";
import { originalNamesIn } from "../../store/postgres/rows/original-names.ts";
import { allSetAside, discardSurplus, putBack } from "../../store/shared-files/shared-set-aside.ts";
import { judgeDatabase, judgeFiles, type SharedFilesFacts, unreachableDatabase } from "../../upkeep/database-facts.ts";
import type { SetAsideFolder } from "../../upkeep/facts.ts";
import type { Finding } from "../../upkeep/findings.ts";
import { sharedOriginals } from "../archives/shared-archive-files.ts";
import { type FilesPlace, filesPlace } from "./files-place.ts";
import { openShared } from "./shared-database.ts";

export async function findingsOfShared(
  shared: SharedStorage,
  { dataDir }: Pick<Config, "dataDir">,
): Promise<readonly Finding[]> {
  const place = postgresPlace(shared.database);
  const { findings, installation } = await examineDatabase(shared.database).then(
    (facts) => ({ findings: judgeDatabase(facts, place), installation: facts.installation }),
    (error: unknown) => ({
      findings: [unreachableDatabase(`${place} cannot be examined: ${messageOf(error)}`)],
      installation: null,
    }),
  );
  return [...findings, ...judgeFiles(await examineFiles(filesPlace(shared, dataDir), installation))];
}

/** Nodes may run meanwhile. @throws Fault `not_ready`; ArchiveError if the files are not those of this database */
export async function openSharedSetAside(shared: SharedStorage, { dataDir }: Pick<Config, "dataDir">) {
  const database = await openShared(shared);
  try {
    const { place } = await sharedOriginals(database, { shared, dataDir });
    const names = originalNamesIn(database);
    await putBack(place, names);
    return {
      folders: await allSetAside(place),
      discard: () => discardSurplus(place, names),
      close: database.close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const probe = "docent doctor";

async function examineFiles(place: FilesPlace, installation: string | null): Promise<SharedFilesFacts> {
  const name = `doctor/${Bun.randomUUIDv7()}`;
  let began = performance.now();
  const after = (trouble: string | null, setAside: readonly SetAsideFolder[] = []) => {
    return { trouble, delay: performance.now() - began, setAside };
  };
  try {
    const identity = await place.identity();
    if (identity === null || (installation !== null && identity !== installation)) return after(otherFiles);
    const files = place.files(identity);
    const setAside = await allSetAside(files);
    began = performance.now();
    await files.put(name, onePiece(new TextEncoder().encode(probe)));
    const found = new TextDecoder().decode(await files.read(name));
    await files.remove([name]);
    const differs = "What is read from DOCENT_FILES differs from what was written there.";
    return after(found === probe ? null : differs, setAside);
  } catch (error) {
    return after(`The files in DOCENT_FILES cannot be read and written: ${messageOf(error)}`);
  }
}

const otherFiles = "The place that DOCENT_FILES names does not contain the files of this database.";

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
