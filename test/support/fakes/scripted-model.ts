/** A scripted model server over real HTTP: it streams, stalls, dies, lies or refuses. Loopback only. */

/** The reply to one call. */
export type Script =
  /** Streams the pieces and then ends by `ending`. */
  | {
      readonly kind: "stream";
      readonly pieces: readonly string[];
      readonly ending?: "done" | "finish_only" | "cut" | "stall";
    }
  | { readonly kind: "whole"; readonly text: string }
  /** Streams these deltas, or sends the first as the message of a reply in one piece. */
  | { readonly kind: "deltas"; readonly deltas: readonly object[]; readonly finish: string; readonly whole?: true }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** Raw bytes as an event stream. */
  | { readonly kind: "raw"; readonly body: string }
  /** Streams one piece repeatedly until the client leaves, ignoring the limit of tokens. */
  | { readonly kind: "flood"; readonly piece: string }
  /** Accepts the call and never replies. */
  | { readonly kind: "silence" };

export interface ReceivedCall {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: Record<string, unknown>;
}

export interface ScriptedModel {
  /** Base address, up to `/v1`. */
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Resolves when a client leaves a call before its end. */
  readonly left: Promise<void>;
  /** The frames that clients have read, of all calls. */
  readonly framesTaken: number;
  stop(): Promise<void>;
}

/** Answers the n-th chat call with the n-th script, and later calls with the last. `json` answers GETs by path. */
export function scriptedModel(scripts: readonly Script[], json: Readonly<Record<string, unknown>> = {}): ScriptedModel {
  const calls: ReceivedCall[] = [];
  const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
  let framesTaken = 0;
  const listener: Listener = { left: onLeft, taken: () => framesTaken++ };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      if (request.method === "GET") {
        return path in json ? Response.json(json[path]) : new Response("not found", { status: 404 });
      }
      const script = scripts[Math.min(calls.length, scripts.length - 1)] ?? { kind: "silence" };
      calls.push({ path, authorization: request.headers.get("authorization"), body: JSON.parse(await request.text()) });
      return perform(script, listener);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    left,
    get framesTaken() {
      return framesTaken;
    },
    stop: () => server.stop(true),
  };
}

/** Observes how streams are read. */
interface Listener {
  left(): void;
  taken(): void;
}

function perform(script: Script, listener: Listener): Response | Promise<Response> {
  switch (script.kind) {
    case "stream":
      return stream(framesOf(script.pieces, script.ending ?? "done"), script.ending, listener);
    case "whole":
      return Response.json({
        choices: [{ message: { role: "assistant", content: script.text }, finish_reason: "stop" }],
      });
    case "deltas":
      if (script.whole)
        return Response.json({ choices: [{ message: script.deltas[0], finish_reason: script.finish }] });
      return stream(
        [...script.deltas.map((delta) => chunkOf(delta, null)), chunkOf({}, script.finish)],
        "done",
        listener,
      );
    case "status":
      return new Response(script.body ?? "refused", {
        status: script.status,
        ...(script.headers ? { headers: script.headers } : {}),
      });
    case "raw":
      return stream([script.body], "done", listener);
    case "flood":
      return stream(endless(chunkOf({ content: script.piece }, null)), "done", listener);
    case "silence":
      return new Promise(() => undefined);
  }
}

function chunkOf(delta: object, finish: string | null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

function framesOf(pieces: readonly string[], ending: string): string[] {
  const frames = pieces.map((content) => chunkOf({ content }, null));
  if (ending === "cut" || ending === "stall") return frames;
  const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 120, completion_tokens: pieces.length } })}\n\n`;
  return [...frames, chunkOf({}, "stop"), ...(ending === "done" ? [usage, "data: [DONE]\n\n"] : [])];
}

function* endless(frame: string): Generator<string> {
  for (;;) yield frame;
}

function stream(frames: Iterable<string>, ending: string | undefined, { left, taken }: Listener): Response {
  const encoder = new TextEncoder();
  const coming = frames[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const frame = coming.next();
        if (frame.done !== true) {
          taken();
          controller.enqueue(encoder.encode(frame.value));
        } else if (ending === "stall") await new Promise(() => undefined);
        else controller.close();
      },
      cancel: left,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
