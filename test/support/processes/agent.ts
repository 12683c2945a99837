/** An agent that uses a service through the official client library. */
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { openConnection } from "../../../src/client/connection.ts";
import { noRetries } from "../../../src/client/retry-plan.ts";
import { openMemoryBackend } from "../../../src/mcp/memory-backend.ts";
import { createToolServer } from "../../../src/mcp/tool-server.ts";
import type { TestService } from "../service.ts";

/** The newest revision of the protocol, and the one before, whose clients begin with a handshake. */
export const revisions = { "2026-07-28": { pin: "2026-07-28" }, "2025-11-25": "legacy" } as const;
export type Revision = keyof typeof revisions;
export const revisionNames = Object.keys(revisions) as readonly Revision[];

export function newAgent(revision: Revision): Client {
  const mode = revisions[revision];
  return new Client({ name: "agent", version: "1.0.0" }, { versionNegotiation: { mode } });
}

/**
 * The messages of all progress that the agent is told of, as they come. The library passes progress to the caller of a tool only
 * until it has the result, so it loses what comes together with it. A call needs `onprogress` for progress to be sent.
 */
export function progressOf(agent: Client): readonly string[] {
  const heard: string[] = [];
  agent.setNotificationHandler("notifications/progress", ({ params: { message = "" } }) => {
    heard.push(message);
  });
  return heard;
}

/** Asks for progress, which `progressOf` notes. */
export const withProgress = { onprogress: () => undefined };

export interface AgentWish {
  readonly revision: Revision;
  /** The owner's by default. */
  readonly key?: string;
}

/** Over the network if the service listens, otherwise directly to the app. */
export async function connectAgent(service: TestService & Listening, { revision, key = service.owner }: AgentWish) {
  const agent = newAgent(revision);
  const transport = new StreamableHTTPClientTransport(new URL(`${service.address ?? "http://localhost"}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(service.address === undefined && {
      fetch: async (url, init) => service.docent.app.handle(new Request(String(url), init)),
    }),
  });
  await agent.connect(transport);
  return agent;
}

interface Listening {
  readonly address?: string;
}

/** Through the API of a service that listens, as `docent mcp` does, but without a process. */
export async function connectThroughApi(address: string, { revision, key }: Required<AgentWish>) {
  const agent = newAgent(revision);
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const place = { address, socket: null, trusted: null };
  const connection = openConnection({
    place,
    key,
    pause: async () => undefined,
    onWait: () => undefined,
    retries: noRetries,
  });
  const onDefect = (error: unknown) => {
    throw error;
  };
  const open = async () =>
    createToolServer({ version: "test", backend: await openMemoryBackend(connection), files: null, onDefect });
  serveStdio(open, { transport: its });
  await agent.connect(mine);
  return agent;
}

/** The message of a failed tool. */
export interface ToolError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
}

export type ToolReply = Awaited<ReturnType<Client["callTool"]>>;

export function errorOf(reply: ToolReply): ToolError {
  if (reply.isError !== true) throw new Error(`no error: ${JSON.stringify(reply.structuredContent)}`);
  return reply._meta?.["docent/error"] as ToolError;
}

export function textOf({ content }: ToolReply): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

/** The source of `add_source`, when it is settled: a slow machine may need longer than a tool waits. */
export async function settledSource(agent: Client, added: ToolReply): Promise<Record<string, unknown>> {
  const { expert, source } = Object(added.structuredContent);
  let now = source;
  while (["queued", "processing"].includes(now.status)) {
    const reply = await agent.callTool({ name: "source_status", arguments: { expert, source_id: source.id } });
    now = { ...Object(reply.structuredContent).sources[0], deduplicated: source.deduplicated };
  }
  return now;
}
