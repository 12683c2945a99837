/** Hostile messages: each is refused without an internal error and without effect. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Log } from "../../src/kernel/log.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { connectAgent, errorOf, revisionNames } from "../support/processes/agent.ts";
import { startWorld } from "../support/requests/route-world.ts";

const defects: string[] = [];
const log: Log = { ...silentLog, error: (event) => void defects.push(event) };
const world = await startWorld({ log });
afterAll(async () => {
  expect(defects).toEqual([]);
  await world.close();
});
const expert = world.expert;

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  world.request("POST", "/mcp", { body, headers: { accept: "application/json, text/event-stream", ...headers } });

describe.each(revisionNames)("revision %s", (revision) => {
  const wrong: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
    ["ask_expert", { expert, question: 7 }, "question", "invalid_parameter"],
    ["ask_expert", { expert, question: "  " }, "question", "invalid_parameter"],
    ["ask_expert", { expert, question: "x".repeat(8001) }, "question", "invalid_parameter"],
    ["ask_expert", { expert, question: "Why?", k: 0 }, "k", "invalid_parameter"],
    ["ask_expert", { expert, question: "Why?", k: "8" }, "k", "invalid_parameter"],
    ["ask_expert", { expert, question: "Why?", mode: "vector" }, "mode", "invalid_parameter"],
    [
      "ask_expert",
      { expert, question: "Why?", filter: { year: { $above: 1 } } },
      "filter.year.$above",
      "invalid_parameter",
    ],
    ["ask_expert", { expert, question: "Why?", generate: false }, "generate", "unknown_parameter"],
    ["ask_expert", { expert: ["manual"], question: "Why?" }, "expert", "invalid_parameter"],
    ["ask_expert", { expert }, "question", "missing_required_parameter"],
    ["search_memory", { expert, query: null }, "query", "invalid_parameter"],
    ["add_source", { expert }, "text", "missing_required_parameter"],
    ["add_source", { expert, text: "" }, "text", "invalid_parameter"],
    ["add_source", { expert, url: "file:///etc/passwd" }, "url", "invalid_parameter"],
    ["add_source", { expert, path: "/etc/passwd" }, "path", "unknown_parameter"],
    ["add_source", { expert, text: "A", metadata: { nested: {} } }, "metadata.nested", "invalid_parameter"],
    ["add_source", { expert, text: "A", wait: 61 }, "wait", "invalid_parameter"],
    ["read_passage", { expert, source_id: world.source, start: -1 }, "start", "invalid_parameter"],
    ["read_passage", { expert, source_id: world.source, around: 1e9 }, "around", "invalid_parameter"],
    ["query_table", { expert, source_id: world.source, table: 0, take: "count" }, "table", "invalid_parameter"],
    ["query_table", { expert, source_id: world.source, table: 1, take: "drop" }, "take", "invalid_parameter"],
    ["query_table", { expert, source_id: world.source, table: 1, take: "count" }, "number", "table_not_found"],
    ["source_status", { expert, after: "../../etc" }, "after", "invalid_parameter"],
    ["source_status", { expert, limit: 1000 }, "limit", "invalid_parameter"],
    ["list_experts", { after: "'; DROP TABLE experts" }, "after", "invalid_parameter"],
  ];

  test.each(wrong)("%s with %j is refused with the faulty field", async (name, given, param, code) => {
    const agent = await connectAgent(world, { revision });
    const before = world.contents();
    expect(errorOf(await agent.callTool({ name, arguments: given }))).toMatchObject({ param, code });
    expect(world.contents()).toEqual(before);
  });

  test("unknown names are not found", async () => {
    const agent = await connectAgent(world, { revision });
    const source = { expert, source_id: "src_nobody" };
    expect(errorOf(await agent.callTool({ name: "forget_source", arguments: source })).code).toBe("source_not_found");
    const nobody = { expert: "../keys", question: "Why?" };
    expect(errorOf(await agent.callTool({ name: "ask_expert", arguments: nobody })).code).toBe("expert_not_found");
    await expect(agent.callTool({ name: "drop_tables", arguments: {} })).rejects.toThrow(
      'There is no tool "drop_tables"',
    );
    await expect(agent.getPrompt({ name: "nobody" })).rejects.toThrow('There is no prompt "nobody"');
    for (const uri of [
      "file:///etc/passwd",
      "docent://experts",
      "docent://experts/%E0%A4%A",
      "docent://experts/nobody",
    ]) {
      await expect(agent.readResource({ uri })).rejects.toThrow();
    }
  });

  test("invalid text, and a megabyte in place of a name", async () => {
    const agent = await connectAgent(world, { revision });
    const long = { expert: "x".repeat(1_000_000), question: "Why?" };
    expect(errorOf(await agent.callTool({ name: "ask_expert", arguments: long }))).toMatchObject({ param: "expert" });
    const reply = await post(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_source","arguments":{"text":"\\ud83d"}}}',
    );
    expect([reply.status, reply.error.code]).toEqual([400, "invalid_json"]);
  });
});

describe("messages", () => {
  test("a batch is refused, whatever it contains", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (const batch of [[], [list], Array.from({ length: 1000 }, () => list)]) {
      const reply = await post(batch);
      expect([reply.status, reply.error.code]).toEqual([400, "invalid_parameter"]);
      expect(reply.error.message).toContain("batch");
    }
  });

  test("a message that is not JSON, not an object or too large is refused in the envelope", async () => {
    for (const body of ["", "{", "null", '"text"', "1"]) {
      const reply = await post(body);
      expect([reply.status, reply.error.code]).toEqual([400, "invalid_json"]);
    }
    const large = await post(`{"jsonrpc":"2.0","pad":"${"x".repeat(17_000_000)}"}`);
    expect([large.status, large.error.code]).toEqual([413, "payload_too_large"]);
  });

  test("a message outside the protocol is refused by the protocol", async () => {
    const bodies = [
      {},
      { jsonrpc: "1.0", id: 1, method: "tools/list" },
      { jsonrpc: "2.0", id: {}, method: "tools/list" },
      { jsonrpc: "2.0", id: 1, method: 7 },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: "all" },
      { jsonrpc: "2.0", id: 1, method: "constructor" },
      { jsonrpc: "2.0", id: 1, method: "__proto__", params: {} },
    ];
    for (const body of bodies) {
      const reply = await post(body);
      expect(reply.text).toContain('"error"');
      expect(reply.text).not.toContain("at ");
      expect(reply.status).toBeLessThan(500);
    }
  });

  test("a deeply nested message is answered", async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const reply = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_experts","arguments":${deep}}}`,
    );
    expect(reply.status).toBeLessThan(500);
  });

  test("an invented or foreign session changes nothing", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const plain = await post(list);
    for (const session of ["x", "'; DROP TABLE", "y".repeat(4000)]) {
      expect((await post(list, { "mcp-session-id": session })).text).toBe(plain.text);
    }
  });

  test("GET and DELETE are refused with the allowed methods", async () => {
    for (const method of ["GET", "DELETE"]) {
      const reply = await world.request(method, "/mcp");
      expect([reply.status, reply.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });

  test("a client that wants neither JSON nor events is refused by the protocol", async () => {
    const reply = await world.request("POST", "/mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
    expect(reply.status).toBe(406);
  });
});

describe("a page in a browser", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const from = (origin: string) => post(list, { origin });

  test("of another site is refused before its key is read", async () => {
    for (const origin of ["https://evil.example", "http://127.0.0.1.evil.example", "null", "file://", "http://"]) {
      const reply = await from(origin);
      expect([reply.status, reply.error.code, reply.error.param]).toEqual([403, "origin_not_allowed", "Origin"]);
    }
    const keyless = await world.request("POST", "/mcp", {
      key: null,
      body: list,
      headers: { origin: "https://evil.example" },
    });
    expect(keyless.status).toBe(403);
  });

  test("of this machine is accepted", async () => {
    for (const origin of ["http://localhost:7333", "http://127.0.0.1", "http://[::1]:8080"]) {
      expect((await from(origin)).status).toBe(200);
    }
  });

  test("of a configured origin is accepted", async () => {
    const service = await startWorld({
      settings: { DOCENT_CORS_ORIGINS: "https://inspector.example", DOCENT_PUBLIC_URL: "https://docent.example" },
    });
    const accept = "application/json, text/event-stream";
    const status = async (origin: string) =>
      (await service.request("POST", "/mcp", { body: list, headers: { origin, accept } })).status;
    expect(await status("https://inspector.example")).toBe(200);
    expect(await status("https://docent.example")).toBe(200);
    expect(await status("http://inspector.example")).toBe(403);
    await service.close();
  });
});
