import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SharedStorage } from "../../config/shared-storage.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import type { OriginalFiles } from "../../sources/ports/store-ports.ts";
import type { PostgresDatabase } from "../../store/postgres/database.ts";
import { installationIn } from "../../store/postgres/installation.ts";
import { originalNamesIn } from "../../store/postgres/rows/original-names.ts";
import { originalsAmong } from "../../store/shared-files/shared-originals.ts";
import { ArchiveError } from "../../store/sqlite/archives/archive-layout.ts";
import { filesPlace } from "../database/files-place.ts";

export interface SharedOriginals {
  readonly files: OriginalFiles;
  readonly place: SharedFiles;
}

/** @throws ArchiveError if the place has the files of another database, or of none; Fault `not_ready` */
export async function sharedOriginals(
  database: PostgresDatabase,
  { shared, dataDir }: { readonly shared: SharedStorage; readonly dataDir: string },
): Promise<SharedOriginals> {
  const place = filesPlace(shared, dataDir);
  const installation = await installationIn(database);
  if ((await place.identity()) !== installation)
    throw new ArchiveError(
      `${shared.files} (DOCENT_FILES) does not contain the files of this database. Name the place that its nodes use.`,
    );
  const files = place.files(installation);
  return { files: originalsAmong(files, originalNamesIn(database)), place: files };
}

export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), "docent-expert-"));
}
