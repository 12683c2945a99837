/** Checks an export in a temporary folder, from which its rows, renumbered, and its files go into the database. */
import { join } from "node:path";
import type { ExpertId } from "../../kernel/ids.ts";
import { adoptModel } from "../../store/passages/background-models.ts";
import type { PostgresDatabase } from "../../store/postgres/database.ts";
import { isBrokenConstraint } from "../../store/postgres/database-faults.ts";
import { type ImportTarget, openImportTarget } from "../../store/postgres/moving/imported-rows.ts";
import { storeInPostgres } from "../../store/postgres/store-dialect.ts";
import { originalsFolder } from "../../store/shared-files/shared-set-aside.ts";
import { numbered } from "../../store/sqlite/archives/carried-tables.ts";
import { givenPath, notIntact, placeGiven } from "../../store/sqlite/archives/expert-import.ts";
import {
  type ChosenNames,
  chooseNames,
  givenOriginals,
  numberModels,
  openGiven,
  renumber,
} from "../../store/sqlite/archives/given-expert.ts";
import type { ImportOrder, ImportReport } from "../../store/sqlite/archives/import-rows.ts";
import { tablesOfExpert } from "../../store/sqlite/moving/expert-scratch.ts";
import { givenRows } from "../../store/sqlite/moving/given-rows.ts";
import { type SharedOriginals, scratchFolder } from "./shared-archive-files.ts";

export interface SharedImportOrder extends Omit<ImportOrder, "dataDir"> {
  readonly database: PostgresDatabase;
  readonly address: string;
  readonly originals: SharedOriginals;
}

/** @throws ArchiveError if the file is not a sound export or the requested slug is taken; Fault `not_ready` */
export async function importIntoDatabase(order: SharedImportOrder): Promise<ImportReport> {
  const { address, database, originals, ids } = order;
  await using opened = new AsyncDisposableStack();
  const tables = tablesOfExpert();
  const target = opened.adopt(await openImportTarget(address, tables), (one) => one.close());
  const folder = scratchFolder();
  const store = storeInPostgres(database, "import");
  const adopt = async (model: string) => void (await store.write("power", (orm) => adoptModel(store, orm, model)));
  return await placeGiven(order, folder, async () => {
    using sqlite = openGiven(givenPath(folder));
    const expert = await renumber(sqlite, { ...target, adopt }, ids);
    const files = await storedFiles(sqlite, originals, folder);
    try {
      const { slug, leftOut } = await placeExpert(target, { order, sqlite, tables, expert, files });
      return { expert, slug, leftOut, sources: numbered(sqlite, "sources"), passages: numbered(sqlite, "chunks") };
    } catch (error) {
      await originals.place.remove([...files.values()]).catch(() => undefined);
      throw isBrokenConstraint(error) ? notIntact(order, error) : error;
    }
  });
}

type OpenedGiven = ReturnType<typeof openGiven>;

async function storedFiles(sqlite: OpenedGiven, { place }: SharedOriginals, folder: string) {
  const names = new Map<number, string>();
  for (const { old, new: no } of givenOriginals(sqlite)) {
    const name = originalsFolder + Bun.randomUUIDv7();
    await place.put(name, Bun.file(join(folder, "originals", String(old))).stream());
    names.set(no, name);
  }
  return names;
}

interface Placing {
  readonly order: SharedImportOrder;
  readonly sqlite: OpenedGiven;
  readonly tables: ReturnType<typeof tablesOfExpert>;
  readonly expert: ExpertId;
  readonly files: ReadonlyMap<number, string>;
}

async function placeExpert(target: ImportTarget, { order, sqlite, tables, expert, files }: Placing) {
  const { workspace, name } = order;
  let chosen: ChosenNames = { slug: "", aliases: [], leftOut: [] };
  await target.add({
    id: expert,
    workspace,
    rows: (models, key) => {
      numberModels(sqlite, models);
      return givenRows(sqlite, tables, { expert, workspace, key, name });
    },
    originals: files,
    named: (isTaken) => {
      chosen = chooseNames(sqlite, order.slug, isTaken);
      return chosen;
    },
  });
  return chosen;
}
