/**
 * Agents: the first line of the official library, which most clients of today are built with, over HTTP and over standard
 * input and output; the official inspector's command line; and the protocol's conformance suite, as far as it asks for
 * no tools of its own.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ProgressNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { executable } from "./docent-process.ts";
import { answer, model, question } from "./pump-manual.ts";
import { service } from "./service.ts";

const origin = service.baseURL.replace(/\/v1$/, "");
const authorization = `Bearer ${service.apiKey}`;
const folder = await mkdtemp(join(tmpdir(), "docent-agents-"));
afterAll(() => rm(folder, { recursive: true }));

const environment = { DOCENT_URL: origin, DOCENT_API_KEY: service.apiKey };
const transports = {
  http: () =>
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers: { authorization } } }),
  stdio: () => new StdioClientTransport({ command: executable, args: ["mcp"], cwd: folder, env: environment }),
};

describe.each(["http", "stdio"] as const)("the library's first line over %s", (way) => {
  test("asks, reads, completes and hears of progress", async () => {
    const client = new Client({ name: "agent", version: "1.0.0" });
    await client.connect(transports[way]());
    expect(client.getServerVersion()?.name).toBe("docent");
    // It checks each result against the tool's output schema.
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(10);
    // The library loses progress that comes together with the result, if only `onprogress` listens.
    const heard: string[] = [];
    client.setNotificationHandler(ProgressNotificationSchema, ({ params }) => {
      heard.push(params.message ?? "");
    });
    const ask = { name: "ask_expert", arguments: { expert: model, question } };
    const reply = await client.callTool(ask, undefined, { onprogress: () => undefined });
    expect(reply.structuredContent).toMatchObject({
      abstained: false,
      answer: expect.stringContaining(answer.slice(0, 20)),
    });
    expect(heard.length).toBeGreaterThan(0);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`docent://experts/${model}`);
    const ref = { type: "ref/prompt" as const, name: "answer_with_citations" };
    const { completion } = await client.complete({ ref, argument: { name: "expert", value: model } });
    expect(completion.values).toContain(model);
    const wrong = await client.callTool({ name: "ask_expert", arguments: { expert: "nobody", question } });
    expect(wrong.isError).toBe(true);
    await client.close();
  });
});

/** Runs a program of the test's packages. The inspector keeps a list of servers, which must not be the user's. */
async function runProgram(
  name: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string }> {
  const program = join(import.meta.dir, "node_modules/.bin", name);
  const child = Bun.spawn([process.execPath, program, ...args], {
    cwd: folder,
    env: { ...process.env, HOME: folder, MCP_CATALOG_PATH: join(folder, "catalog.json") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const whole = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
  const [out, err, code] = await Promise.all([whole(child.stdout), whole(child.stderr), child.exited]);
  return { code, out: out + err };
}

describe("the inspector's command line", () => {
  const overHttp = [`${origin}/mcp`, "--transport", "http", "--header", `Authorization: ${authorization}`];
  const inspect = (...args: readonly string[]) => runProgram("mcp-inspector", ["--cli", ...overHttp, ...args]);

  test("lists the tools", async () => {
    const { code, out } = await inspect("--method", "tools/list");
    expect(code).toBe(0);
    const { tools } = JSON.parse(out) as { tools: readonly { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("ask_expert");
  });

  test("calls one", async () => {
    const asked = ["--tool-arg", `expert=${model}`, "--tool-arg", `question=${question}`];
    const { code, out } = await inspect("--method", "tools/call", "--tool-name", "ask_expert", ...asked);
    expect(code).toBe(0);
    expect(out).toContain('"abstained": false');
  });

  test("lists resources, templates and prompts", async () => {
    for (const method of ["resources/list", "resources/templates/list", "prompts/list"]) {
      expect((await inspect("--method", method)).code).toBe(0);
    }
  });

  test("starts docent mcp itself", async () => {
    const variables = Object.entries(environment).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    const { code, out } = await runProgram("mcp-inspector", [
      "--cli",
      ...variables,
      "--method",
      "tools/list",
      executable,
      "mcp",
    ]);
    expect(out).toContain('"list_experts"');
    expect(code).toBe(0);
  });
});

describe("the conformance suite", () => {
  /** It knows no keys, so the one is added on the way. */
  const way = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: (request) => {
      const headers = new Headers(request.headers);
      headers.set("authorization", authorization);
      const { method, body, signal } = request;
      return fetch(`${origin}${new URL(request.url).pathname}`, { method, headers, body, signal });
    },
  });
  afterAll(() => way.stop(true));

  // The others call tools, resources and prompts that a server would have for the suite alone.
  test.each([
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ])("%s", async (scenario) => {
    const url = `http://localhost:${way.port}/mcp`;
    const { code, out } = await runProgram("conformance", ["server", "--url", url, "--scenario", scenario]);
    expect(out).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
    expect(code).toBe(0);
  });
});
