/** Programs that run agents. The browser loads this file, so it imports no library. */

export const agentClientIds = ["claude-code", "claude-desktop", "cursor", "vscode", "zed", "open-webui"] as const;
export type AgentClientId = (typeof agentClientIds)[number];

export interface AgentConnection {
  /** The address, including `/mcp`. */
  readonly url: string;
  readonly key: string;
  readonly command: string;
}

export type Platform = "linux" | "darwin" | "win32";

export interface AgentClient {
  readonly id: AgentClientId;
  readonly name: string;
  /** Its JSON file under the home folder, or under `%APPDATA%`. Null: set up in its own pages. */
  readonly files: Readonly<Record<Platform, string>> | null;
  settings(connection: AgentConnection): object;
  /** The same as a command or in words. */
  line(connection: AgentConnection): string | null;
}

const everywhere = (path: string): Readonly<Record<Platform, string>> => ({ linux: path, darwin: path, win32: path });

const bearer = ({ key }: AgentConnection) => ({ Authorization: `Bearer ${key}` });

/** For clients that only start programs. Commands take the address without `/mcp`. */
const started = ({ command, url, key }: AgentConnection) => ({
  command,
  args: ["mcp", "--url", url.replace(/\/mcp$/, "")],
  env: { DOCENT_API_KEY: key },
});

const withHeaders = (connection: AgentConnection) => ({ url: connection.url, headers: bearer(connection) });
const typed = (connection: AgentConnection) => ({ type: "http", ...withHeaders(connection) });

export const agentClients: readonly AgentClient[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    files: everywhere(".claude.json"),
    settings: (connection) => ({ mcpServers: { docent: typed(connection) } }),
    line: ({ url, key }) =>
      `claude mcp add --scope user --transport http docent ${url} --header "Authorization: Bearer ${key}"`,
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    files: {
      linux: ".config/Claude/claude_desktop_config.json",
      darwin: "Library/Application Support/Claude/claude_desktop_config.json",
      win32: "APPDATA/Claude/claude_desktop_config.json",
    },
    settings: (connection) => ({ mcpServers: { docent: started(connection) } }),
    line: () => null,
  },
  {
    id: "cursor",
    name: "Cursor",
    files: everywhere(".cursor/mcp.json"),
    settings: (connection) => ({ mcpServers: { docent: withHeaders(connection) } }),
    line: () => null,
  },
  {
    id: "vscode",
    name: "VS Code",
    files: {
      linux: ".config/Code/User/mcp.json",
      darwin: "Library/Application Support/Code/User/mcp.json",
      win32: "APPDATA/Code/User/mcp.json",
    },
    settings: (connection) => ({ servers: { docent: typed(connection) } }),
    line: () => null,
  },
  {
    id: "zed",
    name: "Zed",
    files: {
      linux: ".config/zed/settings.json",
      darwin: ".config/zed/settings.json",
      win32: "APPDATA/Zed/settings.json",
    },
    settings: (connection) => ({ context_servers: { docent: withHeaders(connection) } }),
    line: () => null,
  },
  {
    id: "open-webui",
    name: "Open WebUI",
    files: null,
    settings: ({ url, key }) => [
      { type: "mcp", url, auth_type: "bearer", key, config: { enable: true }, info: { id: "docent", name: "Docent" } },
    ],
    line: () => null,
  },
];

/** The command to run, or the file and its settings. */
export function lineFor(client: AgentClient, connection: AgentConnection, platform: Platform): string {
  return client.line(connection) ?? `${placeOf(client, platform)}: ${JSON.stringify(client.settings(connection))}`;
}

/** A file that the client reads, or one that is chosen in its pages. */
export function placeOf({ files }: AgentClient, platform: Platform): string {
  const path = files?.[platform];
  if (path === undefined) return "docent.json (Settings, Admin, Integrations, External Tool Servers, +, Import)";
  return path.startsWith("APPDATA/") ? path.replace("APPDATA", "%APPDATA%").replaceAll("/", "\\") : `~/${path}`;
}
