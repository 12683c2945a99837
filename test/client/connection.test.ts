import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError, ConnectionError, DocentError } from "../../src/client/client-error.ts";
import { type OutgoingRequest, openConnection } from "../../src/client/connection.ts";
import { patientRetries } from "../../src/client/retry-plan.ts";
import {
  framesOf,
  type Handler,
  refusing,
  type ScriptedServer,
  scriptedServer,
  streaming,
} from "../support/fakes/scripted-server.ts";

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.die();
  server = null;
});

/** A connection whose waits take no time, and what it said of them. */
function connectTo(address: string) {
  const waits: [string, number][] = [];
  const connection = openConnection({
    place: { address, socket: null, trusted: null },
    key: "a-key-of-sixteen",
    pause: async () => {},
    onWait: (reason, milliseconds) => waits.push([reason, milliseconds]),
    retries: patientRetries,
    remedy: () => "Start it.",
  });
  return { connection, waits };
}

function script(...handlers: Handler[]) {
  server = scriptedServer(...handlers);
  return { ...connectTo(server.address), seen: server.seen };
}

const get: OutgoingRequest = { method: "GET", path: "/v1/x" };
const thing = { object: "thing", n: 1 };
const fine: Handler = () => Response.json(thing);

test("a request has the key, its headers and its body", async () => {
  const { connection } = script(async (request) => {
    const { authorization, "content-type": type } = Object.fromEntries(request.headers);
    return Response.json({ ...thing, got: [request.method, authorization, type, await request.text()] });
  });
  const outgoing = { ...get, method: "POST", headers: { "content-type": "text/plain" }, body: "hello" } as const;
  expect(await connection.json<typeof thing & { got: unknown }>(outgoing, "thing")).toEqual({
    ...thing,
    got: ["POST", "Bearer a-key-of-sixteen", "text/plain", "hello"],
  });
});

describe("if waiting helps", () => {
  test("it waits for the stated time, says so, and sends again", async () => {
    const busy = refusing(429, "rate_limit_exceeded", { "retry-after": "7" });
    const { connection, waits, seen } = script(busy, refusing(503, "not_ready"), fine);
    expect(await connection.json(get, "thing")).toEqual(thing);
    expect(waits).toEqual([
      ["Refused: rate_limit_exceeded.", 7000],
      ["Refused: not_ready.", 2000],
    ]);
    expect(seen).toHaveLength(3);
  });

  test("a file is sent again completely", async () => {
    const folder = mkdtempSync(join(tmpdir(), "docent-connection-"));
    writeFileSync(join(folder, "file"), "all of it");
    const { connection } = script(refusing(503, "overloaded"), async (request) =>
      Response.json({ ...thing, n: (await request.text()).length }),
    );
    const body = Bun.file(join(folder, "file"));
    expect(await connection.json({ ...get, method: "POST", body }, "thing")).toMatchObject({ n: 9 });
    rmSync(folder, { recursive: true });
    const gone = connection.json({ ...get, method: "POST", body }, "thing");
    expect(await gone.catch((error: Error) => [error instanceof DocentError, "syscall" in error])).toEqual([
      false,
      true,
    ]);
  });

  test("a lost request is sent again only if that does no harm", async () => {
    let connections = 0;
    const cutting = createServer((socket) => {
      connections += 1;
      if (connections < 6) socket.destroy();
      else
        socket.once("data", () =>
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 24\r\nConnection: close\r\n\r\n{"object":"thing","n":1}'),
        );
    });
    await new Promise<void>((resolve) => cutting.listen(0, "127.0.0.1", resolve));
    const place = cutting.address();
    const { connection, waits } = connectTo(`http://127.0.0.1:${typeof place === "object" ? place?.port : 0}`);
    expect(await connection.json(get, "thing").catch((error: unknown) => error)).toBeInstanceOf(ConnectionError);
    expect([connections, waits]).toEqual([1, []]);
    expect(await connection.json({ ...get, isRepeatable: true }, "thing")).toEqual(thing);
    expect([connections, waits.map(([, milliseconds]) => milliseconds)]).toEqual([6, [1000, 2000, 4000, 8000]]);
    await new Promise((resolve) => cutting.close(resolve));
  });
});

describe("a followed source", () => {
  const state = (status: string, updated: number) => ({ object: "source", id: "src_1", status, updated_at: updated });
  const told = (status: string, updated: number) => ["source", state(status, updated)] as const;
  const stopping = ["error", { error: { message: "It stops.", code: "shutting_down" } }] as const;
  const queued = told("queued", 1);
  const followed = async (...handlers: Handler[]) => {
    const { connection, waits, seen } = script(...handlers);
    const states: string[] = [];
    const error = await (async () => {
      for await (const { status } of connection.progress(get)) states.push(status);
    })().catch((thrown: Error) => thrown.message);
    return { states, waits: waits.map(([, milliseconds]) => milliseconds), requests: seen.length, error };
  };

  test("is followed over streams that end and a service that stops", async () => {
    const processing = streaming(told("processing", 2), stopping);
    const ready = streaming(told("ready", 3), ["done", {}]);
    const script = [streaming(queued), processing, refusing(503, "not_ready"), ready];
    expect(await followed(...script)).toEqual({
      states: ["queued", "processing", "ready"],
      waits: [1000, 1000],
      requests: 4,
      error: undefined,
    });
  });

  test("is followed over a service that is away for a moment", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    const replies = [head + framesOf(queued, stopping), null, head + framesOf(told("ready", 2))];
    const away = createServer((socket) => {
      const reply = replies.shift() ?? null;
      if (reply === null) socket.destroy();
      else socket.once("data", () => socket.end(reply));
    });
    await new Promise<void>((resolve) => away.listen(0, "127.0.0.1", resolve));
    const place = away.address();
    const { connection } = connectTo(`http://127.0.0.1:${typeof place === "object" ? place?.port : 0}`);
    const states = await Array.fromAsync(connection.progress({ ...get, isRepeatable: false }), ({ status }) => status);
    expect(states).toEqual(["queued", "ready"]);
    await new Promise((resolve) => away.close(resolve));
  });

  test("is given up when one stream after the other breaks off without news", async () => {
    const { states, waits, error } = await followed(streaming(queued, stopping));
    expect([new Set(states), waits, error]).toEqual([
      new Set(["queued"]),
      [1000, 2000, 4000, 8000, 16_000, 30_000],
      "It stops.",
    ]);
  });

  test.each([
    ["a refusal", refusing(404, "source_not_found"), "Refused: source_not_found."],
    ["an error", streaming(queued, ["error", { error: { message: "Broken.", code: "internal_error" } }]), "Broken."],
    ["a deletion", streaming(queued, ["deleted", {}]), "The source was deleted."],
    ["a stream that tells nothing", streaming(), expect.stringContaining("is not told")],
  ])("ends with %s", async (_, handler, message) => {
    expect(await followed(handler)).toMatchObject({ waits: [], requests: 1, error: message });
  });
});

describe("if waiting does not help", () => {
  test.each([
    [refusing(429, "quota_exceeded", { "x-should-retry": "false" }), 429, "quota_exceeded"],
    [refusing(401, "invalid_api_key"), 401, "invalid_api_key"],
    [refusing(507, "storage_full", { "retry-after": "1" }), 507, "storage_full"],
  ])("a refusal says why: %p", async (handler, status, code) => {
    const { connection, seen } = script(handler);
    const error = await connection.json(get, "thing").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code, message: `Refused: ${code}.` });
    expect(seen).toHaveLength(1);
  });

  test("another server at the address is recognised", async () => {
    const { connection } = script(
      () => new Response("<html>", { status: 404 }),
      () => new Response("<html>"),
      () => Response.json({ m: 1 }),
      () => Response.redirect("http://127.0.0.1:1/"),
    );
    const says = async () => connection.json(get, "thing").catch((error: Error) => error.message);
    const { address } = server!;
    expect(await says()).toBe(`${address} answers with status 404, and not as Docent does. Is it the right address?`);
    expect(await says()).toBe(`${address} does not answer like this version of Docent: reply is "<html>", not JSON.`);
    expect(await says()).toBe(
      `${address} does not answer like this version of Docent: reply.object is undefined, not "thing".`,
    );
    expect(await says()).toContain("answers with status 302");
  });

  test("an unreachable address is one clear error", async () => {
    const { connection } = script(fine);
    const { address } = server!;
    await server?.die();
    const error = await connection.json(get, "thing").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toEndWith(`${address} does not answer (nothing listens there). Start it.`);
  });

  test("the control characters of a message do not reach the terminal", async () => {
    const error = { message: "no \x1b[31mred", type: "x", param: null, code: "x", request_id: "r" };
    const { connection } = script(() => Response.json({ error }, { status: 400 }));
    expect(await connection.json(get, "thing").catch((thrown: Error) => thrown.message)).toBe("no \ufffd[31mred");
  });
});
