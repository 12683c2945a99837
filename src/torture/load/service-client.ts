/** One connection a request: a pool would resend a request that a kill broke off. */

import { type Json, parseJson } from "../checks/reply-reading.ts";
import type { NotDone } from "../model/operation-outcome.ts";

export interface ServiceRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  readonly leaves?: boolean;
}

export interface Received {
  readonly type: "received";
  readonly status: number;
  readonly replayed: boolean;
  readonly text: string;
  readonly bytes: Uint8Array;
}

export interface ServiceClient {
  /** Never throws: an incomplete reply is `cut`. */
  send(sent: ServiceRequest): Promise<Received | Extract<NotDone, { type: "cut" }>>;
}

const replyTimeout = 60_000;

/** Milliseconds of a thread for a question; one that takes longer twice may be given up. */
const longestQuestion = 10_000;

export function serviceClient(
  address: string,
  secret: string,
  { timeout = replyTimeout, patience = longestQuestion } = {},
): ServiceClient {
  return {
    send: async (sent) => {
      const headers = { authorization: `Bearer ${sent.secret ?? secret}`, ...sent.headers };
      const body = sent.body === undefined ? {} : { body: sent.body };
      const leaving = new AbortController();
      const signal = AbortSignal.any([AbortSignal.timeout(timeout), leaving.signal]);
      const began = performance.now();
      try {
        const reply = await fetch(address + sent.path, {
          method: sent.method,
          headers,
          signal,
          keepalive: false,
          ...body,
        });
        if (sent.leaves === true) return await leave(reply, leaving);
        const bytes = await reply.bytes();
        const replayed = reply.headers.get("idempotent-replayed") === "true";
        const text = new TextDecoder().decode(bytes);
        const isGivenUp = [200, 503].includes(reply.status) && text.includes('"code":"overloaded"');
        if (isGivenUp && performance.now() - began >= patience) return { type: "cut", late: true };
        return { type: "received", status: reply.status, replayed, bytes, text };
      } catch {
        return { type: "cut" };
      }
    },
  };
}

async function leave(reply: Response, leaving: AbortController): Promise<{ readonly type: "cut" }> {
  await reply.body?.getReader().read();
  leaving.abort();
  return { type: "cut" };
}

export function json(value: unknown): Pick<ServiceRequest, "headers" | "body"> {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

export function successOf({ status, text }: Received): Json {
  const reply = parseJson(text);
  if (status >= 200 && status < 300) return reply;
  throw new Error(`status ${status}: ${text.slice(0, 300)}`);
}

export function eventsOf(text: string): readonly { readonly event: string; readonly data: string }[] {
  return text
    .split("\n\n")
    .map((block) => block.split("\n"))
    .map((lines) => ({ event: fieldOf(lines, "event"), data: fieldOf(lines, "data") }))
    .filter(({ data }) => data !== "");
}

function fieldOf(lines: readonly string[], field: string): string {
  return (
    lines
      .find((line) => line.startsWith(`${field}:`))
      ?.slice(field.length + 1)
      .trim() ?? ""
  );
}
