import { agentClients, type Platform, placeOf } from "../../mcp/agent-clients.ts";

interface ClientAccess {
  readonly origin: string;
  readonly secret: string;
  readonly model: string;
}

export interface ClientGuide {
  readonly id: string;
  readonly name: string;
  readonly way: "chat" | "tools";
  /** Where the block goes; null: it says so itself. */
  readonly file: string | null;
  readonly block: string;
}

export function clientGuides(access: ClientAccess): readonly ClientGuide[] {
  return [...chatGuides(access), ...toolGuides(access)];
}

function chatGuides({ origin, secret, model }: ClientAccess): readonly ClientGuide[] {
  const base = `${origin}/v1`;
  const chat = { way: "chat", file: null } as const;
  const variables = [`OPENAI_API_BASE_URL=${base}`, `OPENAI_API_KEY=${secret}`];
  const python = [
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url=${JSON.stringify(base)}, api_key=${JSON.stringify(secret)})`,
    "reply = client.chat.completions.create(",
    `    model=${JSON.stringify(model)},`,
    '    messages=[{"role": "user", "content": "…"}],',
    ")",
    "print(reply.choices[0].message.content)",
  ];
  const curl = [
    `curl ${base}/chat/completions \\`,
    `  -H "Authorization: Bearer ${secret}" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify({ model, messages: [{ role: "user", content: "…" }] })}'`,
  ];
  return [
    { ...chat, id: "open-webui-chat", name: "Open WebUI", block: variables.join("\n") },
    { ...chat, id: "python", name: "Python", block: python.join("\n") },
    { ...chat, id: "curl", name: "curl", block: curl.join("\n") },
  ];
}

function toolGuides({ origin, secret }: ClientAccess): readonly ClientGuide[] {
  const connection = { url: `${origin}/mcp`, key: secret, command: "docent" };
  const platform = platformOf(navigator.userAgent);
  return agentClients.map((client) => {
    const line = client.line(connection);
    return {
      id: client.id,
      name: client.id === "open-webui" ? `${client.name} (MCP)` : client.name,
      way: "tools",
      file: line === null ? placeOf(client, platform) : null,
      block: line ?? JSON.stringify(client.settings(connection), null, 2),
    };
  });
}

/** The reader's operating system: each has its own folder for configuration files. */
function platformOf(userAgent: string): Platform {
  if (userAgent.includes("Windows")) return "win32";
  return userAgent.includes("Macintosh") ? "darwin" : "linux";
}
