import { type Static, Type } from "@sinclair/typebox";
import {
  Recomputation,
  RecomputeRequest,
  TableList,
  TableQueryRequest,
  TableResult,
  tableResultView,
  tableView,
} from "../../api/contents/table-schemas.ts";
import { wholeListView } from "../../api/native-views.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { textParts } from "../../language/text/text-window.ts";
import { recomputed } from "../../tables/recomputing.ts";
import { buildingWords } from "../../tables/table-question.ts";
import { pulledBody } from "../body/pulled-body.ts";
import { costlyErrors } from "../description/operation.ts";
import { routesOf } from "../route.ts";
import { notFound, reading } from "./source-content-routes.ts";

const route = routesOf("Tables");

function tableNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw invalidParameter("number", "The number of a table is 1 or more.");
  return number;
}

type GivenComputation = Static<typeof RecomputeRequest>["computation"];

function requireCells({ table, cells, cell_count }: GivenComputation, source: string): void {
  if (table.source_id !== source) {
    throw invalidParameter("computation.table.source_id", "The computation is of another source than the address.");
  }
  if (cells.length < cell_count) {
    const message = `The computation has ${cell_count} cells and lists ${cells.length}: ask the table again instead.`;
    throw invalidParameter("computation.cells", message);
  }
}

function recomputationOf(given: GivenComputation, texts: readonly string[]): Static<typeof Recomputation> {
  const { table, operation, most, cells, value, texts: told } = given;
  const again = recomputed(
    { operation, most, cells: cells.map((cell, i) => ({ ...cell, text: texts[i]! })) },
    buildingWords(table.language ?? "en"),
  );
  const matches = again !== null && again.value === value && again.texts.join("\n") === told.join("\n");
  const result = { value: again?.value ?? null, texts: [...(again?.texts ?? [])] };
  return { object: "recomputation", ...result, cells: cells.length, matches };
}

const listTables = route("GET /v1/experts/:id/sources/:sid/tables", "listTables", {
  summary: "List the tables of a source",
  scope: reading,
  description:
    "Each with its columns, their types, and its first rows. Numbers of tables are those of the version that answers.",
  answers: { 200: { says: "All of them, in their order.", schema: TableList } },
  errors: [...notFound, ...costlyErrors],
  lane: "questions",
  answer: async ({ params, findExpert }, { sources, tables }) => {
    const expert = await findExpert();
    const { id } = await sources.find(expert, params.sid);
    return wholeListView((await tables.list(expert, id)).map((table) => tableView(id, table)));
  },
});

const queryTable = route("POST /v1/experts/:id/sources/:sid/tables/:number/query", "queryTable", {
  path: { number: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) },
  summary: "Compute with the cells of a table",
  scope: "query",
  description:
    "The result is computed without a model, with each cell that it rests on. Rows that sum up others are left out, and cells that are no values are listed as `unread`.",
  body: { "application/json": TableQueryRequest },
  answers: { 200: { says: "The result.", schema: TableResult } },
  errors: [...notFound, "table_not_found", ...costlyErrors, "not_ready"],
  lane: "questions",
  answer: async ({ params, readBody, findExpert }, { sources, tables }) => {
    const expert = await findExpert();
    const { id } = await sources.find(expert, params.sid);
    const query = await readBody();
    return tableResultView(await tables.query(expert, id, tableNumber(params.number), query));
  },
});

const recompute = route("POST /v1/experts/:id/sources/:sid/recompute", "recompute", {
  summary: "Compute an answer again from its cells",
  scope: reading,
  description:
    "Reads the cells of a `computation` where it says that they stand, in the content of its source version, and computes with nothing else. The texts and the result that the request gives are only compared.",
  body: { "application/json": RecomputeRequest },
  answers: { 200: { says: "The result, and whether it is the one given.", schema: Recomputation } },
  errors: [...notFound, ...costlyErrors],
  lane: "questions",
  answer: async ({ readBody, findSource }, { sources, turns }) => {
    const source = await findSource();
    const { computation } = await readBody();
    requireCells(computation, source.id);
    const { pieces } = await sources.content(source, computation.table.source_version);
    const texts = await textParts(pulledBody(pieces(), turns), computation.cells);
    return recomputationOf(computation, texts);
  },
});

export const tablesRoutes = [listTables, queryTable, recompute];
