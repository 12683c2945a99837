/** Short transactions, hidden in a workspace that no key opens until the last one shows it. */
import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ImportRules } from "../../../experts/expert.ts";
import { errorCode } from "../../../kernel/error-code.ts";
import { examineDatabase } from "../database-soundness.ts";
import { databasePath } from "../folder/data-folder.ts";
import { DataDirError } from "../folder/data-lock.ts";
import { isOutOfSpace } from "../folder/durable-files.ts";
import { stagingFolder, sweepStagings } from "../folder/originals-staging.ts";
import { migrate } from "../migrate.ts";
import { setPragmas } from "../pragmas.ts";
import { ArchiveError } from "./archive-layout.ts";
import { unpack } from "./backup-restoring.ts";
import { namedOriginals } from "./database-copy.ts";
import { openGiven } from "./given-expert.ts";
import { expertOf, type ImportedExpert } from "./import-checks.ts";
import { sweepImports } from "./import-remains.ts";
import { type ImportOrder, type ImportReport, importRows, type TextVerifier } from "./import-rows.ts";

/** @throws ArchiveError for an unsound export, a taken slug that was requested, or a full disk */
export async function importExpert(order: ImportOrder): Promise<ImportReport> {
  const { dataDir } = order;
  sweepStagings(dataDir);
  const folder = stagingFolder(dataDir);
  mkdirSync(folder, { mode: 0o700 });
  mkdirSync(join(dataDir, "originals"), { recursive: true, mode: 0o700 });
  return placeGiven(order, folder, async (given) => {
    using sqlite = new Sqlite(databasePath(dataDir), { strict: true });
    setPragmas(sqlite);
    await sweepImports(sqlite, dataDir, order.pace);
    openGiven(givenPath(folder), sqlite);
    return await importRows(sqlite, { ...order, folder, given });
  });
}

/** Unpacks and checks the file. @param folder empty; removed at the end @throws ArchiveError; what `place` throws */
export async function placeGiven<T>(
  order: CheckedFile,
  folder: string,
  place: (given: ImportedExpert) => Promise<T>,
): Promise<T> {
  try {
    return await place(await prepareSoundly(order, folder));
  } catch (error) {
    // A constraint found what the checks did not foresee.
    if (/^SQLITE_(?:CONSTRAINT|MISMATCH)/.test(errorCode(error) ?? "")) throw notIntact(order, error);
    throw isOutOfSpace(error)
      ? new ArchiveError("There is not enough disk space for the import; nothing was changed.", error)
      : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type CheckedFile = Pick<ImportOrder, "file" | "rules" | "verify">;

export const givenPath = (folder: string) => join(folder, "expert.db");

export function notIntact({ file }: Pick<CheckedFile, "file">, cause: unknown): ArchiveError {
  return new ArchiveError(`${file} is not an intact export.`, cause);
}

/** Errors that a hostile file can cause become ArchiveErrors. */
async function prepareSoundly({ file, rules, verify }: CheckedFile, folder: string): Promise<ImportedExpert> {
  try {
    const expert = prepare(file, folder, rules);
    if (verify !== null) await compareTexts({ file, folder, verify, language: expert.language });
    return expert;
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof DataDirError || isOutOfSpace(error)) throw error;
    throw notIntact({ file }, error);
  }
}

interface ArchiveCheck {
  readonly file: string;
  readonly folder: string;
  readonly verify: TextVerifier;
  readonly language: string;
}

interface ReadVersion {
  readonly no: number;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly text: string;
}

async function compareTexts({ file, folder, verify, language }: ArchiveCheck): Promise<void> {
  using sqlite = new Sqlite(givenPath(folder), { readonly: true, strict: true });
  const rows = sqlite.query<ReadVersion, []>(
    `SELECT v.no, v.filename, v.declared_type AS declaredType, v.content AS text
     FROM sources s JOIN source_versions v ON v.no = s.current_version_no WHERE v.sha256 <> ''`,
  );
  for (const { no, ...version } of rows.iterate()) {
    const path = join(folder, "originals", String(no));
    if (!(await verify({ path, language, ...version })))
      throw refused(file, `the text of version ${no} is not what its original file says.`);
  }
}

function prepare(file: string, folder: string, rules: ImportRules): ImportedExpert {
  const { digests, manifest } = unpack(file, "export", folder);
  const path = givenPath(folder);
  const { version, problems, damaged } = examineDatabase(path);
  if (problems[0] !== undefined) throw refused(file, problems[0]);
  if (damaged.length > 0) throw refused(file, `The passages of ${damaged.length} versions do not match their texts.`);
  if (version !== manifest.schemaVersion) throw refused(file, "it says another version than its database.");
  const originals = namedOriginals(path);
  const differing = [...originals].find(([no, digest]) => digests.get(`originals/${no}`) !== digest);
  if (differing !== undefined || originals.size !== manifest.originals)
    throw refused(file, "its original files differ.");
  using sqlite = new Sqlite(path, { strict: true });
  migrate(sqlite);
  const expert = expertOf(sqlite, rules);
  if (typeof expert === "string") throw refused(file, `${expert}.`);
  return expert;
}

function refused(file: string, why: string): ArchiveError {
  return new ArchiveError(`${file} is not a sound export: ${why}`);
}
