import { Type } from "@sinclair/typebox";
import { TableObject, TableResult, tableQueryFields } from "../api/contents/table-schemas.ts";
import { nullable, strictObject } from "../api/schema-parts.ts";
import { counted } from "../language/text/shown-text.ts";
import { chosenExpert, readOnly, tool } from "./tool.ts";
import { expertArgument, placeFields, sourceArgument } from "./tool-schemas.ts";
import { placeLine, placeOf } from "./tool-views.ts";

/** Sources whose tables are listed at once. */
const sourcesAtOnce = 20;

const { object: _, ...tableFields } = TableObject.properties;
const TableSummary = Type.Object({ ...tableFields, title: Type.String() });

const listTables = tool({
  name: "list_tables",
  title: "List tables",
  description:
    "Lists the tables in an expert's documents: their columns with types and units, and their first rows. Call it before " +
    "query_table, to learn a table's source_id, number and column names.",
  input: strictObject({
    expert: expertArgument,
    source_id: Type.Optional({ ...sourceArgument, description: "Only the tables of this source." }),
    after: Type.Optional(Type.String({ description: "The `next` of the page before." })),
  }),
  output: Type.Object({
    expert: Type.String(),
    tables: Type.Array(TableSummary),
    next: nullable(Type.String({ description: "For `after`; null when there are no more sources." })),
  }),
  hints: readOnly,
  operation: "read",
  run: async ({ expert: given, source_id, after }, { backend }) => {
    const expert = await chosenExpert(backend, given);
    const page =
      source_id === undefined
        ? await backend.sources(expert, { limit: sourcesAtOnce, ...(after !== undefined && { after }) })
        : { data: [await backend.source(expert, source_id)], has_more: false, last_id: null };
    const tables: (typeof TableSummary)["static"][] = [];
    for (const { id, title } of page.data) {
      for (const { object, ...table } of (await backend.tables(expert, id)).data) tables.push({ ...table, title });
    }
    const lines = tables.map(({ title, source_id: source, number, rows, columns }) => {
      const names = columns.map(({ name, kind, unit }) => `${name} (${unit === "" ? kind : `${kind}, ${unit}`})`);
      return `- ${title}, table ${number} (source_id ${source}): ${counted(rows, "row")}; ${names.join(", ")}`;
    });
    const text = lines.length === 0 ? "There are no tables in these sources." : lines.join("\n");
    return { text, data: { expert, tables, next: page.has_more ? page.last_id : null } };
  },
});

const queryTable = tool({
  name: "query_table",
  title: "Compute with a table",
  description:
    "Computes with the cells of one table, exactly and without a model: values, count, distinct, sum, mean, max, min, " +
    "range, share, or rows grouped by a column. The result cites its cells.",
  input: strictObject({
    expert: expertArgument,
    source_id: sourceArgument,
    table: Type.Integer({ minimum: 1, description: "The number of the table, as list_tables gives it." }),
    ...tableQueryFields,
  }),
  output: Type.Object({
    expert: Type.String(),
    answer: Type.String(),
    value: TableResult.properties.computation.properties.value,
    texts: Type.Array(Type.String()),
    unit: Type.String(),
    citations: Type.Array(Type.Object({ index: Type.Integer(), quote: Type.String(), ...placeFields })),
    unread: Type.Array(Type.String(), { description: "Cells that could not be read as values, and are left out." }),
  }),
  hints: readOnly,
  operation: "ask",
  run: async ({ expert: given, source_id, table, ...query }, { backend }) => {
    const expert = await chosenExpert(backend, given);
    const { answer, citations: cited, computation } = await backend.queryTable(expert, source_id, { table, query });
    const { value, texts, unit, unread } = computation;
    const citations = cited.map((citation) => ({ index: citation.index, quote: citation.quote, ...placeOf(citation) }));
    const sources = cited.map((citation) => `[${citation.index}] ${placeLine(citation)}\n"${citation.quote}"`);
    const data = { expert, answer, value, texts, unit, citations, unread: unread.map((cell) => cell.text) };
    return { text: [answer, ...sources].join("\n\n"), data };
  },
});

export const tableTools = [listTables, queryTable];
