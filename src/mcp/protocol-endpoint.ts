/** Streamable HTTP, in the newest and earlier revisions. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { AnswerAgent, ToolMessage } from "../api/agent-messages.ts";
import { ownMemoryBackend } from "./memory-backend.ts";
import { createToolServer } from "./tool-server.ts";

export interface ProtocolEndpointParts {
  readonly version: string;
  /** Cannot be guessed. */
  readonly newSession: () => string;
  readonly onDefect: (error: unknown) => void;
}

/** One server a request. Only running calls are kept between requests. */
export function protocolEndpoint({ version, newSession, onDefect }: ProtocolEndpointParts): AnswerAgent {
  const open = new WeakMap<Request, { message: ToolMessage; withdrawn: AbortSignal | undefined }>();
  const calls = createRunningCalls();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const found = requestInfo === undefined ? undefined : open.get(requestInfo);
      if (found === undefined) throw new Error("a message without a request");
      const { message, withdrawn } = found;
      return createToolServer({
        version,
        backend: ownMemoryBackend(message.fetch, message.scopes),
        files: null,
        onDefect,
        ...(withdrawn === undefined ? {} : { withdrawn }),
      });
    },
    // The server sends nothing on its own.
    { legacy: "stateless", maxSubscriptions: 0 },
  );
  const answer = (message: ToolMessage, withdrawn?: AbortSignal) => {
    open.set(message.request, { message, withdrawn });
    return handler.fetch(message.request, { parsedBody: message.body });
  };
  return async (message) => {
    const request = protocolCallIn(message);
    if (request?.kind === "initialize") return withSession(await answer(message), newSession());
    if (request?.kind === "withdraw") calls.withdraw(request.name);
    if (request?.kind !== "call") return answer(message);
    const withdrawn = calls.open(request.name);
    try {
      return whenRead(await answer(message, withdrawn), () => calls.close(request.name));
    } catch (error) {
      calls.close(request.name);
      throw error;
    }
  };
}

type ProtocolCall = { readonly kind: "initialize" } | { readonly kind: "call" | "withdraw"; readonly name: CallName };

/** For messages of earlier revisions; null for none. */
function protocolCallIn({ request, body, caller }: ToolMessage): ProtocolCall | null {
  const { method, id, params } = body as {
    readonly method?: unknown;
    readonly id?: unknown;
    readonly params?: unknown;
  };
  if (method === "initialize") return { kind: "initialize" };
  const session = request.headers.get("mcp-session-id");
  if (session === null) return null;
  if (method === "tools/call" && isRequestId(id)) return { kind: "call", name: { caller, session, id } };
  const requestId: unknown = Object(params).requestId;
  if (method !== "notifications/cancelled" || !isRequestId(requestId)) return null;
  return { kind: "withdraw", name: { caller, session, id: requestId } };
}

function isRequestId(id: unknown): id is string | number {
  return typeof id === "string" || typeof id === "number";
}

function withSession(response: Response, session: string): Response {
  if (response.ok) response.headers.set("mcp-session-id", session);
  return response;
}

/** Calls `done` once, when the body has been read or canceled. */
function whenRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await reader.read();
      if (!piece.done) return controller.enqueue(piece.value);
      done();
      controller.close();
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  });
  return new Response(watched, { status: response.status, headers: response.headers });
}

interface CallName {
  readonly caller: string;
  readonly session: string;
  readonly id: string | number;
}

/** Earlier revisions withdraw a call by its id, counted from zero; the session tells clients of one key apart. */
export function createRunningCalls() {
  const running = new Map<string, AbortController>();
  const keyOf = ({ caller, session, id }: CallName) => JSON.stringify([caller, session, id]);
  return {
    /** The signal is aborted on withdrawal. Close every opened call. */
    open: (name: CallName) => {
      const controller = new AbortController();
      running.set(keyOf(name), controller);
      return controller.signal;
    },
    close: (name: CallName) => void running.delete(keyOf(name)),
    withdraw: (name: CallName) => running.get(keyOf(name))?.abort(),
    get count() {
      return running.size;
    },
  };
}
