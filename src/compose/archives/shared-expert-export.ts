/** The archive is the same as one from a data folder. */
import type { ExpertId } from "../../kernel/ids.ts";
import { openExportedRows } from "../../store/postgres/moving/exported-rows.ts";
import { ArchiveError } from "../../store/sqlite/archives/archive-layout.ts";
import type { Destination } from "../../store/sqlite/archives/archive-publishing.ts";
import { type ExportReport, exportExpert, exportWorkspace } from "../../store/sqlite/archives/expert-export.ts";
import { type ExpertScratch, openExpertScratch, tablesOfExpert } from "../../store/sqlite/moving/expert-scratch.ts";
import { type MovedOriginal, walkOriginals } from "../../upkeep/original-walk.ts";
import { walkTable } from "../../upkeep/table-walk.ts";
import { type SharedOriginals, scratchFolder } from "./shared-archive-files.ts";

export interface SharedExportOrder {
  readonly database: string;
  readonly originals: SharedOriginals;
  readonly expert: ExpertId;
  readonly destination: Destination;
  readonly at: number;
  readonly madeBy: string;
}

/** Documents may be deleted, with their files, during an export. */
const attempts = 3;

/** @throws ArchiveError if the file exists, cannot be written, or originals are missing; Fault `not_ready` */
export async function exportFromDatabase(order: SharedExportOrder): Promise<ExportReport> {
  for (let attempt = 1; ; attempt++) {
    using opened = new DisposableStack();
    const scratch = opened.adopt(openExpertScratch(scratchFolder(), exportWorkspace), (folder) => folder.close());
    const missing = await fill(scratch, order);
    if (missing.length === 0) {
      const { expert, destination, at, madeBy } = order;
      return exportExpert({ dataDir: scratch.dataDir, expert, destination, at, madeBy });
    }
    if (attempt === attempts) throw lacking(missing);
  }
}

async function fill(
  scratch: ExpertScratch,
  { database, originals, expert }: SharedExportOrder,
): Promise<readonly MovedOriginal[]> {
  const tables = tablesOfExpert();
  await using opened = new AsyncDisposableStack();
  const rows = opened.adopt(await openExportedRows(database, tables, expert), (source) => source.close());
  const target = scratch.target();
  for (const table of tables) await walkTable(table, { source: rows.side, target });
  const files = { named: scratch.named, held: () => [], from: originals.files, to: scratch.files };
  return (await walkOriginals(files, () => undefined)).missing;
}

function lacking(missing: readonly MovedOriginal[]): ArchiveError {
  const some = missing.slice(0, 10).map(({ name }) => name);
  return new ArchiveError(`${missing.length} original files are missing from DOCENT_FILES: ${some.join(", ")}.`);
}
