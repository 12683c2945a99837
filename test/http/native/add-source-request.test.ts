/** Valid and invalid uploads to a listening service. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { type Reply, read } from "../../support/reply.ts";
import { startService, type TestService } from "../../support/service.ts";

const limit = 100_000;
let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startService({ settings: { DOCENT_MAX_FILE_BYTES: String(limit), DOCENT_MAX_TEXT_CHARS: "50" } });
  service.docent.app.listen({ hostname: "127.0.0.1", port: 0, maxRequestBodySize: 3_000_000_000 });
  port = service.docent.app.server?.port ?? 0;
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
});
afterAll(async () => {
  await service.docent.app.server?.stop(true);
  await service.close();
});

const path = "/v1/experts/manual/sources";
let number = 0;
const text = () => `A fresh text about pumps, number ${number++}.`;

/** Files of uploads without a source. */
const leftovers = () => readdirSync(join(service.dataDir, "originals")).filter((name) => !/^\d+$/.test(name));

async function send(
  body: Uint8Array<ArrayBuffer> | FormData | string,
  headers: Record<string, string> = {},
  query = "",
): Promise<Reply> {
  const authorization = `Bearer ${service.owner}`;
  const url = `http://127.0.0.1:${port}${path}?wait=60${query}`;
  return read(await fetch(url, { method: "POST", body, headers: { authorization, ...headers } }));
}

/** A form written by hand: each part is its headers and its content. */
function handmade(...parts: readonly (readonly [head: string, content: string])[]): [string, Record<string, string>] {
  const body = parts.map(
    ([head, content]) => `--frontier\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
  );
  return [`${body.join("")}--frontier--\r\n`, { "content-type": "multipart/form-data; boundary=frontier" }];
}

const file = (content: string, filename = "a.txt") => [`name="file"; filename="${filename}"`, content] as const;
const field = (name: string, content: string) => [`name="${name}"`, content] as const;

describe("a form", () => {
  test("may have its fields before and after the file", async () => {
    const fields = [
      field("title", "Manual"),
      field("metadata", '{"year": 2026}'),
      field("external_id", "m-1"),
    ] as const;
    const content = text();
    const source = (await send(...handmade(fields[0], file(content), fields[1], fields[2]))).as(SourceObject);
    expect(source).toMatchObject({
      type: "file",
      status: "ready",
      title: "Manual",
      filename: "a.txt",
      mime_type: "text/plain",
      external_id: "m-1",
      metadata: { year: 2026 },
      bytes: content.length,
      version: 1,
    });
    const stored = await service.request("GET", `${path}/${source.id}/file`);
    expect(stored.text).toBe(content);
  });

  test("is refused with the faulty field, and its file is not kept", async () => {
    const refusals = [
      [[field("title", "x")], "missing_required_parameter", "file"],
      [[file("")], "missing_required_parameter", "file"],
      [[file("a"), file("b")], "invalid_parameter", "file"],
      [[file("a"), field("title", "x"), field("title", "y")], "invalid_parameter", "title"],
      [[file("a"), field("titel", "x")], "unknown_parameter", "titel"],
      [[file("a"), field("metadata", "{")], "invalid_parameter", "metadata"],
      [[file("a"), field("metadata", '{"a": {}}')], "invalid_parameter", "metadata.a"],
      [[file("a"), field("title", "x".repeat(200_000))], "invalid_parameter", "file"],
      [[file("x".repeat(limit + 1))], "payload_too_large", null],
    ] as const;
    for (const [parts, code, param] of refusals) {
      const { error } = await send(...handmade(...parts));
      expect({ code: error.code, param: error.param }).toEqual({ code, param });
    }
    expect(leftovers()).toEqual([]);
  });

  test("with a wrong or missing boundary is refused", async () => {
    const [body] = handmade(file("a"));
    for (const type of ["multipart/form-data; boundary=other", "multipart/form-data"]) {
      const { error } = await send(body, { "content-type": type });
      expect({ code: error.code, param: error.param }).toEqual({ code: "invalid_parameter", param: "file" });
    }
  });
});

test("names lose their paths and misleading characters", async () => {
  const names = [
    ["../../etc/passwd.txt", "passwd.txt"],
    ["C:\\Users\\me\\plan.txt", "plan.txt"],
    ["nul\u0000l.txt", "null.txt"],
    ["\u202Etxt.gpj", "txt.gpj"],
    ["a\r\nb.txt", "ab.txt"],
    ["..", ".."],
    ["///", "file"],
    [`${"x".repeat(400)}.txt`, `${"x".repeat(251)}.txt`],
  ] as const;
  for (const [given, shown] of names) {
    const form = new FormData();
    form.set("file", new File([text()], given));
    expect((await send(form)).as(SourceObject).filename).toBe(shown);
  }
  const query = `&filename=${encodeURIComponent("../..\u2067/\u0000x.txt")}`;
  expect((await send(text(), { "content-type": "text/plain" }, query)).as(SourceObject).filename).toBe("x.txt");
  expect(readdirSync(service.dataDir).toSorted()).toEqual(
    readdirSync(service.dataDir)
      .filter((name) => /^[a-z.-]+$/.test(name))
      .toSorted(),
  );
});

test("the type is detected from the bytes, whatever was declared", async () => {
  const declared = [
    ["application/pdf", "text/plain"],
    ["image/png", "text/plain"],
    ["application/x-www-form-urlencoded", "text/plain"],
    ["no type at all", "text/plain"],
    ["text/html; charset=utf-16", "text/plain"],
  ] as const;
  for (const [type, found] of declared) {
    const source = (await send(text(), { "content-type": type })).as(SourceObject);
    expect([type, source.status, source.mime_type]).toEqual([type, "ready", found]);
  }
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
  const picture = (await send(png, { "content-type": "text/plain" })).as(SourceObject);
  expect([picture.status, picture.error?.code]).toEqual(["failed", "corrupt_file"]);
});

describe("a body that is too large", () => {
  test("is refused by its announced length, without being read", async () => {
    const types = ["application/octet-stream", "multipart/form-data; boundary=x", "application/json"];
    for (const type of types) {
      const answer = await raw([`Content-Type: ${type}`, "Content-Length: 2000000000"], "a few bytes");
      expect(answer).toStartWith("HTTP/1.1 413 ");
      expect(answer).toContain('"code":"payload_too_large"');
    }
    expect(leftovers()).toEqual([]);
  });

  test("is refused if it announces no length", async () => {
    const body = `${limit.toString(16)}\r\n${"x".repeat(limit)}\r\n1\r\nx\r\n0\r\n\r\n`;
    const answer = await raw(["Content-Type: text/plain", "Transfer-Encoding: chunked"], body);
    expect(answer).toStartWith("HTTP/1.1 413 ");
    expect(leftovers()).toEqual([]);
  });

  test("as text, by its characters", async () => {
    const body = JSON.stringify({ text: "🙂".repeat(51) });
    const { status, error } = await send(body, { "content-type": "application/json" });
    expect({ status, param: error.param }).toEqual({ status: 413, param: "text" });
    expect((await send(JSON.stringify({ text: "🙂".repeat(50) }), { "content-type": "application/json" })).status).toBe(
      201,
    );
  });
});

test("without a key the body is not read", async () => {
  const answer = await raw(["Content-Type: text/plain", "Content-Length: 90000"], "a few bytes", null);
  expect(answer).toStartWith("HTTP/1.1 401 ");
});

test("an interrupted upload leaves nothing behind, in every form", async () => {
  const before = service.contents();
  const heads = [
    ["Content-Type: application/octet-stream", "Content-Length: 90000"],
    ["Content-Type: multipart/form-data; boundary=frontier", "Content-Length: 90000"],
    ["Content-Type: text/plain", "Transfer-Encoding: chunked"],
    ["Content-Type: application/json", "Content-Length: 90000"],
  ];
  for (const head of heads) {
    const body = head[0]?.includes("multipart") ? handmade(file("half of it"))[0].slice(0, -20) : "5\r\nhalf \r\n";
    const socket = connect(port, "127.0.0.1");
    socket.write(requestHead(head, service.owner) + body);
    const isOnDisk = !head[0]?.includes("json");
    while (isOnDisk && leftovers().length === 0) await nextTurn(); // it has begun to arrive
    socket.destroy();
    while (leftovers().length > 0) await nextTurn();
  }
  const [whole, headers] = handmade(file("complete but for its end"));
  expect((await send(whole.slice(0, -10), headers)).error.message).toBe(
    "The multipart form ends before its closing boundary. Was the upload cut off?",
  );
  await drained();
  expect(leftovers()).toEqual([]);
  expect(service.contents()).toEqual(before);
});

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves when no request is under way. */
async function drained(): Promise<void> {
  while ((service.docent.app.server?.pendingRequests ?? 0) > 0) await nextTurn();
}

function requestHead(headers: readonly string[], key: string | null): string {
  const authorization = key === null ? [] : [`Authorization: Bearer ${key}`];
  return [`POST ${path} HTTP/1.1`, "Host: localhost", ...authorization, ...headers, "", ""].join("\r\n");
}

/** Sends raw bytes and returns the first bytes of the reply. */
function raw(headers: readonly string[], body: string, key: string | null = service.owner): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", reject);
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString("utf8");
    if (!answer.includes("request_id")) return;
    resolve(answer);
    socket.destroy();
  });
  socket.write(requestHead(headers, key) + body);
  return promise;
}
