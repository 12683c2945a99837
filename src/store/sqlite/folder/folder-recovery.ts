/** `docent doctor --recover`: restores documents from originals and catalogue; the service reads them again. */
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { ExpertId, IdMint } from "../../../kernel/ids.ts";
import { namesIn } from "../../../kernel/regular-file.ts";
import { finishRestore } from "../archives/interrupted-restore.ts";
import type { Database } from "../database.ts";
import { brokenStructure } from "../database-soundness.ts";
import { experts, sourceVersions } from "../schema.ts";
import { databasePath, openMatching } from "./data-folder.ts";
import { lockDataDir } from "./data-lock.ts";
import { replaceDatabase, type Salvage } from "./database-salvage.ts";
import { folderIdentity } from "./folder-identity.ts";
import { type Adoption, addExpert, addMissingNames, adoptSetAside, titleOf } from "./original-adoption.ts";
import { type Catalogue, cataloguePath, readCatalogue } from "./originals-catalogue.ts";
import { settleOriginals } from "./originals-settling.ts";
import { sweepStagings } from "./originals-staging.ts";

export interface Recovery extends Adoption {
  readonly salvage: Salvage | null;
  readonly lost: readonly string[];
}

/** @throws DataDirError if another process holds the folder, or the database is from a newer Docent */
export function recoverFolder(dataDir: string, ids: IdMint, at: number): Recovery {
  using _lock = lockDataDir(dataDir);
  finishRestore(dataDir);
  sweepStagings(dataDir);
  const known = readCatalogue(cataloguePath(dataDir));
  const isSound = brokenStructure(databasePath(dataDir), folderIdentity(dataDir)) === null;
  const addExperts = (database: Database) =>
    database.write("power", () => {
      addMissingNames(database, known);
      addMissingExperts({ database, ids, at }, known);
    });
  const salvage = isSound ? null : replaceDatabase(dataDir, at, addExperts);
  const database = openMatching(dataDir);
  try {
    const lost = lostDocuments(dataDir, database, known);
    settleOriginals(dataDir, database, at);
    return { salvage, lost, ...adoptSetAside({ dataDir, database, ids, at }) };
  } finally {
    database.close();
  }
}

function addMissingExperts(tools: Parameters<typeof addExpert>[0], { experts: known }: Catalogue): void {
  for (const record of known.values()) {
    const same = tools.database.orm
      .select()
      .from(experts)
      .where(eq(experts.id, record.id as ExpertId))
      .get();
    if (same === undefined) addExpert(tools, record);
  }
}

function lostDocuments(dataDir: string, { orm }: Database, { originals }: Catalogue): readonly string[] {
  const rows = orm.select({ no: sourceVersions.no }).from(sourceVersions).all();
  const there = new Set([...rows.map(({ no }) => String(no)), ...namesIn(join(dataDir, "originals"))]);
  return [...originals.values()].filter(({ no }) => !there.has(String(no))).map(titleOf);
}
