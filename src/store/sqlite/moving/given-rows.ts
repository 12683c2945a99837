import type { Database as Sqlite } from "bun:sqlite";
import type { ExpertId, WorkspaceId } from "../../../kernel/ids.ts";
import type { MovedRow, MovedTable, MovedValue } from "../../../upkeep/move-ports.ts";
import { everyCarriedTable, everyNumber, plainRows, quoted, renumberedRows } from "../archives/carried-tables.ts";
import { insteadOfExpert, insteadOfGiven } from "../archives/given-expert.ts";
import { inBatches } from "./sqlite-rows.ts";

interface RenumberedExpert {
  readonly expert: ExpertId;
  readonly workspace: WorkspaceId;
  readonly key: string;
  /** Null: that of the export. */
  readonly name: string | null;
}

export interface GivenRows {
  readonly table: MovedTable;
  readonly rows: readonly MovedRow[];
}

/** Of an export in `given`, renumbered, without its names and models. No row refers to one of a later table. */
export function* givenRows(
  sqlite: Sqlite,
  tables: readonly MovedTable[],
  { expert, workspace, key, name }: RenumberedExpert,
): Generator<GivenRows> {
  const batches = function* (of: string, selectFrom: (columns: readonly string[]) => string, values = {}) {
    const table = tables.find((each) => each.name === of)!;
    const found = sqlite
      .query<Record<string, MovedValue>, Record<string, number>>(selectFrom(table.columns))
      .iterate(values);
    for (const rows of inBatches(table, found)) yield { table, rows };
  };
  const ofExpert = { ...insteadOfExpert(expert, workspace), ...(name !== null && { name: quoted(name) }) };
  yield* batches("experts", (columns) => plainRows("experts", columns, { from: "given", instead: ofExpert }));
  const selecting = { from: "given", instead: insteadOfGiven(expert, key) };
  for (const table of everyCarriedTable)
    yield* batches(table.name, (columns) => renumberedRows(table, columns, selecting), everyNumber);
}
