/** Examines all but the indexes, without changes. A server may be running. */
import type { Database as Sqlite } from "bun:sqlite";
import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isMissing } from "../../../kernel/error-code.ts";
import type { ExpertId } from "../../../kernel/ids.ts";
import { fileDigest, NotAFile } from "../../../kernel/regular-file.ts";
import { type AnsweringPassages, type FolderFacts, type WaitingJobs, waitingJobs } from "../../../upkeep/facts.ts";
import { denseNameOf, isDense } from "../../passages/vector-sets.ts";
import { namedOriginals, namesOf } from "../archives/database-copy.ts";
import { abandonedImports, hiddenExperts } from "../archives/import-remains.ts";
import { isRestoreDecided, restoringFolder } from "../archives/interrupted-restore.ts";
import { examineDatabase, openForReading } from "../database-soundness.ts";
import { newestSchema } from "../migrate.ts";
import { databasePath } from "./data-folder.ts";
import { inspectFolder, planOpening } from "./folder-opening.ts";
import { abandonedStagings } from "./originals-staging.ts";
import { setAsideFolders } from "./set-aside.ts";

type ExaminedFolder = Omit<FolderFacts, "snapshots">;

export interface FolderAccess {
  readonly isServed: boolean;
  readonly isWritable: boolean;
}

export function examineFolder(dataDir: string, { isServed, isWritable }: FolderAccess): ExaminedFolder {
  const path = databasePath(dataDir);
  const common = {
    isServed,
    isWritable,
    newestSchema,
    tooOpen: tooOpen(dataDir),
    disk: diskOf(dataDir, path),
    setAside: setAsideFolders(dataDir),
  };
  const remains = foldersLeft(dataDir);
  const plan = planOpening(inspectFolder(dataDir, null));
  if (plan !== "open") {
    return { ...common, ...unknown, remains, database: { version: null, problems: [], isLost: plan === "refuse" } };
  }
  const database = { ...examineDatabase(path), isLost: false };
  if (database.version !== newestSchema) return { ...common, ...unknown, remains, database };
  using sqlite = openForReading(path);
  const originals = originalsOf(dataDir, isServed);
  return {
    ...common,
    ...rowFacts(sqlite, originals, database.damaged),
    disk: { ...common.disk, unusedBytes: unusedBytes(sqlite) },
    database,
    remains: [...remains, ...abandonedImports(sqlite).map(({ name }) => name)],
  };
}

const unknown = {
  damagedSources: [],
  miscounted: [],
  strayLogs: [],
  jobs: [],
  originals: { named: 0, missing: [], damaged: [], orphans: [] },
};

function rowFacts(sqlite: Sqlite, originals: OriginalsFound, damaged: readonly number[]) {
  const lost = new Set([...originals.missing, ...originals.damaged]);
  const named = (numbers: readonly number[]) => namesOf(sqlite, numbers);
  return {
    miscounted: miscounted(sqlite),
    strayLogs: strayLogs(sqlite),
    jobs: sqlite.query<WaitingJobs, []>(waitingJobs).all(),
    damagedSources: named(damaged).map((each) => ({ ...each, hasOriginal: !lost.has(each.versionNo) })),
    originals: { ...originals, missing: named(originals.missing), damaged: named(originals.damaged) },
  };
}

export function standingOf(sqlite: Sqlite, expert: string): AnsweringPassages | null {
  return sqlite.transaction(() => {
    const row = sqlite.query<{ revision: number }, [string]>("SELECT revision FROM experts WHERE id = ?").get(expert);
    const passages = sqlite.query<{ no: number }, [string]>(
      "SELECT c.no FROM sources s JOIN chunks c ON c.version_no = s.current_version_no WHERE s.expert_id = ?",
    );
    return row === null ? null : { ...row, passages: new Set(passages.all(expert).map(({ no }) => no)) };
  })();
}

interface OriginalsFound {
  readonly named: number;
  readonly missing: readonly number[];
  readonly damaged: readonly number[];
  readonly orphans: readonly string[];
}

function originalsOf(dataDir: string, isServed: boolean): OriginalsFound {
  const folder = join(dataDir, "originals");
  const before = namedOriginals(databasePath(dataDir));
  const wrong = [...before].flatMap(([no, digest]) => {
    const found = digestOf(join(folder, String(no)));
    return found === digest ? [] : [{ no, isMissing: found === null }];
  });
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

/** Null: no such file. What is no file, such as a folder, is never right. */
function digestOf(path: string): string | null {
  try {
    return fileDigest(path).sha256;
  } catch (error) {
    if (isMissing(error)) return null;
    if (error instanceof NotAFile) return "";
    throw error;
  }
}

const passagesWithSense = `(SELECT count(*) FROM chunks c
  JOIN derived d ON d.chunk_no = c.no AND d.kind = 'sense' AND d.maker_no = vs.model_no WHERE c.version_no = vs.version_no)`;
const passagesWithVectors = `(SELECT count(*) FROM chunks c
  JOIN derived d ON d.chunk_no = c.no AND d.kind = 'vector' JOIN embeddings e ON e.no = d.maker_no AND e.expert_id = vs.expert_id
    AND e.retired = 0 AND ${denseNameOf("e")} = m.name
  WHERE c.version_no = vs.version_no AND c.no <= vs.reached)`;

export const miscountedVersions = `
  SELECT DISTINCT version_no AS no FROM version_senses vs JOIN sense_models m ON m.no = vs.model_no
  WHERE vs.expert_id NOT IN (${hiddenExperts}) AND (total <> (SELECT count(*) FROM chunks c WHERE c.version_no = vs.version_no)
    OR done <> CASE WHEN m.${isDense} THEN ${passagesWithVectors} ELSE ${passagesWithSense} END)`;

function miscounted(sqlite: Sqlite): number[] {
  return sqlite
    .query<{ no: number }, []>(miscountedVersions)
    .all()
    .map(({ no }) => no);
}

/** With log revisions above the expert's, an index would reach a state that never existed. */
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

function unusedBytes(sqlite: Sqlite): number {
  const pragma = (name: string) => Number(Object.values(Object(sqlite.query(`PRAGMA ${name}`).get()))[0]);
  return pragma("freelist_count") * pragma("page_size");
}

function diskOf(dataDir: string, path: string): FolderFacts["disk"] {
  const { bavail, bsize } = statfsSync(dataDir);
  const databaseBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { freeBytes: bavail * bsize, databaseBytes, unusedBytes: 0 };
}
