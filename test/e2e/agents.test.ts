/** `docent mcp` as agents start it: the executable, over standard input and output. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { executable, openBench, type RunningBinary } from "../support/binary.ts";
import {
  errorOf,
  newAgent,
  progressOf,
  type Revision,
  revisionNames,
  textOf,
  withProgress,
} from "../support/processes/agent.ts";

const bench = openBench();
afterAll(() => bench.clean());

interface StdioWish {
  readonly revision: Revision;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function startAgent({ revision, args, cwd, env = {} }: StdioWish) {
  const agent = newAgent(revision);
  const transport = new StdioClientTransport({
    command: executable,
    args: ["mcp", ...args],
    cwd,
    env: { ...env },
    stderr: "pipe",
  });
  let complaints = "";
  transport.stderr?.on("data", (piece) => {
    complaints += String(piece);
  });
  await agent.connect(transport);
  return { agent, complaints: () => complaints };
}

describe.each(revisionNames)("a running service, revision %s", (revision) => {
  let service: RunningBinary;
  let folder: string;
  beforeAll(async () => {
    folder = bench.folder();
    const files = join(folder, "files");
    mkdirSync(join(files, "notes"), { recursive: true });
    writeFileSync(join(files, "notes", "pump.md"), "# Pump\n\nThe pump is drained in November.\n");
    writeFileSync(join(folder, "secret.txt"), "Nobody may read this.");
    symlinkSync(join(folder, "secret.txt"), join(files, "link.txt"));
    service = await bench.start({ dataDir: join(folder, "data") });
    await service.request("POST", "/v1/experts", { name: "House" });
  });
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startAgent({
      revision,
      args: ["--files", join(folder, "files")],
      cwd: folder,
      env: { DOCENT_URL: service.address, DOCENT_API_KEY: service.key, ...env },
    });

  test("a local file is added, asked about and forgotten", async () => {
    const { agent, complaints } = await start();
    const heard = progressOf(agent);
    const added = await agent.callTool(
      { name: "add_source", arguments: { expert: "house", path: "notes/pump.md", metadata: { room: "cellar" } } },
      withProgress,
    );
    const { source } = added.structuredContent as { source: { id: string; status: string; title: string } };
    expect([source.status, added.isError ?? false]).toEqual(["ready", false]);
    const question = "When is the pump drained?";
    const filter = { room: "cellar" };
    const reply = await agent.callTool(
      { name: "ask_expert", arguments: { expert: "house", question, filter } },
      withProgress,
    );
    expect(textOf(reply)).toContain("The pump is drained in November.");
    expect(heard).toContain("Passages found: 1");
    const gone = await agent.callTool({ name: "forget_source", arguments: { expert: "house", source_id: source.id } });
    expect(gone.structuredContent).toMatchObject({ deleted: true });
    expect(complaints()).toBe("");
    await agent.close();
  });

  test("files outside the folder are refused, also through a link", async () => {
    const { agent } = await start();
    for (const path of ["../secret.txt", join(folder, "secret.txt"), "link.txt", "/etc/passwd", "notes", "nowhere"]) {
      const reply = await agent.callTool({ name: "add_source", arguments: { expert: "house", path } });
      expect(errorOf(reply)).toMatchObject({ code: "invalid_parameter", param: "path" });
    }
    const both = { expert: "house", path: "notes/pump.md", text: "A text." };
    expect(errorOf(await agent.callTool({ name: "add_source", arguments: both })).code).toBe("invalid_parameter");
    await agent.close();
  });

  test("the service's errors are passed on, and a stopped service is reported", async () => {
    const { agent } = await start();
    const wrong = await agent.callTool({ name: "ask_expert", arguments: { expert: "nobody", question: "Why?" } });
    expect(errorOf(wrong)).toMatchObject({ code: "expert_not_found", type: "not_found_error" });
    await agent.close();
    const { agent: lost } = await start({ DOCENT_URL: "http://127.0.0.1:9" });
    const reply = await lost.callTool({ name: "list_experts", arguments: {} });
    expect(textOf(reply)).toContain("http://127.0.0.1:9 does not answer (nothing listens there).");
    await lost.close();
  });

  test("a wrong key is refused at the start, in words", async () => {
    const env = { DOCENT_URL: service.address, DOCENT_API_KEY: "dk_wrong_but_long_enough" };
    const said = await bench.run(["mcp"], { cwd: folder, env });
    expect([said.exitCode, said.out]).toEqual([1, ""]);
    expect(said.err).toBe(
      `${service.address} refuses the key of \`docent mcp\`. The API key is unknown or revoked. The key is incomplete or mistyped: copy it again.\n`,
    );
  });

  test("a key that is revoked later is refused in the reply of the tool", async () => {
    const made = await service.request("POST", "/v1/keys", { name: "agent", scopes: ["query"] });
    const { id, secret } = made.json as { id: string; secret: string };
    const { agent } = await start({ DOCENT_API_KEY: secret });
    expect((await agent.listTools()).tools).toHaveLength(7);
    await service.request("DELETE", `/v1/keys/${id}`);
    const reply = await agent.callTool({ name: "list_experts", arguments: {} });
    expect(errorOf(reply).code).toBe("invalid_api_key");
    expect(textOf(reply)).toStartWith("The API key is unknown or revoked.");
    await agent.close();
  });

  test("a key that may only ask sees only those tools", async () => {
    const made = await service.request("POST", "/v1/keys", { name: "kiosk", scopes: ["query"] });
    const { secret } = made.json as { secret: string };
    const { agent } = await start({ DOCENT_API_KEY: secret });
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("add_source");
    expect(tools).toHaveLength(7);
    await agent.close();
  });
});

describe("a data folder that nobody serves", () => {
  test("is opened, held, and released when the client leaves", async () => {
    const folder = bench.folder();
    const dataDir = join(folder, "data");
    const first = await bench.start({ dataDir });
    await first.request("POST", "/v1/experts", { name: "House" });
    await first.terminate();
    for (const revision of revisionNames) {
      const { agent } = await startAgent({ revision, args: ["--data-dir", dataDir], cwd: folder });
      const text = `The code of ${revision} is on the door.`;
      const added = await agent.callTool({ name: "add_source", arguments: { expert: "house", text } });
      expect(added.structuredContent).toMatchObject({ expert: "house", source: { status: "ready" } });
      await agent.close();
    }
    const again = await bench.start({ dataDir, env: { DOCENT_API_KEY: first.key } });
    const sources = JSON.parse((await again.request("GET", "/v1/experts/house/sources")).text) as { data: unknown[] };
    expect(sources.data).toHaveLength(2);
    const { agent } = await startAgent({
      revision: "2026-07-28",
      args: ["--data-dir", dataDir, "--port", new URL(again.address).port],
      cwd: folder,
      env: { DOCENT_API_KEY: first.key },
    });
    const listed = await agent.callTool({ name: "list_experts", arguments: {} });
    expect(textOf(listed)).toContain("house");
    await agent.close();
  });

  test("without a database the command says how to reach a service", async () => {
    const said = await bench.run(["mcp"], { cwd: bench.folder(), env: {} });
    expect([said.exitCode, said.out]).toEqual([1, ""]);
    expect(said.err).toContain("No API key is given.");
  });
});
