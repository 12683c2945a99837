/** What clients need to be told to use a key of this service. */

interface ClientWish {
  readonly origin: string;
  readonly secret: string;
  /** An expert's slug. */
  readonly model: string;
}

export interface ClientLines {
  readonly client: string;
  readonly lines: string;
}

export function clientLines({ origin, secret, model }: ClientWish): readonly ClientLines[] {
  const base = `${origin}/v1`;
  const mcp = {
    mcpServers: { docent: { type: "http", url: `${origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } } },
  };
  return [
    { client: "Open WebUI", lines: [`OPENAI_API_BASE_URL=${base}`, `OPENAI_API_KEY=${secret}`].join("\n") },
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
    { client: "MCP", lines: JSON.stringify(mcp, null, 2) },
  ];
}
