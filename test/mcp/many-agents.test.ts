/** Twenty agents at once, each with its own questions and notes: no agent gets another's data, and nothing is lost. */
import { afterAll, expect, test } from "bun:test";
import { connectAgent, settledSource, type ToolReply } from "../support/processes/agent.ts";
import { listenOnLoopback } from "../support/processes/loopback-service.ts";

const service = await listenOnLoopback();
afterAll(() => service.close());

test("twenty agents ask and add at once", async () => {
  await service.request("POST", "/v1/experts", { body: { name: "Yard" } });
  const numbers = Array.from({ length: 20 }, (_, at) => at);
  const agents = await Promise.all(
    numbers.map((at) => connectAgent(service, { revision: at % 2 === 0 ? "2026-07-28" : "2025-11-25" })),
  );
  const each = async (at: number): Promise<ToolReply> => {
    const agent = agents[at]!;
    const text = `Bicycle number ${at} stands in shed ${at + 100}.`;
    const added = await agent.callTool({ name: "add_source", arguments: { text, external_id: `bike-${at}` } });
    expect(await settledSource(agent, added)).toMatchObject({ external_id: `bike-${at}`, status: "ready" });
    const filter = { external_id: `bike-${at}` };
    return agent.callTool({ name: "search_memory", arguments: { query: `bicycle ${at}`, filter } });
  };
  const found = await Promise.all(numbers.map(each));
  for (const [at, reply] of found.entries()) {
    const { passages } = reply.structuredContent as { passages: readonly { readonly text: string }[] };
    expect(passages.map(({ text }) => text)).toEqual([`Bicycle number ${at} stands in shed ${at + 100}.`]);
  }
  const { requests } = JSON.parse((await service.request("GET", "/v1/usage")).text);
  expect([requests.ingest, requests.query, requests.failed]).toEqual([20, 20, 0]);
});

test("messages of agents count for the key's limit of requests", async () => {
  const limited = await listenOnLoopback({ settings: { DOCENT_RATE_LIMIT: "5" } });
  const agent = await connectAgent(limited, { revision: "2026-07-28" });
  const calls = Array.from({ length: 8 }, () =>
    agent.listTools().then(
      () => "answered",
      () => "refused",
    ),
  );
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter((outcome) => outcome === "refused").length).toBeGreaterThan(2);
  const reply = await limited.request("POST", "/mcp", { body: {} });
  expect([reply.status, reply.error.code]).toEqual([429, "rate_limit_exceeded"]);
  await limited.close();
});
