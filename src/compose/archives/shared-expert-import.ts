/** Imports into a temporary folder, which checks everything, and then adds its rows and files to the database. */
import { numberedSlug } from "../../experts/expert.ts";
import type { ExpertId, IdMint } from "../../kernel/ids.ts";
import { adoptModel } from "../../store/passages/background-models.ts";
import type { PostgresDatabase } from "../../store/postgres/database.ts";
import { type ImportTarget, openImportTarget } from "../../store/postgres/moving/imported-rows.ts";
import { storeInPostgres } from "../../store/postgres/store-dialect.ts";
import { originalsFolder } from "../../store/shared-files/shared-set-aside.ts";
import { importExpert } from "../../store/sqlite/archives/expert-import.ts";
import { type ImportOrder, type ImportReport, slugTaken } from "../../store/sqlite/archives/import-rows.ts";
import { type FreeIds, type Renumbering, renewedRow } from "../../store/sqlite/moving/expert-renumbering.ts";
import {
  type ArrivedExpert,
  type ExpertScratch,
  openExpertScratch,
  tablesOfExpert,
} from "../../store/sqlite/moving/expert-scratch.ts";
import type { MovedTable } from "../../upkeep/move-ports.ts";
import { type SharedOriginals, scratchFolder } from "./shared-archive-files.ts";

export interface SharedImportOrder extends Omit<ImportOrder, "dataDir"> {
  readonly database: PostgresDatabase;
  readonly address: string;
  readonly originals: SharedOriginals;
}

/** @throws ArchiveError if the file is not a sound export or the requested slug is taken; Fault `not_ready` */
export async function importIntoDatabase(order: SharedImportOrder): Promise<ImportReport> {
  const { database, address, originals, ...archive } = order;
  await using opened = new AsyncDisposableStack();
  const tables = tablesOfExpert();
  const target = opened.adopt(await openImportTarget(address, tables), (one) => one.close());
  const scratch = opened.adopt(openExpertScratch(scratchFolder()), (folder) => folder.close());
  const known = await target.models();
  scratch.prepare(order.workspace, known);
  const report = await importExpert({ ...archive, dataDir: scratch.dataDir });
  const arrived = scratch.arrived();
  await adoptModels(database, { models: arrived.models.values(), known });
  const numbers = await reserveNumbers(target, { tables, scratch });
  const files = await storedFiles(originals, { scratch, before: numbers.get("source_versions") ?? 0 });
  try {
    const ids = await freeIds(target, { arrived, expert: report.expert, mint: order.ids });
    const names = await placeExpert(target, { order, scratch, arrived, renumbering: { numbers, ids }, files });
    return { ...report, ...names, expert: ids.expert };
  } catch (error) {
    await originals.place.remove([...files.values()]).catch(() => undefined);
    throw error;
  }
}

interface ModelNames {
  readonly models: Iterable<string>;
  readonly known: readonly string[];
}

/** Registers models that only the archive knows, so that what their passages lack is made. */
async function adoptModels(database: PostgresDatabase, { models, known }: ModelNames): Promise<void> {
  const store = storeInPostgres(database, "import");
  for (const model of models)
    if (!known.includes(model)) await store.write("power", (orm) => adoptModel(store, orm, model));
}

/** Returns, for each table, the number before the first reserved one. */
async function reserveNumbers(
  target: ImportTarget,
  { tables, scratch }: { readonly tables: readonly MovedTable[]; readonly scratch: ExpertScratch },
): Promise<ReadonlyMap<string, number>> {
  const source = scratch.source();
  const numbers = new Map<string, number>();
  for (const { name, isCounted, ...table } of tables) {
    if (!isCounted || name === "sense_models") continue;
    const count = await source.lastNumber({ name, isCounted, ...table });
    numbers.set(name, await target.reserve(name, count));
  }
  return numbers;
}

interface Storing {
  readonly scratch: ExpertScratch;
  readonly before: number;
}

async function storedFiles({ place }: SharedOriginals, { scratch, before }: Storing) {
  const names = new Map<number, string>();
  for (const { no } of scratch.named()) {
    const name = originalsFolder + Bun.randomUUIDv7();
    await place.put(name, await scratch.files.stream(no));
    names.set(before + no, name);
  }
  return names;
}

async function freeIds(
  target: ImportTarget,
  { arrived, expert, mint }: { arrived: ArrivedExpert; expert: ExpertId; mint: IdMint },
): Promise<FreeIds> {
  const renamed = new Map<string, string>();
  for (const id of await target.taken("sources", arrived.sources)) renamed.set(id, mint.mint("source"));
  for (const id of await target.taken("checks", arrived.checks)) renamed.set(id, mint.mint("check"));
  const isTaken = (await target.taken("experts", [expert])).size > 0;
  return { expert: isTaken ? mint.mint("expert") : expert, renamed };
}

interface Placing {
  readonly order: SharedImportOrder;
  readonly scratch: ExpertScratch;
  readonly arrived: ArrivedExpert;
  readonly renumbering: Renumbering;
  readonly files: ReadonlyMap<number, string>;
}

async function placeExpert(target: ImportTarget, placing: Placing): Promise<Pick<ImportReport, "slug" | "leftOut">> {
  const { order, scratch, arrived, renumbering, files } = placing;
  let chosen: ChosenNames = { slug: "", leftOut: [], names: [] };
  await target.add({
    id: renumbering.ids.expert,
    workspace: order.workspace,
    source: scratch.source(),
    renewed: (table, row, { models, key }) => {
      const modelNo = (no: number) => models.get(arrived.models.get(no) ?? "") ?? null;
      return renewedRow(table, row, { ...renumbering, modelNo, key });
    },
    originals: files,
    named: async (taken) => {
      chosen = await chosenNames({ given: arrived.names, wanted: order.slug, taken });
      return chosen.names;
    },
  });
  return { slug: chosen.slug, leftOut: chosen.leftOut };
}

interface NameChoice {
  readonly given: readonly string[];
  readonly wanted: string | null;
  readonly taken: (names: readonly string[]) => Promise<ReadonlySet<string>>;
}

interface ChosenNames {
  readonly slug: string;
  readonly leftOut: readonly string[];
  readonly names: readonly string[];
}

async function chosenNames({ given, wanted, taken }: NameChoice): Promise<ChosenNames> {
  const [first = "", ...aliases] = given;
  const held = await taken(given);
  if (wanted !== null && held.has(wanted)) throw slugTaken(wanted);
  let slug = first;
  for (let number = 2; (await taken([slug])).has(slug); number++) slug = numberedSlug(first, number);
  const others = aliases.filter((name) => name !== slug);
  const leftOut = others.filter((name) => held.has(name));
  return { slug, leftOut, names: [slug, ...others.filter((name) => !held.has(name))] };
}
