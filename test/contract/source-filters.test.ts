/** Filters in the database, compared with a plain implementation of their documented meaning. */
import { afterAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { PassageReader } from "../../src/answering/ports.ts";
import { defaultSettings, type Metadata } from "../../src/experts/expert.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../../src/kernel/ids.ts";
import { parseFilter } from "../../src/kernel/stores/source-filter.ts";
import { readerInPostgres } from "../../src/store/postgres/rows/answer-rows.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { answerRows } from "../../src/store/sqlite/rows/answer-rows.ts";
import { experts, sources, sourceVersions, workspaces } from "../../src/store/sqlite/schema.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

interface Sample {
  readonly externalId: string | null;
  readonly title: string;
  readonly type: "text" | "file";
  readonly createdAt: number;
  readonly metadata: Metadata;
}

const expert = "exp_test" as ExpertId;
const workspaceId = "ws_test" as WorkspaceId;
const idOf = (position: number) => `src_${position}` as SourceId;

/** A database with one expert. */
interface Subject {
  /** Puts the samples in place of all sources; the n-th has the version number n + 1. */
  store(samples: readonly Sample[]): Promise<void>;
  readonly reader: PassageReader;
}

const toClose: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of toClose) await close();
});

async function overDatabase(): Promise<Subject> {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  const { orm } = database;
  database.write("process", () => {
    orm.insert(workspaces).values({ id: workspaceId, name: "test", createdAt: 0 }).run();
    const texts = { name: "", slug: "test", description: "", instructions: "", language: "en" };
    const more = { settings: defaultSettings, metadata: {}, createdAt: 0, updatedAt: 0 };
    orm
      .insert(experts)
      .values({ id: expert, workspaceId, ...texts, ...more })
      .run();
  });
  const store = async (samples: readonly Sample[]) => {
    database.write("process", () => {
      orm.delete(sources).run();
      for (const [position, { externalId, title, type, createdAt, metadata }] of samples.entries()) {
        const no = position + 1;
        const times = { createdAt, updatedAt: createdAt };
        const versions = { latestVersionNo: no, currentVersionNo: no };
        orm
          .insert(sources)
          .values({ no, id: idOf(position), expertId: expert, externalId, metadata, ...versions, ...times })
          .run();
        const content = { bytes: 1, sha256: String(no), status: "ready" as const, keyId: "key_test" as KeyId };
        orm
          .insert(sourceVersions)
          .values({ no, sourceNo: no, expertId: expert, version: 1, type, title, ...content, ...times })
          .run();
      }
    });
  };
  return { store, reader: answerRows(database) };
}

async function inPostgres(): Promise<Subject> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  await database.transact(async (orm) => {
    await orm.execute(sql`INSERT INTO workspaces VALUES (${workspaceId}, 'test', 0)`);
    await orm.execute(sql`
      INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
      VALUES (${expert}, ${workspaceId}, '', 'test', '', '', 'en', '{}', '{}', 0, 0)`);
  });
  const store = (samples: readonly Sample[]) =>
    database.transact(async (orm) => {
      await orm.execute(sql`DELETE FROM sources`);
      for (const [position, { externalId, title, type, createdAt, metadata }] of samples.entries()) {
        const no = position + 1;
        await orm.execute(sql`
          INSERT INTO sources
            (no, id, expert_id, external_id, metadata, latest_version_no, current_version_no, created_at, updated_at)
          VALUES (${no}, ${idOf(position)}, ${expert}, ${externalId}, ${JSON.stringify(metadata)}, ${no}, ${no},
            ${createdAt}, ${createdAt})`);
        await orm.execute(sql`
          INSERT INTO source_versions
            (no, source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
          VALUES (${no}, ${no}, ${expert}, 1, ${type}, ${title}, 1, '', 'ready', 'key_test', 0, 0)`);
      }
    });
  return { store, reader: readerInPostgres(database, null) };
}

/** With the number of arbitrary sets of sources that each is tried with. */
const subjects: readonly (readonly [string, () => Promise<Subject>, number])[] = [
  ["the database", overDatabase, 300],
  ...overPostgres(inPostgres).map(([name, open]) => [name, open, 60] as const),
];

/** The positions of the samples that a filter lets through. */
async function through({ reader }: Subject, filter: Json): Promise<number[]> {
  const permitted = await reader.permitted(expert, parseFilter(filter));
  return [...permitted].map((no) => no - 1).sort((a, b) => a - b);
}

/** The values of a field: empty, one, or the members of a list. */
function valuesOf(sample: Sample, position: number, field: string): readonly Json[] {
  const reserved: Record<string, Json> = {
    source_id: idOf(position),
    external_id: sample.externalId,
    type: sample.type,
    title: sample.title,
    created_at: new Date(sample.createdAt).toISOString(),
  };
  const value = Object.hasOwn(reserved, field)
    ? reserved[field]
    : Object.hasOwn(sample.metadata, field)
      ? sample.metadata[field]
      : null;
  return value === null || value === undefined ? [] : [value].flat();
}

/** By code points, as UTF-8 bytes sort. */
const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function compares(value: Json, name: string, operand: Json): boolean {
  if (typeof value !== typeof operand) return false;
  if (name === "$eq") return value === operand;
  const sign = typeof value === "string" ? order(value, String(operand)) : Number(value) - Number(operand);
  return { $gt: sign > 0, $gte: sign >= 0, $lt: sign < 0, $lte: sign <= 0 }[name] ?? false;
}

function operatorHolds(values: readonly Json[], name: string, operand: Json): boolean {
  if (name === "$ne") return !operatorHolds(values, "$eq", operand);
  if (name === "$nin") return !operatorHolds(values, "$in", operand);
  if (name === "$in") return Array.isArray(operand) && operand.some((each) => operatorHolds(values, "$eq", each));
  return values.some((value) => compares(value, name, operand));
}

/** The documented meaning, read plainly. */
function meant(filter: Json, sample: Sample, position: number): boolean {
  return Object.entries(Object(filter) as Record<string, Json>).every(([name, value]) => {
    const inner = (each: Json) => meant(each, sample, position);
    if (name === "$and") return (value as Json[]).every(inner);
    if (name === "$or") return (value as Json[]).some(inner);
    if (name === "$not") return !inner(value);
    const values = valuesOf(sample, position, name);
    const conditions = typeof value === "object" ? Object.entries(Object(value) as Record<string, Json>) : [];
    return conditions.length === 0
      ? operatorHolds(values, "$eq", value)
      : conditions.every(([operator, operand]) => operatorHolds(values, operator, operand));
  });
}

const names = [
  "year",
  "team",
  "tags",
  "open",
  'qu"ote',
  "back\\slash",
  "dot.ted",
  "line\nbreak",
  "",
  "Größe",
  "🦊",
  "$x",
];
const scalar = fc.oneof(
  fc.constantFrom(0, 1, -1, 1.5, 2026, 1e21, 2 ** 31, 2 ** 53, -1e-7),
  fc.constantFrom("", "0", "1", "true", "false", "ops", "Ops", "öps", "漢字", "🦊", "2025-05-05T00:00:00Z", "a'b"),
  fc.boolean(),
);
const metadata = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(scalar, fc.array(fc.constantFrom("ops", "dev", "1", "true"), { maxLength: 3 })),
  { maxKeys: 6, noNullPrototype: true },
);
const instants = ["2026-01-01T00:00:00.000Z", "2026-11-21T08:00:00.000Z", "1999-12-31T23:59:59.999Z"];
const sample: fc.Arbitrary<Sample> = fc.record({
  externalId: fc.option(fc.constantFrom("manual", "a'b"), { nil: null }),
  title: fc.constantFrom("Manual", "漢字", ""),
  type: fc.constantFrom("text", "file"),
  createdAt: fc.constantFrom(...instants.map((text) => Date.parse(text))),
  metadata,
});
const samples = fc.array(sample, { minLength: 1, maxLength: 8 }).map((all) =>
  // An external id is unique in its expert.
  all.map((each, i) => ({ ...each, externalId: each.externalId === null ? null : `${each.externalId}${i}` })),
);

const fields = fc.oneof(
  fc.constantFrom(...names.filter((name) => !name.startsWith("$"))),
  fc.constantFrom("external_id", "type", "title", "created_at", "source_id"),
);
const operand = fc.oneof(scalar, fc.constantFrom("manual0", "Manual", "text", "src_0", ...instants));
const condition: fc.Arbitrary<Json> = fc.oneof(
  operand,
  fc
    .uniqueArray(
      fc.oneof(
        fc.tuple(fc.constantFrom("$eq", "$ne", "$gt", "$gte", "$lt", "$lte"), operand),
        fc.tuple(fc.constantFrom("$in", "$nin"), fc.array(operand, { minLength: 1, maxLength: 3 })),
      ),
      { minLength: 1, maxLength: 3, selector: ([name]) => name },
    )
    .map((entries): Json => Object.fromEntries(entries)),
);
const { filter } = fc.letrec<{ filter: Json }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small" },
    fc.dictionary(fields, condition, { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie("filter"), { minLength: 1, maxLength: 3 }).map((of): Json => ({ $and: of })),
    fc.array(tie("filter"), { minLength: 1, maxLength: 3 }).map((of): Json => ({ $or: of })),
    tie("filter").map((of): Json => ({ $not: of })),
  ),
}));

describe.each(subjects)("filters: %s", (_name, open, numRuns) => {
  test("the permitted sources match the documented meaning of the filter", async () => {
    const subject = await open();
    const some = fc.array(filter, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(samples, some, async (all, filters) => {
      await subject.store(all);
      for (const each of filters) {
        const expected = all.flatMap((one, position) => (meant(each, one, position) ? [position] : []));
        expect(await through(subject, each)).toEqual(expected);
      }
    });
    await fc.assert(property, { numRuns });
  });

  const plain = { externalId: null, title: "", type: "text", createdAt: Date.parse("2026-11-21T08:00:00Z") } as const;
  const all: readonly Sample[] = [
    { ...plain, metadata: { year: 2020, team: "ops", tags: ["manual", "pump"], open: true } },
    { ...plain, metadata: { year: "2020", team: "dev", open: "true" } },
    { ...plain, metadata: {}, createdAt: Date.parse("2027-01-01T00:00:00Z") },
  ];
  const table: readonly (readonly [what: string, filter: Json, positions: readonly number[]])[] = [
    ["a number is not its text", { year: 2020 }, [0]],
    ["a text is not its number", { year: { $eq: "2020" } }, [1]],
    ["true is not its name", { open: true }, [0]],
    ["a name is not true", { open: "true" }, [1]],
    ["a range is of one kind", { year: { $gte: 0 } }, [0]],
    ["a list matches by any member", { tags: "pump" }, [0]],
    ["$in takes several kinds", { team: { $in: ["ops", 1, false] } }, [0]],
    ["$ne lets through what lacks the field", { team: { $ne: "ops" } }, [1, 2]],
    ["$nin lets through what lacks the field", { tags: { $nin: ["pump"] } }, [1, 2]],
    ["fields of one object must all hold", { year: 2020, team: "dev" }, []],
    ["$or", { $or: [{ team: "dev" }, { tags: "manual" }] }, [0, 1]],
    ["$not", { $not: { $or: [{ team: "dev" }, { tags: "manual" }] } }, [2]],
    ["an empty filter lets everything through", {}, [0, 1, 2]],
    ["a day", { created_at: { $gte: "2026-11-21", $lt: "2026-11-22" } }, [0, 1]],
    ["an instant in another zone", { created_at: { $lte: "2026-11-21T09:00:00+01:00" } }, [0, 1]],
    ["a reserved name hides no metadata of another kind", { created_at: { $gt: 5 } }, []],
    ["one source", { source_id: "src_2" }, [2]],
  ];
  test("by example", async () => {
    const subject = await open();
    await subject.store(all);
    const found = await Promise.all(table.map(async ([what, given]) => [what, await through(subject, given)]));
    expect(found).toEqual(table.map(([what, , positions]) => [what, [...positions]]));
  });

  test("a date in the metadata is compared as text", async () => {
    const subject = await open();
    await subject.store([{ ...plain, metadata: { published: "2026-01-01T00:00:00Z" } }]);
    expect(await through(subject, { published: "2026-01-01T00:00:00Z" })).toEqual([0]);
    expect(await through(subject, { published: "2026-01-01T00:00:00.000Z" })).toEqual([]);
  });

  test("a value that no text of a database may hold hides nothing else", async () => {
    const subject = await open();
    await subject.store([
      { ...plain, metadata: { odd: "a\0b", team: "ops" } },
      { ...plain, metadata: { odd: "a\ud800b", team: "ops" } },
      { ...plain, metadata: { odd: "a\\u0000b", team: "ops" } },
    ]);
    expect(await through(subject, { team: "ops" })).toEqual([0, 1, 2]);
  });
});
