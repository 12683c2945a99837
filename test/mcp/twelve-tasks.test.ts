/**
 * An agent that follows a script and knows nothing but the tools: it finds its way from one reply to the next, and solves
 * twelve tasks. What that costs a model is counted: the calls, and the bytes of the tools' descriptions and of all replies.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import { connectAgent } from "../support/processes/agent.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
let agent: Client;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Workshop", language: "en" } });
  agent = await connectAgent(service, { revision: "2026-07-28" });
});
afterAll(async () => {
  await agent.close();
  await service.close();
});

const counted = { calls: 0, bytes: 0 };
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

interface Place {
  readonly source_id: string;
  readonly source_version: number;
  readonly start: number;
  readonly end: number;
}

interface Reply {
  readonly experts: readonly { readonly slug: string }[];
  readonly source: { readonly id: string; readonly status: string; readonly version: number };
  readonly sources: readonly { readonly id: string; readonly status: string }[];
  readonly tables: readonly { readonly source_id: string; readonly number: number }[];
  readonly passages: readonly { readonly text: string }[];
  readonly answer: string;
  readonly abstained: boolean;
  readonly citations: readonly (Place & { readonly quote: string })[];
  readonly value: number | null;
  readonly text: string;
  readonly deleted: boolean;
}

/** What a tool returned, by the names of its fields. The tasks say which of them a tool has. */
async function call(name: string, input: Readonly<Record<string, unknown>>): Promise<Reply> {
  const reply = await agent.callTool({ name, arguments: input });
  counted.calls += 1;
  if (reply.isError === true) throw new Error(JSON.stringify(reply.content));
  counted.bytes += sizeOf(reply.content) + sizeOf(reply.structuredContent);
  return reply.structuredContent as unknown as Reply;
}

/** On a loaded machine a source takes longer than one call waits; looking again is not counted. */
async function remember(input: Readonly<Record<string, unknown>>): Promise<Reply["source"]> {
  const { source } = await call("add_source", { ...input, wait: 30 });
  const { calls, bytes } = counted;
  const look = { expert: input.expert, source_id: source.id };
  for (let state = source.status; state !== "ready"; ) {
    if (state === "failed") throw new Error(`${source.id} failed`);
    state = (await call("source_status", look)).sources[0]?.status ?? "failed";
  }
  Object.assign(counted, { calls, bytes });
  return source;
}

const pump = "# Pump\n\nReplace the filter of the pump every six months. The pump is painted blue.";
const newer = "# Pump\n\nReplace the filter of the pump every nine months. The pump is painted blue.";
const costs = "# Costs\n\n| part | euros |\n|---|---|\n| filter | 12 |\n| seal | 7 |\n| motor | 230 |\n";
const question = "How often is the filter of the pump replaced?";

test("twelve tasks over the tools alone", async () => {
  const { tools } = await agent.listTools();
  const described = sizeOf(tools);

  // 1. Which memory is there?
  const [{ slug: expert } = { slug: "" }] = (await call("list_experts", {})).experts;
  expect(expert).toBe("workshop");
  // 2. Remember a text.
  const manual = { expert, text: pump, title: "Pump", external_id: "pump", metadata: { year: 2025 } };
  const added = await remember(manual);
  expect(added.version).toBe(1);
  // 3. Answer with a quote.
  const answer = await call("ask_expert", { expert, question });
  expect([answer.abstained, answer.citations[0]?.quote]).toEqual([
    false,
    "Replace the filter of the pump every six months.",
  ]);
  // 4. Read the place that is cited.
  const { quote, source_id, source_version, start, end } = answer.citations[0]!;
  const read = await call("read_passage", { expert, source_id, source_version, start, end, around: 0 });
  expect(read.text).toBe(quote);
  // 5. Find passages by their words.
  const found = await call("search_memory", { expert, query: "painted blue", k: 1 });
  expect(found.passages.map(({ text }) => text.includes("painted blue"))).toEqual([true]);
  // 6. Say that something is not known.
  expect((await call("ask_expert", { expert, question: "Who invented the steam engine?" })).abstained).toBe(true);
  // 7. Remember a table, and find it.
  const table = await remember({ expert, text: costs, title: "Costs", metadata: { year: 2026 } });
  const { tables } = await call("list_tables", { expert });
  expect(tables.map(({ source_id: id }) => id)).toEqual([table.id]);
  // 8. Compute with it.
  const [{ number } = { number: 0 }] = tables;
  const sum = { expert, source_id: table.id, table: number, take: "sum", column: "euros" };
  expect((await call("query_table", sum)).value).toBe(249);
  // 9. Replace a text, and answer from what is newer.
  const replaced = await remember({ ...manual, text: newer });
  expect([replaced.id, replaced.version]).toEqual([added.id, 2]);
  expect((await call("ask_expert", { expert, question })).citations[0]?.quote).toContain("nine months");
  // 10. Answer from some of the sources only.
  const filter = { year: 2026 };
  expect((await call("ask_expert", { expert, question, filter })).abstained).toBe(true);
  // 11. Read what an old citation pointed at.
  const old = await call("read_passage", { expert, source_id, source_version, start, end, around: 0 });
  expect(old.text).toBe(quote);
  // 12. Forget it.
  const forgotten = (await call("source_status", { expert, q: "Pump" })).sources.map(({ id }) => id);
  expect(forgotten).toEqual([added.id]);
  expect((await call("forget_source", { expert, source_id: added.id })).deleted).toBe(true);
  expect((await call("ask_expert", { expert, question })).abstained).toBe(true);

  expect(counted.calls).toBe(16);
  process.stdout.write(
    `\n${tools.length} tools in ${described} bytes; ${counted.calls} calls, ${counted.bytes} bytes\n`,
  );
  // Room for what a reply may gain, and none for a reply that doubles.
  expect([described < 30_000, counted.bytes < 12_000]).toEqual([true, true]);
});
