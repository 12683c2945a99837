/**
 * The tools by the official client, in both revisions of the protocol: over HTTP, where they call the services, and
 * through the API of a running service, as `docent mcp` does.
 */
import { afterAll, describe, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/client";
import {
  connectAgent,
  connectThroughApi,
  errorOf,
  progressOf,
  revisionNames,
  settledSource,
  textOf,
  withProgress,
} from "../support/processes/agent.ts";
import { startWorld } from "../support/requests/route-world.ts";

const world = await startWorld();
world.docent.app.listen({ hostname: "127.0.0.1", port: 0 });
const address = `http://127.0.0.1:${world.docent.app.server?.port}`;
afterAll(async () => {
  await world.docent.app.server?.stop(true);
  await world.close();
});
const manual = world.expert;

const ways = ["over HTTP", "through the API"] as const;
const cases = revisionNames.flatMap((revision) => ways.map((way) => [revision, way] as const));

interface Cited {
  readonly quote: string;
  readonly source_id: string;
  readonly source_version: number;
  readonly start: number;
  readonly end: number;
}

async function addText(agent: Client, text: string, more: object = {}) {
  const reply = await agent.callTool({ name: "add_source", arguments: { expert: manual, text, ...more } });
  return (await settledSource(agent, reply)) as {
    id: string;
    status: string;
    version: number;
    deduplicated: boolean;
  };
}

describe.each(cases)("revision %s %s", (revision, way) => {
  const connect = () =>
    way === "over HTTP"
      ? connectAgent(world, { revision })
      : connectThroughApi(address, { revision, key: world.owner });

  test("is negotiated, and the server describes itself", async () => {
    const agent = await connect();
    expect(agent.getServerVersion()?.name).toBe("docent");
    expect(agent.getInstructions()).toContain("list_experts");
    expect(agent.getNegotiatedProtocolVersion()).toBe(revision);
  });

  test("lists every tool with true hints and schemas", async () => {
    const agent = await connect();
    const { tools } = await agent.listTools();
    const hints = tools.map(({ name, annotations: a }) => [
      name,
      a?.readOnlyHint,
      a?.destructiveHint,
      a?.idempotentHint,
      a?.openWorldHint,
    ]);
    expect(hints).toEqual([
      ["list_experts", true, false, true, false],
      ["create_expert", false, false, false, false],
      ["search_memory", true, false, true, false],
      ["ask_expert", true, false, true, false],
      ["read_passage", true, false, true, false],
      ["list_tables", true, false, true, false],
      ["query_table", true, false, true, false],
      ["add_source", false, false, false, true],
      ["source_status", true, false, true, false],
      ["forget_source", false, true, true, false],
    ]);
    for (const { inputSchema, outputSchema, description = "" } of tools) {
      expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
      expect(inputSchema.additionalProperties).toBe(false);
      expect(description.length).toBeGreaterThan(40);
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"(?:\$id|\$ref|expected|otherNames|notHere)"/);
    }
    const add = tools.find(({ name }) => name === "add_source");
    expect(Object.keys(Object(add?.inputSchema.properties))).not.toContain("path");
  });

  test("lists the experts", async () => {
    const agent = await connect();
    const reply = await agent.callTool({ name: "list_experts", arguments: { limit: 1 } });
    expect(reply.structuredContent).toMatchObject({ experts: [{ slug: manual, name: "Manual", language: "auto" }] });
    expect(textOf(reply)).toContain("- manual: Manual");
    const { next } = reply.structuredContent as { next: string };
    const rest = await agent.callTool({ name: "list_experts", arguments: { after: next } });
    expect(Object(rest.structuredContent).experts.map(({ slug }: { slug: string }) => slug)).toEqual([
      "empty",
      "doomed",
    ]);
  });

  test("answers with exact citations, as data and as text", async () => {
    const agent = await connect();
    await addText(agent, "The pump 🚰 is drained in November. Frost damages a pump that holds water.", {
      title: "Pump",
    });
    const question = "When is the pump drained?";
    const reply = await agent.callTool({ name: "ask_expert", arguments: { expert: manual, question } });
    const { answer, abstained, confidence, citations } = reply.structuredContent as {
      answer: string;
      abstained: boolean;
      confidence: number;
      citations: readonly Cited[];
    };
    expect(abstained).toBe(false);
    expect(answer).toContain("drained in November");
    expect(confidence).toBeGreaterThan(0);
    expect(String(confidence)).toMatch(/^0\.\d{1,3}$|^1$/);
    expect(citations.length).toBeGreaterThan(0);
    for (const { quote, source_id, source_version, start, end } of citations) {
      const place = { expert: manual, source_id, source_version, start, end, around: 0 };
      const passage = await agent.callTool({ name: "read_passage", arguments: place });
      expect(Object(passage.structuredContent).text).toBe(quote);
      expect(textOf(reply)).toContain(`"${quote}"`);
    }
    expect(textOf(reply)).toMatch(/^The pump .*\[1\]/);
  });

  test("reports when it abstains, and why", async () => {
    const agent = await connect();
    const reply = await agent.callTool({ name: "ask_expert", arguments: { expert: "empty", question: "Who won?" } });
    expect(reply.structuredContent).toMatchObject({ abstained: true, abstain_reason: "no_sources", citations: [] });
    expect(textOf(reply)).toContain("The expert has no sources yet.");
    expect(reply.isError ?? false).toBe(false);
  });

  test("shows what comes close when it abstains", async () => {
    const agent = await connect();
    const question = "Which actress sang at the auction of a golden filter in Vienna?";
    const reply = await agent.callTool({ name: "ask_expert", arguments: { expert: manual, question } });
    const { abstained, nearest } = reply.structuredContent as {
      abstained: boolean;
      nearest: readonly { text: string }[];
    };
    expect(abstained).toBe(true);
    expect(nearest.length).toBeGreaterThan(0);
    expect(nearest.length).toBeLessThanOrEqual(3);
    expect(textOf(reply)).toContain(`but are no answer:`);
    expect(textOf(reply)).toContain(nearest[0]!.text);
  });

  test("searches, and reads around a passage", async () => {
    const agent = await connect();
    const request = { expert: manual, query: "filter months", k: 1, filter: { title: "Manual" } };
    const found = await agent.callTool({ name: "search_memory", arguments: request });
    const [passage] = Object(found.structuredContent).passages as readonly (Cited & { readonly text: string })[];
    expect(passage?.text).toContain("Replace the filter every six months.");
    expect(textOf(found)).toContain("Replace the filter every six months.");
    const around = { expert: manual, source_id: passage?.source_id, start: 9, end: 16, around: 3 };
    const read = await agent.callTool({ name: "read_passage", arguments: around });
    expect(read.structuredContent).toMatchObject({ start: 6, end: 19, length: 45, title: "Manual" });
  });

  test("adds a source, follows it, makes a new version and forgets it", async () => {
    const agent = await connect();
    const name = { external_id: `note-${revision}-${way}` };
    const first = await addText(agent, `The code of the gate is ${revision} ${way}.`, name);
    expect(first).toMatchObject({ status: "ready", version: 1, deduplicated: false });
    expect(await addText(agent, `The code of the gate is ${revision} ${way}.`, name)).toMatchObject({
      id: first.id,
      deduplicated: true,
    });
    expect(await addText(agent, `The code of the gate was ${revision} ${way}.`, name)).toMatchObject({
      id: first.id,
      version: 2,
    });
    const older = { expert: manual, source_id: first.id, source_version: 1 };
    const read = await agent.callTool({ name: "read_passage", arguments: older });
    expect(Object(read.structuredContent).text).toBe(`The code of the gate is ${revision} ${way}.`);
    const state = await agent.callTool({ name: "source_status", arguments: { expert: manual, source_id: first.id } });
    expect(state.structuredContent).toMatchObject({ total: 1, sources: [{ id: first.id, status: "ready" }] });
    const listed = await agent.callTool({
      name: "source_status",
      arguments: { expert: manual, q: `note-${revision}-${way}` },
    });
    expect(Object(listed.structuredContent).sources).toHaveLength(1);
    const forgotten = await agent.callTool({
      name: "forget_source",
      arguments: { expert: manual, source_id: first.id },
    });
    expect(forgotten.structuredContent).toEqual({ expert: manual, source_id: first.id, deleted: true });
    const again = await agent.callTool({ name: "forget_source", arguments: { expert: manual, source_id: first.id } });
    expect(errorOf(again).code).toBe("source_not_found");
  });

  test("reports each step on request", async () => {
    const agent = await connect();
    const heard = progressOf(agent);
    await agent.callTool(
      { name: "ask_expert", arguments: { expert: manual, question: "How often is the filter replaced?" } },
      withProgress,
    );
    expect(heard.length).toBeGreaterThan(0);
    expect(heard[0]).toMatch(/^Passages found: \d+$/);
  });

  test("has experts and sources as resources, with templates and completion", async () => {
    const agent = await connect();
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`docent://experts/${manual}/sources/${world.source}`);
    const { resourceTemplates } = await agent.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "docent://experts/{expert}",
      "docent://experts/{expert}/sources/{source}",
    ]);
    const text = await agent.readResource({ uri: `docent://experts/${manual}/sources/${world.source}` });
    expect(text.contents).toMatchObject([
      { mimeType: "text/plain", text: "Filters\n\nReplace the filter every six months." },
    ]);
    const expert = await agent.readResource({ uri: `docent://experts/${manual}` });
    expect(JSON.parse(Object(expert.contents[0]).text)).toMatchObject({ slug: manual, name: "Manual" });
    const ref = { type: "ref/resource" as const, uri: "docent://experts/{expert}/sources/{source}" };
    const experts = await agent.complete({ ref, argument: { name: "expert", value: "m" } });
    expect(experts.completion.values).toEqual(["manual", "empty", "doomed"]);
    const context = { arguments: { expert: manual } };
    const sources = await agent.complete({ ref, argument: { name: "source", value: "Manual" }, context });
    expect(sources.completion.values).toContain(world.source);
  });

  test("has a prompt that includes the passages", async () => {
    const agent = await connect();
    const { prompts } = await agent.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["answer_with_citations"]);
    const given = { expert: manual, question: "How often is the filter replaced?" };
    const { messages } = await agent.getPrompt({ name: "answer_with_citations", arguments: given });
    const text = Object(messages[0]?.content).text as string;
    expect(text).toContain("How often is the filter replaced?");
    expect(text).toContain("Replace the filter every six months.");
    await expect(agent.getPrompt({ name: "answer_with_citations", arguments: { expert: manual } })).rejects.toThrow(
      'argument "question" is missing',
    );
  });
});
