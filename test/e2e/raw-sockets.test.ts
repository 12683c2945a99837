/**
 * Requests that only a raw socket can send: invalid, doubled or incomplete ones. After each, the service
 * answers the next client, and at the end it has no additional connection. docs/security.md lists the replies of the
 * runtime.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { openBench, type RunningBinary } from "../support/binary.ts";
import { statusesIn, talkRaw } from "../support/processes/raw-connection.ts";

const bench = openBench();
const key = "a-key-that-the-owner-chose";
let service: RunningBinary;
let slowHeaders: Promise<string>;
let socketsBefore: number;
beforeAll(async () => {
  service = await bench.start({ dataDir: bench.folder(), env: { DOCENT_API_KEY: key, DOCENT_ALLOWED_HOSTS: "x" } });
  await service.request("POST", "/v1/experts", { name: "House" });
  socketsBefore = sockets();
  slowHeaders = talkRaw(service.address, "GET /healthz HTTP/1.1\r\nHost: local");
});
afterAll(() => bench.clean());

/** The service's sockets: connections and the listening socket. */
function sockets(): number {
  const folder = `/proc/${service.pid}/fd`;
  return readdirSync(folder).filter((fd) => isSocket(`${folder}/${fd}`)).length;
}

function isSocket(fd: string): boolean {
  try {
    return readlinkSync(fd).startsWith("socket:");
  } catch {
    return false; // closed in between
  }
}

const request = (line: string, headers: readonly string[] = ["Host: localhost"], body = "") =>
  [line, ...headers, "", body].join("\r\n");
const get = (path = "/healthz", ...more: string[]) => request(`GET ${path} HTTP/1.1`, ["Host: localhost", ...more]);
const post = (headers: readonly string[], body: string, path = "/v1/experts") =>
  request(
    `POST ${path} HTTP/1.1`,
    ["Host: localhost", `Authorization: Bearer ${key}`, "Content-Type: application/json", ...headers],
    body,
  );
const chunked = (body: string) => post(["Transfer-Encoding: chunked"], body);
const json = '{"name":"Raw"}';
const last = get("/healthz", "Connection: close");

/** The bytes to send, and the statuses before the connection is closed. */
const cases: Readonly<Record<string, readonly [sent: string, answers: readonly number[]]>> = {
  "several requests at once": [get() + get("/v1/experts") + get("/none") + last, [200, 401, 404, 200]],
  "a body where none is expected": [
    request("GET /healthz HTTP/1.1", ["Host: localhost", "Content-Length: 5"], "hello") + last,
    [200, 200],
  ],
  "a target in absolute form": [request("GET http://localhost/healthz HTTP/1.1") + last, [200, 200]],
  "an absolute target of another, and our Host": [
    request("GET http://evil.example/healthz HTTP/1.1") + last,
    [200, 200],
  ],
  "an absolute target of ours, and another Host": [
    request("GET http://localhost/healthz HTTP/1.1", ["Host: evil.example"]) + last,
    [421, 200],
  ],
  "another Host": [request("GET /healthz HTTP/1.1", ["Host: evil.example"]) + last, [421, 200]],
  "a short Host": [request("GET /v1/experts HTTP/1.1", ["Host: x"]) + last, [401, 200]],
  "a short Host and a path that ends like one of ours": [
    request("GET /x/healthz HTTP/1.1", ["Host: x"]) + last,
    [404, 200],
  ],
  "no Host": [request("GET /healthz HTTP/1.1", []), [400]],
  "two Hosts": [request("GET /healthz HTTP/1.1", ["Host: localhost", "Host: evil.example"]) + last, [400, 200]],
  "an empty Host": [request("GET /v1/experts?limit=1 HTTP/1.1", ["Host:"]) + last, [400, 200]],
  "a Host with a path": [request("GET /v1/experts?limit=1 HTTP/1.1", ["Host: localhost/x"]) + last, [400, 200]],
  "a Host with a user": [
    request("GET /v1/experts?a=%41 HTTP/1.1", ["Host: localhost@evil.example"]) + last,
    [400, 200],
  ],
  "a Host with an invalid port": [
    request("GET /v1/experts?limit=1 HTTP/1.1", ["Host: localhost:99999"]) + last,
    [400, 200],
  ],
  "HTTP/1.0 without Host": [request("GET /v1/experts?limit=1 HTTP/1.0", []), [400]],
  "HTTP/1.0": [request("GET /healthz HTTP/1.0"), [200]],
  "HTTP/0.9": ["GET /healthz\r\n\r\n", [505]],
  "HTTP/1.2": [request("GET /healthz HTTP/1.2"), [505]],
  "HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  TLS: ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
  "bare line feeds": ["GET /healthz HTTP/1.1\nHost: localhost\n\n", [505]],
  "a null byte in the target": [get("/a\0b"), [505]],
  "a null byte in a header": [get("/healthz", "X: a\0b"), [400]],
  "a folded header": [get("/healthz", "X: a\r\n b"), [400]],
  "a space before a colon": [get("/healthz", "X : a"), [400]],
  "a header that is not UTF-8": [get("/healthz", "X-Request-Id: \xff\xfe") + last, [200, 200]],
  "an address that is not UTF-8": [get("/v1/models/\xff\xfe") + last, [401, 200]],
  "length and chunks": [post(["Content-Length: 6", "Transfer-Encoding: chunked"], "0\r\n\r\nG"), [400]],
  "chunks and length": [post(["Transfer-Encoding: chunked", "Content-Length: 6"], "0\r\n\r\nG"), [400]],
  "two encodings": [post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"), [400]],
  "an unknown encoding": [post(["Transfer-Encoding: xchunked"], "0\r\n\r\n"), [400]],
  "an encoding before chunks": [post(["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"), [400]],
  "two lengths": [post(["Content-Length: 14", "Content-Length: 15"], `${json} `), [400]],
  "a negative length": [post(["Content-Length: -1"], json), [400]],
  "a length that is not a number": [post(["Content-Length: 0xe"], json), [400]],
  "a length beyond all numbers": [post(["Content-Length: 99999999999999999999999"], json), [400]],
  // Creating waits for a commit. Bytes after a waiting request make the runtime drop its reply (see
  // docs/security.md), so these requests close their connection.
  "a chunk with a name": [
    post(["Transfer-Encoding: chunked", "Connection: close"], `e;a=b\r\n${json}\r\n0\r\n\r\n`),
    [201],
  ],
  "a chunk of no size": [chunked("ZZ\r\nhi\r\n0\r\n\r\n"), [400]],
  "a chunk of negative size": [chunked("-1\r\nhi\r\n0\r\n\r\n"), [400]],
  "a chunk beyond all sizes": [chunked("fffffffffffffffff\r\nhi\r\n0\r\n\r\n"), [400]],
  "a chunk that is longer than it says": [chunked("2\r\nhiXX0\r\n\r\n"), [400]],
  trailers: [chunked(`e\r\n${json}\r\n0\r\nX: a\r\n\r\n`), [400]],
  "a body that is announced first": [
    post(["Expect: 100-continue", "Connection: close", `Content-Length: ${json.length}`], json),
    [100, 201],
  ],
  "a request for a web socket": [
    get(
      "/healthz",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ) + last,
    [200, 200],
  ],
  "a request for HTTP/2": [
    get("/healthz", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA") +
      last,
    [200, 200],
  ],
  "garbage behind a request": [`${get()}\x00\x01garbage\r\n\r\n`, [200, 400]],
  "line ends before a request": [`\r\n\r\n${get()}`, [400]],
  "an address of 20 KB": [get(`/v1/experts?metadata=${"a".repeat(20_000)}`) + last, [414, 200]],
  "a long address": [get(`/${"a".repeat(100_000)}`), [431]],
  "a long header": [get("/healthz", `X: ${"a".repeat(100_000)}`), [431]],
  "many headers": [get("/healthz", ...Array.from({ length: 500 }, (_, at) => `X${at}: a`)), [431]],
  "an unknown method": [request("FOO /healthz HTTP/1.1"), []],
  "a method in small letters": [request("get /healthz HTTP/1.1"), []],
  TRACE: [request("TRACE /healthz HTTP/1.1") + last, [405, 200]],
  "OPTIONS *": [request("OPTIONS * HTTP/1.1"), [400]],
  "steps out of the root": [get("/v1/../../healthz") + last, [200, 200]],
};

test.each(Object.entries(cases))("%s", async (_, [sent, answers]) => {
  const received = await talkRaw(service.address, sent);
  expect(statusesIn(received)).toEqual([...answers]);
  expect(received).not.toMatch(/\bat .*:\d+:\d+|\/src\//);
  expect((await service.request("GET", "/healthz")).status).toBe(200);
});

test("a request for a tunnel is refused; the runtime reads nothing more of that connection", async () => {
  const sent = request("CONNECT localhost:1 HTTP/1.1") + get();
  expect(statusesIn(await talkRaw(service.address, sent, { halfClose: true }))).toEqual([400]);
});

test("a client that half-closes its connection is answered", async () => {
  expect(statusesIn(await talkRaw(service.address, get(), { halfClose: true }))).toEqual([200]);
});

test("a client that stops in the middle of a body is disconnected", async () => {
  const half = post(["Content-Length: 1000"], '{"name":"Ha');
  const received = await talkRaw(service.address, half, { halfClose: true });
  expect(statusesIn(received).filter((status) => status < 400)).toEqual([]);
});

test("a client that never ends its headers is disconnected", async () => {
  expect(await slowHeaders).toBe("");
});

test("no connection remains", async () => {
  // The test's own connection is kept alive. A connection that is never closed fails the test by its deadline.
  while (sockets() > socketsBefore + 1) await service.request("GET", "/healthz");
});
