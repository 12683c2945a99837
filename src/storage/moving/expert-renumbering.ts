/** The rows of an imported expert as they are added to a database that has others: with free numbers and ids. Pure. */
import type { ExpertId } from "../../kernel/ids.ts";
import type { MovedRow, MovedTable, MovedValue } from "../../upkeep/move-ports.ts";
import { everyCarriedTable } from "../archives/carried-tables.ts";

export interface FreeIds {
  readonly expert: ExpertId;
  /** New ids of sources and checks, by those that are taken. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Renumbering {
  /** By table, what is added to its numbers. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly ids: FreeIds;
}

export interface Renewing extends Renumbering {
  /** The number of a model where the rows go; null: it is not known there. */
  readonly modelNo: (no: number) => number | null;
  /** The key that unfinished documents are charged to. */
  readonly key: string;
}

/** Null: the row is not added. Names are chosen where the rows go. */
export function renewedRow(table: MovedTable, row: MovedRow, renewing: Renewing): MovedRow | null {
  if (table.name === "sense_models" || table.name === "expert_names") return null;
  const tables = tablesOfNumbers(table, row);
  const renewed = row.map((value, i) => {
    const column = table.columns[i] ?? "";
    const numbered = tables.get(column);
    if (numbered !== undefined) return renewedNumber(value, numbered, renewing);
    return renewedText(value, { table: table.name, column }, renewing);
  });
  return renewed.includes(unknownModel) ? null : (renewed as MovedRow);
}

const unknownModel = Symbol("a model that is not known where the rows go");

/** Zero and null refer to nothing. */
function renewedNumber(
  value: MovedValue,
  table: string,
  { numbers, modelNo }: Renewing,
): MovedValue | typeof unknownModel {
  if (typeof value !== "number" || value === 0) return value;
  if (table === "sense_models") return modelNo(value) ?? unknownModel;
  return value + (numbers.get(table) ?? 0);
}

function renewedText(
  value: MovedValue,
  place: { readonly table: string; readonly column: string },
  renewing: Renewing,
): MovedValue {
  const { ids, key } = renewing;
  const isExpert = place.column === "expert_id" || (place.table === "experts" && place.column === "id");
  if (isExpert) return ids.expert;
  if (place.column === "key_id") return key;
  return place.column === "id" && typeof value === "string" ? (ids.renamed.get(value) ?? value) : value;
}

/** By column, the table that its numbers belong to. */
function tablesOfNumbers({ name: table, columns }: MovedTable, row: MovedRow): ReadonlyMap<string, string> {
  if (table === "experts") return new Map([["embedding_no", "embeddings"]]);
  const ofRow = row[columns.indexOf("kind")];
  const found = everyCarriedTable.find(({ name, kind = ofRow }) => name === table && kind === ofRow);
  return new Map(Object.entries({ ...found?.keys, ...found?.pointers }));
}
