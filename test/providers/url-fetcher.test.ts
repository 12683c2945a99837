import { afterAll, describe, expect, test } from "bun:test";
import { addressGuard, type ResolveHost } from "../../src/providers/address-guard.ts";
import { guardedFetch } from "../../src/providers/guarded-fetch.ts";
import { urlFetcher } from "../../src/providers/url-fetcher.ts";
import { FetchError } from "../../src/sources/ingest/ingest-failure.ts";

const served: string[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => {
    const url = new URL(request.url);
    served.push(`${request.headers.get("host")}${url.pathname}`);
    const to = url.searchParams.get("to");
    if (to !== null)
      return new Response(null, { status: Number(url.searchParams.get("status") ?? 302), headers: { location: to } });
    return answers[url.pathname]?.(request) ?? new Response("nothing here", { status: 404, statusText: "Not Found" });
  },
});
afterAll(() => server.stop(true));

const packed = Bun.gzipSync(new TextEncoder().encode("packed ".repeat(1000)));
const answers: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
  "/docs/M%C3%A4rz.html": () =>
    new Response("<h1>März</h1>", { headers: { "content-type": "text/html; charset=utf-8" } }),
  "/agent": (request) => new Response(request.headers.get("user-agent")),
  "/packed": () => new Response(packed, { headers: { "content-encoding": "gzip", "content-type": "text/plain" } }),
  "/down": () => new Response("later", { status: 503, statusText: "Service Unavailable" }),
  "/busy": () => new Response("later", { status: 429 }),
  "/private": () => new Response("sign in", { status: 401 }),
  "/empty": () => new Response(null, { status: 204 }),
  "/silent": () => new Promise<Response>(() => undefined),
  "/endless": () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1000)) })),
};

const port = server.port;
const base = `http://127.0.0.1:${port}`;
const local = addressGuard(["127.0.0.1"]);
const fetcher = urlFetcher(guardedFetch(local, "docent/test"));

async function text(content: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(content)).toString("utf8");
}

async function failure(action: () => Promise<unknown>): Promise<unknown> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { message: error.message, retryable: error.retryable };
  }
}

const never = new AbortController().signal;
const open = (path: string) => fetcher.open(base + path, never);

test("a document comes with its server's metadata", async () => {
  const { content, ...facts } = await open("/docs/M%C3%A4rz.html?x=1");
  expect(facts).toEqual({ bytes: 14, declaredType: "text/html; charset=utf-8", filename: "März.html" });
  expect(await text(content)).toBe("<h1>März</h1>");
  expect(await text((await open("/agent")).content)).toBe("docent/test");
});

test("a compressed document is unpacked, and its announced size is not trusted", async () => {
  const { content, ...facts } = await open("/packed");
  expect(facts).toEqual({ bytes: null, declaredType: "text/plain", filename: null });
  expect(await text(content)).toBe("packed ".repeat(1000));
});

test("a proxy of the environment is not used: it would resolve and connect itself", async () => {
  const before = process.env.HTTP_PROXY;
  process.env.HTTP_PROXY = "http://127.0.0.1:1";
  try {
    expect(await text((await open("/agent")).content)).toBe("docent/test");
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY;
    else process.env.HTTP_PROXY = before;
  }
});

describe("redirects", () => {
  test("are followed, relative ones too", async () => {
    const there = encodeURIComponent("/docs/M%C3%A4rz.html");
    for (const status of [301, 302, 303, 307, 308]) {
      const { filename, content } = await open(`/?status=${status}&to=${there}`);
      expect([filename, await text(content)]).toEqual(["März.html", "<h1>März</h1>"]);
    }
  });

  test("end after five", async () => {
    const circle = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.redirect("/round", 302) });
    expect(await failure(() => fetcher.open(`http://127.0.0.1:${circle.port}/`, never))).toEqual({
      message: `127.0.0.1:${circle.port} redirects more than 5 times.`,
      retryable: false,
    });
    await circle.stop(true);
  });

  test("do not lead into a private network, out of http, or to nowhere", async () => {
    const reasons = [
      [
        `http://localhost:${port}/agent`,
        "localhost is in a private network, and Docent does not fetch from private networks.",
      ],
      [`http://[::1]:${port}/agent`, "::1 is in a private network, and Docent does not fetch from private networks."],
      ["http://169.254.169.254/latest/meta-data", "169.254.169.254 is in a private network"],
      ["file:///etc/passwd", "file: addresses are not fetched, only http and https."],
      ["http://", `127.0.0.1:${port} redirects to something that is not an address.`],
    ] as const;
    for (const [to, reason] of reasons) {
      const found = await failure(() => open(`/?to=${encodeURIComponent(to)}`));
      expect(found).toEqual({ message: expect.stringContaining(reason), retryable: false });
    }
  });
});

describe("a name", () => {
  const resolving = (...answersInTurn: readonly string[]) => {
    const asked: string[] = [];
    const resolve: ResolveHost = async (name) => {
      const address = answersInTurn[asked.length];
      asked.push(name);
      return address === undefined ? [] : [address];
    };
    return { asked, resolve };
  };

  test("is resolved once, and the connection goes to the checked address", async () => {
    const { asked, resolve } = resolving("127.0.0.1");
    const guarded = urlFetcher(guardedFetch(addressGuard(["docs.example.test"], resolve), "docent/test"));
    served.length = 0;
    const { content } = await guarded.open(`http://docs.example.test:${port}/agent`, never);
    expect(await text(content)).toBe("docent/test");
    expect({ asked, served }).toEqual({ asked: ["docs.example.test"], served: [`docs.example.test:${port}/agent`] });
  });

  test("that changes to a private address between two requests is refused in the second", async () => {
    const { asked, resolve } = resolving("127.0.0.1", "10.0.0.1");
    const guard = addressGuard(["first.example.test"], resolve);
    const to = encodeURIComponent(`http://second.example.test:${port}/agent`);
    served.length = 0;
    const found = await failure(() =>
      urlFetcher(guardedFetch(guard, "x")).open(`http://first.example.test:${port}/?to=${to}`, never),
    );
    expect(found).toEqual({
      message: expect.stringContaining("second.example.test is in a private network"),
      retryable: false,
    });
    expect({ asked, served }).toEqual({
      asked: ["first.example.test", "second.example.test"],
      served: [`first.example.test:${port}/`],
    });
  });

  test("with several addresses is reached by the first that answers", async () => {
    const resolve: ResolveHost = async () => ["::1", "127.0.0.1"];
    const guarded = urlFetcher(guardedFetch(addressGuard("all", resolve), "docent/test"));
    const { content } = await guarded.open(`http://docs.example.test:${port}/agent`, never);
    expect(await text(content)).toBe("docent/test");
  });
});

test("answers without a document say whether to try again", async () => {
  const host = `127.0.0.1:${port}`;
  const final = "Check that the address can be opened without signing in.";
  expect(await failure(() => open("/private"))).toEqual({
    message: `${host} answered 401 Unauthorized. ${final}`,
    retryable: false,
  });
  expect(await failure(() => open("/missing"))).toEqual({
    message: `${host} answered 404 Not Found. ${final}`,
    retryable: false,
  });
  expect(await failure(() => open("/down"))).toEqual({
    message: `${host} answered 503 Service Unavailable. Try again later.`,
    retryable: true,
  });
  expect(await failure(() => open("/busy"))).toMatchObject({ retryable: true });
  expect(await failure(() => open("/empty"))).toEqual({
    message: `${host} answered without a document.`,
    retryable: false,
  });
});

test("an unreachable server can be retried", async () => {
  const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const address = `127.0.0.1:${gone.port}`;
  await gone.stop(true);
  expect(await failure(() => fetcher.open(`http://${address}/`, never))).toEqual({
    message: `${address} cannot be reached. It refuses connections.`,
    retryable: true,
  });
});

test("a document that breaks off can be retried", async () => {
  const half = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf";
  const raw = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: (socket) => void socket.end(half) } });
  const { content, bytes } = await fetcher.open(`http://127.0.0.1:${raw.port}/`, never);
  expect(bytes).toBe(1000);
  expect(await failure(() => text(content))).toEqual({
    message: `127.0.0.1:${raw.port} ended the connection before the document was complete. Try again later.`,
    retryable: true,
  });
  raw.stop(true);
});

test("a caller can abort at any point", async () => {
  const reason = new Error("enough");
  const stopping = new AbortController();
  const silent = fetcher.open(`${base}/silent`, stopping.signal);
  stopping.abort(reason);
  await expect(silent).rejects.toBe(reason);
  const reading = new AbortController();
  const { content } = await fetcher.open(`${base}/endless`, reading.signal);
  const read = (async () => {
    for await (const _ of content) reading.abort(reason);
  })();
  await expect(read).rejects.toBe(reason);
  const unresolving = addressGuard([], () => new Promise(() => undefined));
  const lost = urlFetcher(guardedFetch(unresolving, "x"));
  const resolvingName = new AbortController();
  const unresolved = lost.open("http://slow.example.test/", resolvingName.signal);
  resolvingName.abort(reason);
  await expect(unresolved).rejects.toBe(reason);
  await expect(fetcher.open(base, AbortSignal.abort(reason))).rejects.toBe(reason);
});
