import { describe, expect, test } from "bun:test";
import { Fault } from "../../src/kernel/fault.ts";
import type { ExpertId } from "../../src/kernel/ids.ts";
import { parseFilter, type SourceFilter } from "../../src/kernel/stores/source-filter.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { answerRows } from "../../src/store/sqlite/rows/answer-rows.ts";

test("a filter becomes a tree", () => {
  const filter = {
    year: { $gte: 2020, $lt: 2030 },
    type: "file",
    $or: [{ team: { $ne: "ops" } }, { tags: { $nin: ["a", 1, true] } }],
    $not: { title: { $in: ["Manual"] } },
  };
  const year = { metadata: "year" };
  expect(parseFilter(filter)).toEqual({
    kind: "all",
    of: [
      {
        kind: "all",
        of: [
          { kind: "compare", field: year, by: "gte", value: 2020 },
          { kind: "compare", field: year, by: "lt", value: 2030 },
        ],
      },
      { kind: "compare", field: { reserved: "type" }, by: "eq", value: "file" },
      {
        kind: "any",
        of: [
          { kind: "all", of: [{ kind: "all", of: [not(eq("team", "ops"))] }] },
          {
            kind: "all",
            of: [{ kind: "all", of: [not({ kind: "in", field: { metadata: "tags" }, values: ["a", 1, true] })] }],
          },
        ],
      },
      not({
        kind: "all",
        of: [{ kind: "all", of: [{ kind: "in", field: { reserved: "title" }, values: ["Manual"] }] }],
      }),
    ],
  });
});

const not = (of: SourceFilter): SourceFilter => ({ kind: "not", of });
const eq = (name: string, value: string): SourceFilter => ({
  kind: "compare",
  field: { metadata: name },
  by: "eq",
  value,
});

/** The field that a refused filter is refused for. */
function blamed(filter: unknown): string | null {
  try {
    parseFilter(filter);
  } catch (error) {
    if (error instanceof Fault && error.code === "invalid_parameter") return error.param;
    throw error;
  }
  throw new Error("the filter was accepted");
}

const nested = (depth: number): unknown => (depth === 0 ? { a: 1 } : { $not: nested(depth - 1) });
const many = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("a filter is refused with the position of the mistake", () => {
  const table: readonly (readonly [filter: unknown, param: string])[] = [
    ["year", "filter"],
    [[], "filter"],
    [null, "filter"],
    [{ year: null }, "filter.year"],
    [{ year: [2020] }, "filter.year"],
    [{ year: {} }, "filter.year"],
    [{ year: { $above: 1 } }, "filter.year.$above"],
    [{ year: { gt: 1 } }, "filter.year.gt"],
    [{ year: { $gt: null } }, "filter.year.$gt"],
    [{ year: { $gt: [1] } }, "filter.year.$gt"],
    [{ year: { $gt: Number.POSITIVE_INFINITY } }, "filter.year.$gt"],
    [{ year: { $in: 1 } }, "filter.year.$in"],
    [{ year: { $in: [] } }, "filter.year.$in"],
    [{ year: { $in: [{}] } }, "filter.year.$in"],
    [{ $and: {} }, "filter.$and"],
    [{ $or: [] }, "filter.$or"],
    [{ $or: [{ a: 1 }, 2] }, "filter.$or[1]"],
    [{ $not: [] }, "filter.$not"],
    [{ $nor: [{ a: 1 }] }, "filter.$nor"],
    [{ $and: [{ $or: [{ b: { $x: 1 } }] }] }, "filter.$and[0].$or[0].b.$x"],
  ];
  test.each(table.map(([filter, param]) => [JSON.stringify(filter), filter, param] as const))(
    "%s",
    (_, filter, param) => expect(blamed(filter)).toBe(param),
  );
});

test("a list in place of a value is answered with the operator for it", () => {
  expect(() => parseFilter({ source_ids: ["src_1"] })).toThrow('send {"$in": [...]}');
  expect(() => parseFilter({ year: null })).toThrow("A condition is a value, or operators with values");
});

describe("a filter has limits that keep it within the database's", () => {
  test("in depth", () => {
    expect(parseFilter(nested(16)).kind).toBe("all");
    expect(blamed(nested(17))).toBe(`filter${".$not".repeat(17)}`);
  });

  test("in conditions and groups", () => {
    expect(blamed(Object.fromEntries(many(500).map((i) => [`field${i}`, i])))).toBe("filter");
    expect(blamed({ $and: many(500).map(() => ({})) })).toBe("filter");
    expect(parseFilter({ $or: many(190).map((i) => ({ year: i })) }).kind).toBe("all");
  });

  test("in the database's", () => {
    const deepest = { $and: [{ year: { $in: many(1000) } }, ...many(190).map((i) => ({ year: { $ne: i, $gt: -i } }))] };
    const database = openDatabase(":memory:");
    const nobody = "exp_nobody" as ExpertId;
    expect(answerRows(database).permitted(nobody, parseFilter(deepest)).size).toBe(0);
    expect(answerRows(database).permitted(nobody, parseFilter({ $and: many(399).map(() => ({})) })).size).toBe(0);
    database.close();
  });

  test("in values", () => {
    expect(parseFilter({ year: { $in: many(1000) } }).kind).toBe("all");
    expect(blamed({ year: { $in: many(1001) } })).toBe("filter.year.$in");
    expect(blamed(Object.fromEntries(many(30).map((i) => [`field${i}`, { $in: many(1000) }])))).toBe("filter");
  });
});
