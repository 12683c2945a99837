/** Every kind of key may use the tools of its routes. */
import { afterAll, describe, expect, test } from "bun:test";
import { type Log, type LogFields, silentLog } from "../../src/kernel/log.ts";
import { connectAgent, errorOf, revisionNames } from "../support/processes/agent.ts";
import { accessMatrix, type Holder, holders, outsiders } from "../support/requests/access-matrix.ts";
import { startWorld } from "../support/requests/route-world.ts";

const world = await startWorld();
afterAll(() => world.close());
const expert = world.expert;
const holderNames = Object.keys(holders) as readonly Holder[];

/** A call of each tool, and the route that does the same. */
const calls = {
  search_memory: { arguments: { expert, query: "filter" }, route: "POST /v1/experts/:id/query" },
  ask_expert: { arguments: { expert, question: "How often is it replaced?" }, route: "POST /v1/experts/:id/query" },
  read_passage: { arguments: { expert, source_id: world.source }, route: "GET /v1/experts/:id/sources/:sid/content" },
  list_tables: {
    arguments: { expert, source_id: world.source },
    route: "GET /v1/experts/:id/sources/:sid/tables",
  },
  add_source: { arguments: { expert, text: "A text." }, route: "POST /v1/experts/:id/sources" },
  source_status: { arguments: { expert }, route: "GET /v1/experts/:id/sources" },
} as const;
const toolNames = Object.keys(calls) as readonly (keyof typeof calls)[];

describe.each(holderNames)("a key %s", (holder) => {
  const key = (world.authorization[holder] ?? "").replace("Bearer ", "");

  test.each(toolNames)("may use %s like its route", async (name) => {
    const agent = await connectAgent(world, { revision: "2026-07-28", key });
    const { tools } = await agent.listTools();
    const isListed = tools.some((tool) => tool.name === name);
    const outcome = accessMatrix[calls[name].route]?.[holder];
    expect(isListed).toBe(outcome !== 403);
    const call = agent.callTool({ name, arguments: { ...calls[name].arguments } });
    if (!isListed) return expect(call).rejects.toThrow(`There is no tool "${name}" for this key.`);
    const reply = await call;
    if (outcome === "yes") expect(reply.isError ?? false).toBe(false);
    else expect(errorOf(reply).code).toBe("expert_not_found");
  });

  test("sees only the experts that it can reach", async () => {
    const agent = await connectAgent(world, { revision: "2026-07-28", key });
    const mine = { stranger: [], here: [expert, "doomed"], elsewhere: ["empty"] } as const;
    const reachable = holder in mine ? mine[holder as keyof typeof mine] : [expert, "empty", "doomed"];
    const listed = await agent.callTool({ name: "list_experts", arguments: {} });
    expect(Object(listed.structuredContent).experts.map(({ slug }: { slug: string }) => slug)).toEqual([...reachable]);
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri).filter((uri) => !uri.includes("/sources/"))).toEqual(
      reachable.map((slug) => `docent://experts/${slug}`),
    );
    const ref = { type: "ref/resource" as const, uri: "docent://experts/{expert}" };
    const { completion } = await agent.complete({ ref, argument: { name: "expert", value: "" } });
    expect(completion.values).toEqual([...reachable]);
    const uri = `docent://experts/${expert}/sources/${world.source}`;
    const reading = agent.readResource({ uri });
    if (reachable.some((slug) => slug === expert)) expect((await reading).contents).toHaveLength(1);
    else await expect(reading).rejects.toThrow("no expert");
  });
});

test.each(revisionNames)(
  "the log names the key and the expert of a call, and not what was said, in %s",
  async (revision) => {
    const lines: LogFields[] = [];
    const { promise: named, resolve } = Promise.withResolvers<LogFields>();
    const info = (_event: string, fields: LogFields = {}) => {
      lines.push(fields);
      if (fields.route === "/mcp" && fields.expert !== null) resolve(fields);
    };
    const log: Log = { ...silentLog, info };
    const service = await startWorld({ log });
    const agent = await connectAgent(service, { revision });
    await agent.callTool({ name: "search_memory", arguments: { expert: service.expert, query: "a secret filter" } });
    const { expert: id, ownerKey: key } = service.ids;
    expect(await named).toMatchObject({ method: "POST", status: 200, key, expert: id });
    expect(JSON.stringify(lines)).not.toContain("secret");
    await service.close();
  },
);

describe.each(revisionNames)("revision %s", (revision) => {
  test.each(["unknown", "revoked", "expired"] as const)("refuses %s keys with a message", async (who) => {
    const key = (world.authorization[who] ?? "").replace("Bearer ", "");
    const refused = connectAgent(world, { revision, key });
    await expect(refused).rejects.toThrow();
    const reply = await world.request("POST", "/mcp", { key, body: {} });
    expect([reply.status, reply.error.code]).toEqual([401, outsiders[who].code]);
    expect(reply.headers.get("www-authenticate")).toContain("Bearer");
  });

  test("a key that is revoked during use is refused from the next message on", async () => {
    const { key, secret } = await world.docent.keys.create({ workspaceId: world.workspace, name: "short" });
    const agent = await connectAgent(world, { revision, key: secret });
    expect((await agent.listTools()).tools).toHaveLength(10);
    await world.docent.keys.revoke(world.workspace, key.id);
    await expect(agent.callTool({ name: "list_experts", arguments: {} })).rejects.toThrow();
  });

  test("a key that is limited to one expert need not name it", async () => {
    const agent = await connectAgent(world, { revision, key: await world.key({ experts: [world.ids.expert] }) });
    const reply = await agent.callTool({ name: "search_memory", arguments: { query: "filter" } });
    expect(reply.structuredContent).toMatchObject({ expert });
    const owner = await connectAgent(world, { revision });
    const error = errorOf(await owner.callTool({ name: "search_memory", arguments: { query: "filter" } }));
    expect(error).toMatchObject({ code: "missing_required_parameter", param: "expert" });
    expect(error.message).toContain("manual, empty");
  });
});
