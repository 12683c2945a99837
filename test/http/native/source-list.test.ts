/** The list of sources: pages, filters and search. */
import { beforeEach, describe, expect, test } from "bun:test";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { brokenPdf, path, source, useHouse } from "../../support/worlds/house-sources.ts";

const { service, ask, add } = useHouse();

describe("the list", () => {
  const ids: string[] = [];
  beforeEach(async () => {
    ids.length = 0;
    for (let n = 0; n < 5; n++) {
      service().clock.advance(1000);
      ids.push(source(await add({ text: `Text number ${n}.`, external_id: `e${n}` })).id);
    }
    ids.push(source(await add(brokenPdf)).id);
  });
  const page = async (query: string): Promise<Record<string, unknown>> => {
    const { data, ...rest } = (await ask("GET", `${path}?${query}`)).pageOf(SourceObject);
    return { ids: data.map(({ id }) => ids.indexOf(id)), ...rest };
  };
  const ends = (first: number | null, last: number | null) => ({
    first_id: first === null ? null : String(ids[first]),
    last_id: last === null ? null : String(ids[last]),
  });

  test("has pages in both directions", async () => {
    const list = { object: "list", total_count: 6 };
    expect(await page("")).toEqual({ ...list, ids: [5, 4, 3, 2, 1, 0], has_more: false, ...ends(5, 0) });
    expect(await page("limit=2")).toEqual({ ...list, ids: [5, 4], has_more: true, ...ends(5, 4) });
    expect(await page(`limit=4&after=${ids[4]}`)).toEqual({
      ...list,
      ids: [3, 2, 1, 0],
      has_more: false,
      ...ends(3, 0),
    });
    expect(await page(`order=asc&limit=2&after=${ids[1]}`)).toEqual({
      ...list,
      ids: [2, 3],
      has_more: true,
      ...ends(2, 3),
    });
    expect(await page(`after=${ids[0]}`)).toEqual({ ...list, ids: [], has_more: false, ...ends(null, null) });
  });

  test("a deleted id still marks its position", async () => {
    await ask("DELETE", `${path}/${ids[3]}`);
    expect((await page(`after=${ids[3]}`)).ids).toEqual([2, 1, 0]);
  });

  test("is filtered by status and external id", async () => {
    expect(await page("status=failed")).toMatchObject({ ids: [5], total_count: 1 });
    expect(await page("status=ready&limit=1")).toMatchObject({ ids: [4], total_count: 5, has_more: true });
    expect(await page("external_id=e2")).toMatchObject({ ids: [2], total_count: 1 });
    expect(await page("external_id=e2&status=failed")).toMatchObject({ ids: [], total_count: 0 });
  });

  test("begins at any offset", async () => {
    expect(await page("offset=4&limit=1")).toMatchObject({ ids: [1], total_count: 6, has_more: true });
    expect(await page("offset=6")).toMatchObject({ ids: [], total_count: 6, has_more: false });
    expect(await page(`after=${ids[4]}&offset=1&limit=1`)).toMatchObject({ ids: [2] });
  });

  test("is searched by title, file name, external id and address, with pattern characters taken literally", async () => {
    const added = source(
      await add({ text: "Searched for.", title: "100% Wolle_rot", url: "https://example.org/care" }),
    );
    const found = async (query: string) =>
      (await ask("GET", `${path}?${query}`)).pageOf(SourceObject).data.map(({ id }) => id);
    for (const text of ["100%25", "wolle_r", "WOLLE", "example.org/CARE"])
      expect(await found(`q=${text}`)).toEqual([added.id]);
    for (const text of ["1%25", "wolle-r", "%5C", "_______________"]) expect(await found(`q=${text}`)).toEqual([]);
    expect(await found("q=e2")).toEqual([ids[2]!]);
    expect(await found("q=100&status=failed")).toEqual([]);
  });

  test("is filtered as questions are", async () => {
    const old = source(await add({ text: "An old text.", title: "Old", metadata: { year: 2019, tags: ["a", "b"] } }));
    const now = source(await add({ text: "A new text.", title: "New", metadata: { year: 2026 } }));
    const found = async (filter: object, more = "") => {
      const query = `filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
      const { data, total_count } = (await ask("GET", `${path}?${query}`)).pageOf(SourceObject);
      return [data.map(({ id }) => id), total_count];
    };
    expect(await found({ year: { $gte: 2020 } })).toEqual([[now.id], 1]);
    expect(await found({ year: { $gte: 2000 } }, "&order=asc&limit=1")).toEqual([[old.id], 2]);
    expect(await found({ tags: "b", title: "Old" })).toEqual([[old.id], 1]);
    expect(await found({ year: 2026 }, "&status=failed")).toEqual([[], 0]);
    await ask("PATCH", `${path}/${old.id}`, { body: { metadata: { year: 2026 } } });
    expect(await found({ year: 2026 })).toEqual([[now.id, old.id], 2]);
  });

  test.each([
    ["{", "filter"],
    ["[1]", "filter"],
    ['{"year":{"$near":1}}', "filter.year.$near"],
  ])("refuses the filter %s", async (filter, param) => {
    const { error } = await ask("GET", `${path}?filter=${encodeURIComponent(filter)}`);
    expect([error.code, error.param]).toEqual(["invalid_parameter", param]);
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=ten",
    "limit=1.5",
    "limit=",
    "order=up",
    "status=done",
    "sort=asc",
    "offset=-1",
    "q=",
  ])("refuses %s", async (query) => {
    const { error } = await ask("GET", `${path}?${query}`);
    expect([error.type, error.param]).toEqual(["invalid_request_error", query.split("=")[0] ?? ""]);
  });
});
