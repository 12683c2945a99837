/** Ranking of texts that clients bring. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { UsageObject } from "../../../src/api/usage-schemas.ts";
import { RerankReply } from "../../../src/http/questions/rerank-routes.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const documents = [
  "The door is painted green.",
  { text: "The filter of the pump is replaced every six months." },
  "Pumps have filters.",
];
const query = "How often is the filter replaced?";
const post = (body: object, path = "/v1/rerank") => service.request("POST", path, { body });
const rerank = async (body: object, path?: string) => (await post(body, path)).as(RerankReply);

describe("texts of a request", () => {
  test("are ranked, all of them, with scores from 0 to 1", async () => {
    const { results, usage, meta, model } = await rerank({ query, documents });
    expect(results.map(({ index }) => index)).toEqual([1, 2, 0]);
    expect(results[0]!.relevance_score).toBeGreaterThan(results[1]!.relevance_score);
    expect(results[2]!.relevance_score).toBe(0);
    expect(results[0]).not.toHaveProperty("document");
    expect(usage.total_tokens).toBeGreaterThan(20);
    expect([model, meta]).toEqual(["docent", { billed_units: { search_units: 1 } }]);
  });

  test("are ranked alike at both addresses, and each time", async () => {
    const comparable = async (path: string) => ({ ...(await rerank({ query, documents }, path)), id: "" });
    expect(await comparable("/v2/rerank")).toEqual(await comparable("/v1/rerank"));
  });

  test("come back as the client wants: the first ones, with their texts", async () => {
    const asked = { query, documents, top_n: 1, return_documents: true, model: "rerank-v3.5", max_tokens_per_doc: 512 };
    expect((await rerank(asked)).results.map(({ index, document }) => [index, document?.text])).toEqual([
      [1, "The filter of the pump is replaced every six months."],
    ]);
    expect((await rerank({ query, documents, top_n: 50 })).results).toHaveLength(3);
  });

  test("are found by any of their parts, however long they are", async () => {
    const filler = "The door is painted green. ".repeat(200);
    const { results } = await rerank({
      query,
      documents: [filler, `${filler}The filter is replaced in May. ${filler}`],
    });
    expect(results[0]?.index).toBe(1);
  });

  test("may be a thousand, in several languages, and empty", async () => {
    const many = Array.from({ length: 998 }, (_, i) => `Text number ${i}.`);
    const { results } = await rerank({
      query: "Wie oft wird der Filter getauscht?",
      documents: [...many, "", "Der Filter wird jedes Jahr getauscht."],
    });
    expect([results.length, results[0]?.index]).toEqual([1000, 999]);
  });
});

test("a ranking counts as one question of the key, and a refused one does not", async () => {
  const used = async () => (await service.request("GET", "/v1/usage")).as(UsageObject).requests.query;
  const before = await used();
  await rerank({ query, documents });
  expect((await post({ query, documents: [] })).status).toBe(400);
  expect(await used()).toBe(before + 1);
});
