/** Experts through their routes: names, changes and deletion. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { ModelObject } from "../../../src/http/openai/shared-schemas.ts";
import type { Reply } from "../../support/reply.ts";
import { type RequestOptions, startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(async () => {
  const { data } = (await ask("GET", "/v1/experts?limit=100")).pageOf(ExpertObject);
  for (const { id } of data) await ask("DELETE", `/v1/experts/${id}`);
  service.clock.advance(1000);
});

const ask = (method: string, path: string, asked: RequestOptions = {}) => service.request(method, path, asked);
const expert = (reply: Reply) => reply.as(ExpertObject);
const make = (body: Record<string, unknown>, asked: RequestOptions = {}) =>
  ask("POST", "/v1/experts", { body, ...asked });
const made = async (body: Record<string, unknown>) => expert(await make(body));
const change = (name: string, body: Record<string, unknown>) => ask("PATCH", `/v1/experts/${name}`, { body });
const taken = (reply: Reply) => [
  reply.status,
  reply.error.code,
  reply.error.param,
  reply.headers.get("x-should-retry"),
];

test("an expert has the given fields, and defaults for the rest", async () => {
  const given = {
    name: "House manual",
    slug: "house",
    description: "All of it.",
    instructions: "Be brief.",
    language: "de",
    aliases: ["gpt-4o-mini", "openai/gpt-4o"],
    metadata: { team: "ops", floors: 3, old: true, tags: ["a"] },
  };
  const reply = await make({ ...given, settings: { k: 3, refusal_text: "Keine Ahnung." } });
  const { id, settings, ...rest } = expert(reply);
  expect([reply.status, reply.headers.get("location")]).toEqual([201, `/v1/experts/${id}`]);
  expect(rest).toMatchObject({
    object: "expert",
    ...given,
    chunk_count: 0,
    content_bytes: 0,
    embedding: null,
    source_counts: { queued: 0, processing: 0, ready: 0, failed: 0, canceled: 0, total: 0 },
    updated_at: rest.created_at,
  });
  expect(settings).toMatchObject({
    k: 3,
    min_score: 0,
    min_confidence: null,
    refusal_text: "Keine Ahnung.",
    sentences: null,
    chat_footer: true,
  });
  for (const name of [id, "house", "gpt-4o-mini", "openai%2Fgpt-4o"]) {
    expect(expert(await ask("GET", `/v1/experts/${name}`)).id).toBe(id);
  }
});

describe("names", () => {
  test.each([
    ["House manual", "house-manual"],
    ["  Über  Größe!  ", "uber-gro-e"],
    ["Ωμέγα 漢字", "expert"],
    ["🦊", "expert"],
    ["a".repeat(100), "a".repeat(64)],
    [`${"a".repeat(63)} b`, "a".repeat(63)],
    ["-- x --", "x"],
  ])("%j becomes %j", async (name, slug) => {
    expect((await made({ name })).slug).toBe(slug);
  });

  test("a derived slug that is taken gets a number", async () => {
    const slugs = [];
    for (let n = 0; n < 3; n++) slugs.push((await made({ name: "House" })).slug);
    expect(slugs).toEqual(["house", "house-2", "house-3"]);
    const long = "b".repeat(64);
    expect([(await made({ name: long })).slug, (await made({ name: long })).slug]).toEqual([
      long,
      `${"b".repeat(62)}-2`,
    ]);
  });

  test("a derived slug avoids aliases too", async () => {
    await made({ name: "First", aliases: ["house"] });
    expect((await made({ name: "House" })).slug).toBe("house-2");
  });

  test("a requested slug or alias is refused if it is taken", async () => {
    await made({ name: "House", aliases: ["gpt-4o"] });
    const before = service.contents();
    expect(taken(await make({ name: "Other", slug: "house" }))).toEqual([409, "slug_taken", "slug", "false"]);
    expect(taken(await make({ name: "Other", slug: "gpt-4o" }))).toEqual([409, "slug_taken", "slug", "false"]);
    expect(taken(await make({ name: "Other", aliases: ["x", "gpt-4o"] }))).toEqual([
      409,
      "slug_taken",
      "aliases",
      "false",
    ]);
    expect(taken(await make({ name: "Other", aliases: ["house"] }))).toEqual([409, "slug_taken", "aliases", "false"]);
    expect(service.contents()).toEqual(before);
    await made({ name: "Other" });
    expect(taken(await change("other", { slug: "house" }))).toEqual([409, "slug_taken", "slug", "false"]);
    expect(taken(await change("other", { aliases: ["gpt-4o"] }))).toEqual([409, "slug_taken", "aliases", "false"]);
    expect((await change("other", { slug: "free", aliases: ["also-free"] })).status).toBe(200);
  });

  test("each workspace has its own", async () => {
    await made({ name: "House", aliases: ["gpt-4o"] });
    const stranger = await service.key({ workspace: (await service.docent.workspaces.create("elsewhere")).id });
    const theirs = await make({ name: "House", aliases: ["gpt-4o"] }, { key: stranger });
    expect([theirs.status, expert(theirs).slug]).toEqual([201, "house"]);
    const { data, total_count } = (await ask("GET", "/v1/experts", { key: stranger })).pageOf(ExpertObject);
    expect([data.map(({ id }) => id), total_count]).toEqual([[expert(theirs).id], 1]);
    await ask("DELETE", "/v1/experts/house", { key: stranger });
    expect((await ask("GET", "/v1/experts/house")).status).toBe(200);
  });

  test("an id takes precedence over an equal slug", async () => {
    const { id } = await made({ name: "House" });
    const other = await made({ name: "Other", slug: id });
    expect(expert(await ask("GET", `/v1/experts/${id}`)).name).toBe("House");
    expect(expert(await ask("GET", `/v1/experts/${other.id}`)).name).toBe("Other");
  });
});

describe("changes", () => {
  test("keep missing fields, merge settings, and replace aliases and metadata", async () => {
    const before = await made({ name: "House", aliases: ["a", "b"], settings: { k: 3 }, metadata: { x: 1, y: 2 } });
    service.clock.advance(5000);
    const after = expert(
      await change("house", { aliases: ["b", "c", "c"], settings: { min_score: 0.5 }, metadata: { y: 3 } }),
    );
    expect(after).toEqual({
      ...before,
      aliases: ["b", "c"],
      settings: { ...before.settings, min_score: 0.5 },
      metadata: { y: 3 },
      updated_at: new Date(service.clock.now()).toISOString(),
    });
    expect((await ask("GET", "/v1/experts/a")).error.code).toBe("expert_not_found");
    expect(expert(await change("c", { slug: "home" })).slug).toBe("home");
    expect((await ask("GET", "/v1/experts/house")).error.code).toBe("expert_not_found");
    expect(expert(await change("home", {}))).toMatchObject({ slug: "home", aliases: ["b", "c"] });
  });

  test("an expert's own alias may become its slug", async () => {
    await made({ name: "House", aliases: ["home"] });
    expect(expert(await change("house", { slug: "home" }))).toMatchObject({ slug: "home", aliases: [] });
  });

  test("of the language take effect with the next question", async () => {
    // Irish cannot be found, so an expert of that language reads every text in it.
    await made({ name: "House", language: "ga" });
    await ask("POST", "/v1/experts/house/sources?wait=60", {
      body: { text: "Die Häuser werden jährlich gestrichen." },
    });
    const found = async () => {
      const body = { question: "Haus streichen", generate: false };
      const reply = await ask("POST", "/v1/experts/house/query", { body });
      return reply.text.includes("jährlich gestrichen");
    };
    expect(await found()).toBe(false);
    await change("house", { language: "de" });
    expect(await found()).toBe(true);
  });
});

test("deletion removes sources, passages, files and the index", async () => {
  const { id } = await made({ name: "House", aliases: ["home"] });
  for (const text of ["One text about filters.", "Another text about boilers."]) {
    await ask("POST", "/v1/experts/house/sources?wait=60", { body: { text } });
  }
  await ask("POST", "/v1/experts/house/query", { body: { question: "What about filters?" } });
  await service.docent.memory.flush();
  expect((await ask("DELETE", "/v1/experts/home")).json).toEqual({ id, object: "expert.deleted", deleted: true });
  expect((await ask("DELETE", `/v1/experts/${id}`)).error.code).toBe("expert_not_found");
  const {
    experts,
    expert_names: names,
    sources,
    source_versions: versions,
    chunks,
    memory_changes: log,
  } = service.contents();
  expect([experts, names, sources, versions, chunks, log]).toEqual([[], [], [], [], [], []]);
  expect(readdirSync(join(service.dataDir, "originals"))).toEqual([]);
  const memory = join(service.dataDir, "memory");
  expect(existsSync(memory) ? readdirSync(memory).filter((name) => name.includes(id)) : []).toEqual([]);
  expect((await make({ name: "House", aliases: ["home"] })).status).toBe(201);
});

describe("lists", () => {
  test("have pages in both directions", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await made({ name: `Expert ${n}` })).id);
    const page = async (query: string) => {
      const { data, has_more, total_count } = (await ask("GET", `/v1/experts?${query}`)).pageOf(ExpertObject);
      return [data.map(({ id }) => ids.indexOf(id)), has_more, total_count];
    };
    expect(await page("")).toEqual([[3, 2, 1, 0], false, 4]);
    expect(await page("limit=2")).toEqual([[3, 2], true, 4]);
    expect(await page(`limit=2&after=${ids[2]}`)).toEqual([[1, 0], false, 4]);
    expect(await page(`order=asc&limit=3&after=${ids[0]}`)).toEqual([[1, 2, 3], false, 4]);
  });

  test("are searched by name and slug", async () => {
    for (const [name, slug] of [
      ["Heating", "boiler"],
      ["Garden", "plants"],
    ])
      await made({ name, slug });
    const found = async (query: string) =>
      (await ask("GET", `/v1/experts?${query}`)).pageOf(ExpertObject).data.map(({ slug }) => slug);
    expect([await found("q=EAT"), await found("q=oil"), await found("q=none")]).toEqual([["boiler"], ["boiler"], []]);
    expect(await found("q=a&limit=1")).toEqual(["plants"]);
    expect((await ask("GET", "/v1/experts?q=")).error.param).toBe("q");
  });

  test("show a limited key only its own experts, also as models", async () => {
    const { id } = await made({ name: "House" });
    await made({ name: "Garden" });
    const key = await service.key({ experts: [id] });
    const { data, total_count } = (await ask("GET", "/v1/experts", { key })).pageOf(ExpertObject);
    expect([data.map(({ slug }) => slug), total_count]).toEqual([["house"], 1]);
    const models = (await ask("GET", "/v1/models", { key })).json;
    expect(models).toEqual({
      object: "list",
      data: [
        {
          id: "house",
          object: "model",
          created: Math.floor(service.clock.now() / 1000),
          owned_by: "docent",
          name: "House",
        },
      ],
    });
    const hidden = (await ask("GET", "/v1/models/garden", { key })).error;
    expect([hidden.code, hidden.message]).toEqual(["model_not_found", expect.not.stringContaining("Did you mean")]);
    expect((await ask("GET", "/v1/models/huose", { key })).error.message).toContain('Did you mean "house"?');
    expect((await ask("GET", "/v1/models/house", { key })).as(ModelObject).id).toBe("house");
  });

  test("models are found by slug, id and alias, including slashes", async () => {
    const { id } = await made({ name: "House", aliases: ["openai/gpt-4o", "o1"] });
    for (const name of ["house", id, "o1", "openai/gpt-4o", "openai%2Fgpt-4o", "house/"]) {
      expect((await ask("GET", `/v1/models/${name}`)).as(ModelObject).id).toBe("house");
    }
  });
});
