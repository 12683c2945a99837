import { type Static, Type } from "@sinclair/typebox";
import type { ComputedAnswer } from "../../answering/computed/computed-reply.ts";
import type { TableSummary } from "../../answering/computed/table-service.ts";
import { AnswerSpan, CitationObject, ComputationObject } from "../answer-schemas.ts";
import { citationView, computationView } from "../native-views.ts";
import { listOf, namedObject, nullable, oneOf, strict } from "../schema-parts.ts";

const columnName = Type.String({ minLength: 1, maxLength: 300 });

export const TableObject = namedObject("Table", {
  object: Type.Literal("table"),
  source_id: Type.String(),
  number: Type.Integer({ minimum: 1, description: "Which table of its source it is." }),
  caption: Type.String({ description: "What introduces it; empty without anything." }),
  rows: Type.Integer(),
  total_rows: Type.Integer({ description: "Rows that sum up others. Computations leave them out." }),
  columns: Type.Array(
    namedObject("TableColumn", {
      name: Type.String({ description: "Empty if the table has no names; it is then named by its number from 1." }),
      kind: oneOf(["number", "percent", "rank", "time", "date", "year", "text"]),
      unit: Type.String(),
      unread: Type.Integer({ description: "Cells that should be values and could not be read." }),
    }),
  ),
  first_rows: Type.Array(Type.Array(Type.String())),
});

export const TableList = listOf(TableObject, "TableList");

const tableConditions = Type.Array(
  Type.Object(
    {
      column: columnName,
      is: oneOf(["=", ">", ">=", "<", "<=", "between"]),
      value: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Number()]),
      to: Type.Optional(Type.Number({ description: "Of `between`: the last value." })),
    },
    { ...strict, $id: "TableCondition" },
  ),
  {
    maxItems: 10,
    description: "All of them hold. A text is compared with whole cells; of a date, a number is its year.",
  },
);

export const tableQueryFields = {
  take: oneOf(["values", "count", "distinct", "sum", "mean", "max", "min", "range", "group", "each", "share"]),
  column: Type.Optional(columnName),
  sum: Type.Optional({ ...columnName, description: "Of `group` and `each`: the column whose values are added up." }),
  where: Type.Optional(tableConditions),
  best: Type.Optional(
    Type.Object(
      { column: columnName, most: Type.Boolean() },
      { ...strict, $id: "TableBest", description: "Only the highest or lowest rows." },
    ),
  ),
  most: Type.Optional(Type.Boolean({ description: "Of `group`: the highest (default), or the lowest." })),
};

export const TableQueryRequest = Type.Object(tableQueryFields, {
  ...strict,
  $id: "TableQueryRequest",
  description: "Columns are named as the table names them, in either case, or by their number from 1.",
});

export const TableResult = namedObject("TableResult", {
  object: Type.Literal("table.result"),
  answer: Type.String(),
  citations: Type.Array(CitationObject),
  remarks: Type.Array(AnswerSpan),
  computation: ComputationObject,
});

export const RecomputeRequest = Type.Object({ computation: ComputationObject }, { ...strict, $id: "RecomputeRequest" });

export const Recomputation = namedObject("Recomputation", {
  object: Type.Literal("recomputation"),
  value: nullable(Type.Number()),
  texts: Type.Array(Type.String()),
  cells: Type.Integer({ description: "Cells that were read again." }),
  matches: Type.Boolean({ description: "Whether the result is the one that was given." }),
});

export function tableView(source: string, { table, firstRows }: TableSummary): Static<typeof TableObject> {
  return {
    object: "table",
    source_id: source,
    number: table.number,
    caption: table.caption,
    rows: table.rowCount,
    total_rows: table.totals.size,
    columns: table.columns.map(({ name, kind, unit, unread }) => ({ name, kind, unit, unread: unread.length })),
    first_rows: firstRows.map((row) => [...row]),
  };
}

export function tableResultView({ text, citations, remarks, computation }: ComputedAnswer): Static<typeof TableResult> {
  return {
    object: "table.result",
    answer: text,
    citations: citations.map(citationView),
    remarks: remarks.map((span) => ({ ...span })),
    computation: computationView(computation),
  };
}
