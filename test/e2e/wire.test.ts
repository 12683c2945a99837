/** Behaviour of real connections: sizes, incomplete requests, clients that leave. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { openBench, type RunningBinary } from "../support/binary.ts";
import { read } from "../support/reply.ts";

const bench = openBench();
const dataDir = bench.folder();
let service: RunningBinary;
beforeAll(async () => {
  service = await bench.start({
    dataDir,
    env: { DOCENT_API_KEY: "a-key-that-the-owner-chose", DOCENT_MAX_FILE_BYTES: "1MB" },
  });
  await service.request("POST", "/v1/experts", { name: "House" });
});
afterAll(() => bench.clean());

const path = "/v1/experts/house/sources";
const authorization = () => `Bearer ${service.key}`;

/** Sends raw bytes; resolves with all received bytes when the other side closes, or with the first response. */
function talk(lines: readonly string[], end = false): Promise<string> {
  const { hostname, port } = new URL(service.address);
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const socket = connect(Number(port), hostname, () => {
    socket.write(lines.join("\r\n"));
    if (end) socket.end();
  });
  socket.on("data", (piece) => {
    text += piece.toString();
    if (text.includes("\r\n\r\n")) socket.destroy();
  });
  socket.on("error", () => undefined).on("close", () => resolve(text));
  return promise;
}

test("a body beyond the limit is refused in the envelope, whether its size is announced or not", async () => {
  const headers = { authorization: authorization(), "content-type": "text/plain" };
  const large = new Uint8Array(1_500_000).fill(97);
  const announced = await read(await fetch(service.address + path, { method: "POST", headers, body: large }));
  expect([announced.status, announced.error.code]).toEqual([413, "payload_too_large"]);
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < large.length; at += 100_000) controller.enqueue(large.subarray(at, at + 100_000));
      controller.close();
    },
  });
  const streamed = await read(await fetch(service.address + path, { method: "POST", headers, body: pieces }));
  expect([streamed.status, streamed.error.code]).toEqual([413, "payload_too_large"]);
  const json = { authorization: authorization(), "content-type": "application/json" };
  const question = JSON.stringify({ question: "x".repeat(17_000_000) });
  const asked = await read(
    await fetch(`${service.address}/v1/experts/house/query`, { method: "POST", headers: json, body: question }),
  );
  expect([asked.status, asked.error.code]).toEqual([413, "payload_too_large"]);
});

test("a chunked source without a length is accepted", async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of ["# Filters\n\nReplace the filter ", "every six ", "months."])
        controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const headers = { authorization: authorization(), "content-type": "text/markdown" };
  const reply = await read(await fetch(`${service.address}${path}?wait=60`, { method: "POST", headers, body }));
  expect(reply.as(SourceObject)).toMatchObject({ status: "ready", title: "Filters", bytes: 47 });
});

test("an upload that breaks off leaves nothing", async () => {
  const originals = () => readdirSync(join(dataDir, "originals")).sort().join();
  const before = originals();
  await talk(
    [
      ...[`POST ${path} HTTP/1.1`, "Host: localhost", `Authorization: ${authorization()}`],
      ...["Content-Type: text/plain", "Content-Length: 1000", "", "only a little of it"],
    ],
    true,
  );
  while (originals() !== before) await service.request("GET", "/healthz"); // the service notices it later
  const { data } = (await service.request("GET", path)).pageOf(SourceObject);
  expect(data.map(({ title }) => title)).toEqual(["Filters"]);
});

test("HEAD has the headers of GET and no body", async () => {
  const reply = await talk(["HEAD /healthz HTTP/1.1", "Host: localhost", "Connection: close", "", ""]);
  expect(reply).toStartWith("HTTP/1.1 200");
  expect(reply.split("\r\n\r\n")[1]).toBe("");
});

test("an invalid address is refused", async () => {
  expect(await talk(["GET /v1/experts/%ff HTTP/1.1", "Host: localhost", "", ""])).toStartWith("HTTP/1.1 400");
  expect((await service.request("GET", "/healthz")).status).toBe(200);
});
