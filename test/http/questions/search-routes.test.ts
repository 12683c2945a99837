/** Searches for passages, in one expert and in several. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { UsageObject } from "../../../src/api/usage-schemas.ts";
import { FoundInExperts, FoundPassages } from "../../../src/http/questions/search-routes.ts";
import { answerFrom } from "../../support/replies/cited-answer.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
const ids: Record<string, string> = {};
const documents = {
  house: ["# Filters\n\nThe filter is replaced every six months.", "# Roof\n\nThe roof was built in 1999."],
  car: ["# Air filter\n\nThe air filter of the car is replaced every second year."],
};
beforeAll(async () => {
  service = await startService();
  for (const [name, texts] of Object.entries(documents)) {
    ids[name] = (await service.request("POST", "/v1/experts", { body: { name } })).as(ExpertObject).id;
    for (const [year, text] of texts.entries()) {
      const body = { text, metadata: { year } };
      await service.request("POST", `/v1/experts/${name}/sources?wait=60`, { body });
    }
  }
  await service.request("POST", "/v1/experts", { body: { name: "empty" } });
});
afterAll(() => service.close());

const post = (path: string, body: object, key?: string) =>
  service.request("POST", path, { body, ...(key === undefined ? {} : { key }) });
const search = async (body: object) => (await post("/v1/experts/house/search", body)).as(FoundPassages);
const searchAll = async (body: object, key?: string) => (await post("/v1/search", body, key)).as(FoundInExperts);
const query = "How often is the filter replaced?";

describe("a search in one expert", () => {
  test("has the passages of a question without an answer", async () => {
    const asked = await post("/v1/experts/house/query", { question: query, generate: false });
    const { retrieved, retrieval } = answerFrom(asked);
    expect(await search({ query })).toEqual({ object: "list", data: retrieved ?? [], retrieval });
    expect(retrieved?.[0]?.text).toContain("every six months");
  });

  test("takes k, filter and scores", async () => {
    expect((await search({ query, k: 1 })).data).toHaveLength(1);
    expect((await search({ query, filter: { year: 1 } })).data.map(({ text }) => text)).not.toContain("six months");
    expect((await search({ query, include: ["scores"] })).data[0]?.scores?.keyword).toBeGreaterThan(0);
    expect((await search({ query, min_score: 1 })).data.every(({ score }) => score >= 1)).toBe(true);
  });

  test("counts as a request", async () => {
    const used = async () => (await service.request("GET", "/v1/usage")).as(UsageObject).requests.query;
    const before = await used();
    await search({ query });
    expect(await used()).toBe(before + 1);
  });
});

describe("a search in several experts", () => {
  test("has the best of all, ranked by score, each with its expert", async () => {
    const { data, experts } = await searchAll({ query });
    expect(data.map(({ rank }) => rank)).toEqual(data.map((_, i) => i + 1));
    expect(data.map(({ score }) => score)).toEqual(data.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(new Set(data.map(({ expert_id }) => expert_id))).toEqual(new Set([ids.house!, ids.car!]));
    expect(experts).toHaveLength(3);
  });

  test("is limited to those that are named, each once, and to k passages", async () => {
    const { data, experts } = await searchAll({ query, experts: ["car", ids.car!] });
    expect(experts.map(({ expert_id }) => expert_id)).toEqual([ids.car!]);
    expect(new Set(data.map(({ expert_id }) => expert_id))).toEqual(new Set([ids.car!]));
    expect((await searchAll({ query, k: 1 })).data).toHaveLength(1);
  });

  test("finds nothing that the key cannot reach", async () => {
    const key = await service.key({ experts: [ids.car!] });
    expect((await searchAll({ query }, key)).experts).toHaveLength(1);
    const refused = await post("/v1/search", { query, experts: ["house"] }, key);
    expect([refused.status, refused.error.code, refused.error.param]).toEqual([404, "expert_not_found", "experts[0]"]);
  });

  test("asks for names where there are too many experts", async () => {
    const key = await service.key({ workspace: (await service.docent.workspaces.create("crowded")).id });
    for (let i = 0; i < 51; i++) await service.request("POST", "/v1/experts", { key, body: { name: `E${i}` } });
    const { status, error } = await post("/v1/search", { query }, key);
    expect([status, error.param]).toEqual([400, "experts"]);
    expect(error.message).toContain("51 experts");
  });
});
