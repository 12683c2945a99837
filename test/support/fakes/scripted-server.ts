/** A server on loopback that first follows a script and then passes requests to another handler. */

export type Handler = (request: Request) => Response | Promise<Response>;

export interface ScriptedServer {
  readonly address: string;
  /** Method and path of each request, in order. */
  readonly seen: readonly string[];
  /** Stops listening and cuts open connections. */
  die(): Promise<void>;
}

/** The script's last handler serves all further requests. */
export function scriptedServer(...script: readonly Handler[]): ScriptedServer {
  const seen: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      const handler = script[Math.min(seen.length, script.length - 1)];
      seen.push(`${request.method} ${pathname}${search}`);
      if (handler === undefined) throw new Error("an empty script");
      return handler(request);
    },
  });
  return { address: `http://127.0.0.1:${server.port}`, seen, die: () => server.stop(true) };
}

/** A refusal in Docent's form. */
export function refusing(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Handler {
  const error = { message: `Refused: ${code}.`, type: "x", param: null, code, request_id: "req_1" };
  return () => Response.json({ error }, { status, headers });
}

type ServerEvent = readonly [name: string, data: unknown];

export function framesOf(...events: readonly ServerEvent[]): string {
  return events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(": silence\n\n");
}

/** A stream of server-sent events. */
export function streaming(...events: readonly ServerEvent[]): Handler {
  return () => new Response(framesOf(...events), { headers: { "content-type": "text/event-stream" } });
}
