/** An expert as a vector store of OpenAI's clients. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { VectorStoreResults } from "../../../src/http/questions/vector-store-routes.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let filters: string;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  const add = async (body: object) =>
    (await service.request("POST", "/v1/experts/house/sources?wait=60", { body })).as(SourceObject).id;
  const metadata = { year: 2026, rooms: ["cellar", "attic"] };
  filters = await add({ title: "Filters", text: "The filter is replaced every six months.", metadata });
  await add({ title: "Roof", text: "The roof has a filter since 1999.", metadata: { year: 1999 } });
});
afterAll(() => service.close());

const query = "How often is the filter replaced?";
const search = async (body: object) =>
  (await service.request("POST", "/v1/vector_stores/house/search", { body: { query, ...body } })).as(
    VectorStoreResults,
  );

test("passages have the form of a vector store's results, best first", async () => {
  const { data, ...page } = await search({ max_num_results: 2, rewrite_query: false });
  const object = "vector_store.search_results.page" as const;
  expect(page).toEqual({ object, search_query: [query], has_more: false, next_page: null });
  expect(data[0]).toMatchObject({
    file_id: filters,
    filename: "Filters",
    attributes: { year: 2026, rooms: "cellar, attic" },
    content: [{ type: "text", text: "The filter is replaced every six months." }],
  });
  expect(data[0]!.score).toBeGreaterThan(data[1]!.score);
});

test("filters, a least score and several queries are understood", async () => {
  const titles = async (body: object) => (await search(body)).data.map(({ filename }) => filename);
  const before = { type: "lt", key: "year", value: 2000 };
  expect(await titles({ filters: before })).toEqual(["Roof"]);
  const either = { type: "or", filters: [before, { type: "in", key: "rooms", value: ["attic"] }] };
  expect(await titles({ filters: either })).toHaveLength(2);
  expect(
    await titles({ filters: { type: "and", filters: [before, { type: "eq", key: "year", value: 2026 }] } }),
  ).toEqual([]);
  expect(await titles({ ranking_options: { score_threshold: 1 } })).toEqual([]);
  expect((await search({ query: ["filter", "roof"] })).search_query).toEqual(["filter", "roof"]);
});
