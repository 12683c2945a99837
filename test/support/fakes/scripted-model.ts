/** A scripted model server over real HTTP: it streams, stalls, dies, lies or refuses. Loopback only. */

import { trialPrompt } from "../../../src/providers/model-check.ts";

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
  /** Resolves when a service has tried the model, as it does at its start; those calls have replies of their own. */
  readonly tried: Promise<void>;
  /** Resolves when a client leaves a call before its end. */
  readonly left: Promise<void>;
  /** The frames that clients have read, of all calls. */
  readonly framesTaken: number;
  stop(): Promise<void>;
}

const readyReply: Script = { kind: "whole", text: "Ready." };

const listed = (value: unknown) =>
  value === undefined ? new Response("not found", { status: 404 }) : Response.json(value);

/** What a strict server replies to a request that it does not take; null: it takes it. */
export type Refuses = (body: ReceivedCall["body"]) => Script | null;

/** Refuses as OpenAI's servers do. */
export const refusal = (message: string, more: object = {}): Script => ({
  kind: "status",
  status: 400,
  body: JSON.stringify({ error: { message, type: "invalid_request_error", ...more } }),
});

/**
 * Answers the n-th chat call that it takes with the n-th script, and later calls with the last. `json` answers GETs by path.
 */
export function scriptedModel(
  scripts: readonly Script[],
  json: Readonly<Record<string, unknown>> = {},
  refuses: Refuses = () => null,
): ScriptedModel {
  const calls: ReceivedCall[] = [];
  let taken = 0;
  const next = (): Script => scripts[Math.min(taken++, scripts.length - 1)] ?? { kind: "silence" };
  const { promise: tried, resolve: onTried } = Promise.withResolvers<void>();
  const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
  let framesTaken = 0;
  const listener: Listener = { left: onLeft, taken: () => framesTaken++ };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    fetch: async (request) => {
      const path = new URL(request.url).pathname;
      if (request.method === "GET") return listed(json[path]);
      const body: ReceivedCall["body"] = JSON.parse(await request.text());
      const isTrial = JSON.stringify(body.messages ?? []).includes(trialPrompt);
      if (isTrial && "tools" in body) onTried();
      if (!isTrial) calls.push({ path, authorization: request.headers.get("authorization"), body });
      return perform(refuses(body) ?? (isTrial ? readyReply : next()), listener);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    tried,
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
