/** What agents do with a memory beyond asking: make one, fill it in several ways, look for words, read long results. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { connectAgent, connectThroughApi, errorOf, settledSource, textOf } from "../support/processes/agent.ts";
import { startService } from "../support/service.ts";

const pages = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () =>
    new Response("<h1>Pumps</h1><p>The pump of the site is red.</p>", { headers: { "content-type": "text/html" } }),
});
const service = await startService({ settings: { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1" } });
service.docent.app.listen({ hostname: "127.0.0.1", port: 0 });
const address = `http://127.0.0.1:${service.docent.app.server?.port}`;
afterAll(async () => {
  await service.docent.app.server?.stop(true);
  await service.close();
  await pages.stop(true);
});
const revision = "2026-07-28";

const ways: readonly (readonly [string, () => Promise<Client>])[] = [
  ["over HTTP", () => connectAgent(service, { revision })],
  ["through the API", () => connectThroughApi(address, { revision, key: service.owner })],
];

describe.each(ways)("%s", (way, connect) => {
  const expert = way === "over HTTP" ? "http-pumps" : "api-pumps";
  const calls = async () => {
    const agent = await connect();
    return async (name: string, given: object) => {
      const reply = await agent.callTool({ name, arguments: { expert, ...given } });
      if (reply.isError === true) throw new Error(textOf(reply));
      const data = Object(reply.structuredContent);
      const source = data.source && (await settledSource(agent, reply));
      return { data: data.source ? { ...data, source } : data, text: textOf(reply) };
    };
  };

  test("an expert is created, and a second one of the name is refused", async () => {
    const agent = await connect();
    const given = { name: "Pumps", slug: expert, description: "All about pumps." };
    const made = await agent.callTool({ name: "create_expert", arguments: given });
    expect(made.structuredContent).toMatchObject({ slug: expert, sources_ready: 0, passage_count: 0 });
    expect(errorOf(await agent.callTool({ name: "create_expert", arguments: given })).code).toBe("slug_taken");
  });

  test("a conversation is remembered, and later turns are appended", async () => {
    const call = await calls();
    const turn = (content: string) => ({
      role: "user",
      name: "Maria",
      content,
      created_at: "2026-03-23T14:05:00+01:00",
    });
    const messages = [turn("My pump is in the cellar.")];
    const first = await call("add_source", { messages, external_id: "talk" });
    expect(first.data).toMatchObject({ site: null, source: { type: "conversation", status: "ready", version: 1 } });
    const more = await call("add_source", { messages: [...messages, turn("It is blue.")], external_id: "talk" });
    expect(more.data.source).toMatchObject({ id: first.data.source.id, version: 2 });
    const asked = await call("ask_expert", { question: "Where is Maria's pump?" });
    expect(asked.data.answer).toContain("cellar");
  });

  test("the pages of a site are read", async () => {
    const call = await calls();
    const { data, text } = await call("add_source", { url: pages.url.href, site: true });
    expect(data).toMatchObject({ source: null, site: { url: pages.url.href } });
    expect(text).toContain("source_status");
    await expect(call("add_source", { url: pages.url.href, site: true, text: "a" })).rejects.toThrow(
      "documents of their own",
    );
    await expect(call("add_source", { site: true })).rejects.toThrow("url");
    await expect(call("add_source", { messages: [{ role: "user", content: "a" }], text: "b" })).rejects.toThrow("own");
  });

  test("an exact search finds what stands there letter for letter", async () => {
    const call = await calls();
    await call("add_source", { text: "The code E-42 means that the filter is blocked.", title: "Codes" });
    await call("add_source", { text: "The code E 42 is an old one. Code 42 is another.", title: "Old codes" });
    const near = await call("search_memory", { query: "code E-42" });
    expect(near.data.passages.map(({ title }: { title: string }) => title)).toContain("Old codes");
    const exact = await call("search_memory", { query: "CODE e-42", exact: true });
    expect(exact.data).toMatchObject({ passages: [{ title: "Codes" }], mode: "keyword", next: null });
    const none = await call("search_memory", { query: "filter E-42 code", exact: true });
    expect([none.data.passages, none.text]).toEqual([[], expect.stringContaining("exactly")]);
  });

  test("a long result is cut, and read on", async () => {
    const call = await calls();
    const long = Array.from(
      { length: 60 },
      (_, i) => `# Valve ${i}\n\n${`Valve ${i} turns slowly and steadily. `.repeat(25)}`,
    );
    await call("add_source", { text: long.join("\n\n"), title: "Valves" });
    const seen: number[] = [];
    let skip = 0;
    for (let rounds = 0; rounds < 20; rounds++) {
      const { data, text } = await call("search_memory", { query: "valve turns slowly", k: 100, skip });
      expect(text.length).toBeLessThan(24_000);
      seen.push(...data.passages.map(({ rank }: { rank: number }) => rank));
      if (data.next === null) break;
      expect(text).toContain(`skip ${data.next}`);
      skip = data.next;
    }
    expect(seen.length).toBeGreaterThan(40);
    expect(seen).toEqual(seen.map((_, i) => i + 1));
  });

  test("which metadata can be filtered is told", async () => {
    const call = await calls();
    const added = await call("add_source", {
      text: "The seal lasts ten years.",
      metadata: { year: 2026, team: "ops" },
    });
    expect(added.data.source.metadata).toEqual({ year: 2026, team: "ops" });
    const listed = await call("source_status", { limit: 1 });
    expect(listed.text).toContain('{"year":2026,"team":"ops"}');
    const none = await call("search_memory", { query: "seal", filter: { colour: "red" } });
    expect(none.text).toContain("year, team");
  });

  test("messages name tools, and no routes", async () => {
    const call = await calls();
    const none = "src_00000000000000000000000000";
    const failures = [
      ["search_memory", { expert: "nobody", query: "a" }, "list_experts"],
      ["source_status", { source_id: none }, "source_status"],
      ["read_passage", { source_id: none }, "source_status"],
      ["forget_source", { source_id: none }, "source_status"],
      ["query_table", { source_id: none, table: 1, take: "count" }, "source_status"],
    ] as const;
    for (const [name, given, named] of failures) {
      const said = await call(name, given).catch((error: Error) => error.message);
      expect(said).toContain(named);
      expect(String(said)).not.toContain("/v1");
    }
  });
});

test("only a key that manages creates experts, and not one that is limited to some", async () => {
  const named = async (key: string) => {
    const agent = await connectAgent(service, { revision, key });
    return { agent, names: (await agent.listTools()).tools.map(({ name }) => name) };
  };
  expect((await named(await service.key({ scopes: ["query", "ingest"] }))).names).not.toContain("create_expert");
  const { agent, names } = await named(await service.key({ scopes: ["manage"], experts: [] }));
  expect(names).toContain("create_expert");
  const reply = await agent.callTool({ name: "create_expert", arguments: { name: "Another" } });
  expect(errorOf(reply).code).toBe("insufficient_scope");
});

test("nothing is promised that does not come: no list tells of changes", async () => {
  const agent = await connectAgent(service, { revision: "2025-11-25" });
  const capabilities = JSON.stringify(agent.getServerCapabilities());
  expect(capabilities).not.toContain('"listChanged":true');
  expect(capabilities).not.toContain('"subscribe":true');
});
