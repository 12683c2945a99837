import { agentClients, lineFor, type Platform } from "../../mcp/agent-clients.ts";

interface ClientAccess {
  readonly origin: string;
  readonly secret: string;
  readonly model: string;
}

export interface ClientLines {
  readonly client: string;
  readonly lines: string;
}

export function clientLines({ origin, secret, model }: ClientAccess): readonly ClientLines[] {
  const base = `${origin}/v1`;
  const connection = { url: `${origin}/mcp`, key: secret, command: "docent" };
  return [
    { client: "Open WebUI (OpenAI)", lines: [`OPENAI_API_BASE_URL=${base}`, `OPENAI_API_KEY=${secret}`].join("\n") },
    {
      client: "OpenAI (Python)",
      lines: [
        "from openai import OpenAI",
        "",
        `client = OpenAI(base_url=${JSON.stringify(base)}, api_key=${JSON.stringify(secret)})`,
        "reply = client.chat.completions.create(",
        `    model=${JSON.stringify(model)},`,
        '    messages=[{"role": "user", "content": "…"}],',
        ")",
        "print(reply.choices[0].message.content)",
      ].join("\n"),
    },
    ...agentClients.map((client) => ({
      client: client.name,
      lines: lineFor(client, connection, platformOf(navigator.userAgent)),
    })),
  ];
}

/** The reader's operating system: each has its own folder for configuration files. */
function platformOf(userAgent: string): Platform {
  if (userAgent.includes("Windows")) return "win32";
  return userAgent.includes("Macintosh") ? "darwin" : "linux";
}
