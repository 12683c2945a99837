import type { ExpertId } from "../../../kernel/ids.ts";
import type { MovedRow, MovedTable, MovedValue } from "../../../upkeep/move-ports.ts";
import { everyCarriedTable } from "../archives/carried-tables.ts";

export interface FreeIds {
  readonly expert: ExpertId;
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Renumbering {
  readonly numbers: ReadonlyMap<string, number>;
  readonly ids: FreeIds;
}

export interface Renewing extends Renumbering {
  readonly modelNo: (no: number) => number | null;
  readonly key: string;
}

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

function tablesOfNumbers({ name: table, columns }: MovedTable, row: MovedRow): ReadonlyMap<string, string> {
  if (table === "experts") return new Map([["embedding_no", "embeddings"]]);
  const ofRow = row[columns.indexOf("kind")];
  const found = everyCarriedTable.find(({ name, kind = ofRow }) => name === table && kind === ofRow);
  return new Map(Object.entries({ ...found?.keys, ...found?.pointers }));
}
