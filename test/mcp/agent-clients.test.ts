import { describe, expect, test } from "bun:test";
import { agentClientIds, agentClients, lineFor } from "../../src/mcp/agent-clients.ts";
import { repository } from "../support/source-tree.ts";

const connection = { url: "http://127.0.0.1:7333/mcp", key: "dk_...", command: "docent" };

test("each named client has its row", () => {
  expect(agentClients.map(({ id }) => id)).toEqual([...agentClientIds]);
});

describe("the handbook", () => {
  test.each(agentClients.map((client) => [client.name, client] as const))("has the lines for %s", async (_, client) => {
    const page = await Bun.file(`${repository}docs/handbook/agents.md`).text();
    expect(page).toContain(client.line(connection) ?? JSON.stringify(client.settings(connection)));
    expect(page).toContain(`\`${client.id}\``);
  });
});

test("a line names the file of each system", () => {
  const cursor = agentClients.find(({ id }) => id === "cursor")!;
  const pages = agentClients.find(({ id }) => id === "open-webui")!;
  expect(lineFor(pages, connection, "linux")).toStartWith(
    'docent.json (Settings, Admin, Integrations, External Tool Servers, +, Import): [{"type":"mcp","url":',
  );
  const desktop = agentClients.find(({ id }) => id === "claude-desktop")!;
  expect(lineFor(cursor, connection, "linux")).toStartWith('~/.cursor/mcp.json: {"mcpServers":{"docent":{"url":');
  expect(lineFor(desktop, connection, "win32")).toStartWith(
    String.raw`%APPDATA%\Claude\claude_desktop_config.json: {"mcpServers":{"docent":{"command":"docent"`,
  );
});
