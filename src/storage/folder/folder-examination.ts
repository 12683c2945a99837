/** Looks at everything in a data folder but the indexes, and changes nothing. Beside a server too. */
import type { Database as Sqlite } from "bun:sqlite";
import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FolderFacts } from "../../doctor/facts.ts";
import type { Standing } from "../../doctor/snapshot-state.ts";
import { isMissing } from "../../kernel/error-code.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import { namedOriginals } from "../archives/database-copy.ts";
import { abandonedImports } from "../archives/import-remains.ts";
import { isRestoreDecided, restoringFolder } from "../archives/interrupted-restore.ts";
import { examineDatabase, openForReading } from "../database-soundness.ts";
import { newestSchema } from "../migrate.ts";
import { databasePath } from "./data-folder.ts";
import { fileDigest } from "./file-pieces.ts";
import { lookAtFolder, planOpening } from "./folder-opening.ts";
import { abandonedStagings } from "./originals-staging.ts";
import { setAsideFolders } from "./set-aside.ts";

type Looked = Omit<FolderFacts, "snapshots">;

/** It blocks, and reads every text and every original. @param isServed whether another process holds the folder. */
export function examineFolder(dataDir: string, isServed: boolean): Looked {
  const path = databasePath(dataDir);
  const common = {
    isServed,
    newestSchema,
    tooOpen: tooOpen(dataDir),
    disk: diskOf(dataDir, path),
    setAside: setAsideFolders(dataDir),
  };
  const remains = foldersLeft(dataDir);
  const unknown = { miscounted: [], strayLogs: [], originals: { named: 0, missing: [], damaged: [], orphans: [] } };
  const plan = planOpening(lookAtFolder(dataDir, null));
  if (plan !== "open") {
    return { ...common, ...unknown, remains, database: { version: null, problems: [], isLost: plan === "refuse" } };
  }
  const database = { ...examineDatabase(path, { texts: null }), isLost: false };
  // What follows asks tables that this version has.
  if (database.version !== newestSchema) return { ...common, ...unknown, remains, database };
  const sqlite = openForReading(path);
  try {
    const imports = abandonedImports(sqlite).map(({ name }) => name);
    const counted = { miscounted: miscounted(sqlite), strayLogs: strayLogs(sqlite) };
    return {
      ...common,
      ...counted,
      database,
      remains: [...remains, ...imports],
      originals: originalsOf(dataDir, isServed),
    };
  } finally {
    sqlite.close();
  }
}

/** What an expert answers from; null when there is no such expert. */
export function standingOf(sqlite: Sqlite, expert: string): Standing | null {
  return sqlite.transaction(() => {
    const row = sqlite.query<{ revision: number }, [string]>("SELECT revision FROM experts WHERE id = ?").get(expert);
    const passages = sqlite.query<{ no: number }, [string]>(
      "SELECT c.no FROM sources s JOIN chunks c ON c.version_no = s.current_version_no WHERE s.expert_id = ?",
    );
    return row === null ? null : { ...row, passages: new Set(passages.all(expert).map(({ no }) => no)) };
  })();
}

function originalsOf(dataDir: string, isServed: boolean): FolderFacts["originals"] {
  const folder = join(dataDir, "originals");
  const before = namedOriginals(databasePath(dataDir));
  const wrong = [...before].flatMap(([no, digest]) => {
    const found = digestOf(join(folder, String(no)));
    return found === digest ? [] : [{ no, isMissing: found === null }];
  });
  // A source that was deleted meanwhile took its file with it.
  const after = wrong.length === 0 ? before : namedOriginals(databasePath(dataDir));
  const faults = wrong.filter(({ no }) => after.get(no) === before.get(no));
  const isNamed = (name: string) => before.has(Number(name)) && String(Number(name)) === name;
  const present = existsSync(folder) ? readdirSync(folder) : [];
  return {
    named: before.size,
    missing: faults.filter(({ isMissing }) => isMissing).map(({ no }) => no),
    damaged: faults.filter(({ isMissing }) => !isMissing).map(({ no }) => no),
    orphans: isServed ? [] : present.filter((name) => !isNamed(name)),
  };
}

/** Null when the file is not there. */
function digestOf(path: string): string | null {
  try {
    return fileDigest(path).sha256;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Of versions that answer: passages, and how far each model of sense is with them. */
export const miscountedVersions = `
  SELECT v.no FROM sources s JOIN source_versions v ON v.no = s.current_version_no
  WHERE v.chunk_count <> (SELECT count(*) FROM chunks c WHERE c.version_no = v.no)
  UNION SELECT version_no FROM version_senses vs
  WHERE total <> (SELECT count(*) FROM chunks c WHERE c.version_no = vs.version_no)
    OR done <> (SELECT count(*) FROM chunks c JOIN chunk_senses cs ON cs.chunk_no = c.no AND cs.model_no = vs.model_no
      WHERE c.version_no = vs.version_no)`;

function miscounted(sqlite: Sqlite): number[] {
  return sqlite
    .query<{ no: number }, []>(miscountedVersions)
    .all()
    .map(({ no }) => no);
}

/** A log that knows later revisions than its expert would bring an index to a state that never was. */
export const strayLogExperts = `
  SELECT id FROM experts e WHERE revision < (SELECT max(revision) FROM memory_changes m WHERE m.expert_id = e.id)
    OR revision < (SELECT max(revision) FROM sense_changes s WHERE s.expert_id = e.id)`;

function strayLogs(sqlite: Sqlite): ExpertId[] {
  return sqlite
    .query<{ id: ExpertId }, []>(strayLogExperts)
    .all()
    .map(({ id }) => id);
}

function tooOpen(dataDir: string): FolderFacts["tooOpen"] {
  const wanted = [
    ["", 0o700],
    ["docent.db", 0o600],
    ["originals", 0o700],
    ["memory", 0o700],
  ] as const;
  return wanted.flatMap(([name, mode]) => {
    const path = join(dataDir, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined || (found.mode & 0o077) === 0 ? [] : [{ path, mode }];
  });
}

function foldersLeft(dataDir: string): string[] {
  const isUndecided = existsSync(restoringFolder(dataDir)) && !isRestoreDecided(dataDir);
  return [...abandonedStagings(dataDir), ...(isUndecided ? ["restoring"] : [])];
}

function diskOf(dataDir: string, path: string): FolderFacts["disk"] {
  const { bavail, bsize } = statfsSync(dataDir);
  return { freeBytes: bavail * bsize, databaseBytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 };
}
