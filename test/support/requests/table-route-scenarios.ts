/** The scenarios of the routes for tables. */
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { invalid, missing, type RouteScenario, unknown } from "./route-scenario.ts";
import type { World } from "./route-world.ts";

const sourcePath = ({ expert, source }: World) => `/v1/experts/${expert}/sources/${source}`;
const reading = ["query", "ingest", "manage"] as const;

/** A table of its own for each request. */
let freshNumber = 0;
const freshTable = async (world: World) => {
  const path = `/v1/experts/${world.expert}/sources`;
  const text = `# Costs\n\n| Item | Amount |\n|---|---|\n| Pen | ${freshNumber++} |\n| Ink | 2 |`;
  const { id } = (await world.request("POST", `${path}?wait=60`, { body: { text } })).as(SourceObject);
  return `${path}/${id}`;
};

/** Of the word "six" in the manual. */
const computedFilter = (source: string) => ({
  table: { source_id: source, source_version: 1, number: 1, caption: "" },
  operation: "value",
  most: false,
  columns: ["Months"],
  cells: [
    {
      citation: 1,
      row: 1,
      column: "Months",
      kind: "text",
      notation: null,
      role: "answer",
      text: "six",
      start: 35,
      end: 38,
    },
  ],
  cell_count: 1,
  unread: [],
  value: null,
  texts: ["six"],
  unit: "",
});

export const tableRouteScenarios: Readonly<Record<string, RouteScenario>> = {
  "GET /v1/experts/:id/sources/:sid/tables": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/tables`,
    answers: 200,
    unreachable: "expert_not_found",
  },
  "POST /v1/experts/:id/sources/:sid/tables/:number/query": {
    scopes: ["query"],
    path: async (world) => `${await freshTable(world)}/tables/1/query`,
    answers: 200,
    unreachable: "expert_not_found",
    json: "strict",
    body: () => ({ take: "sum", column: "Amount" }),
    refused: [
      missing("take"),
      invalid("take", "median"),
      invalid("column", "Price"),
      invalid("where", [{ column: "Item", is: "~", value: "Pen" }], "where[0].is"),
      invalid("where", [{ column: "Item", is: "=", value: "Chair" }]),
      unknown("order"),
    ],
  },
  "POST /v1/experts/:id/sources/:sid/recompute": {
    scopes: reading,
    path: (world) => `${sourcePath(world)}/recompute`,
    answers: 200,
    unreachable: "expert_not_found",
    json: "strict",
    body: ({ source }) => ({ computation: computedFilter(source) }),
    refused: [
      missing("computation"),
      invalid("computation", { ...computedFilter("src_1") }, "computation.table.source_id"),
    ],
  },
};
