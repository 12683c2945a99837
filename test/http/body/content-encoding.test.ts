/** Compressed bodies: read like any other, within the same limits, or refused by name. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { deflateSync, gzipSync } from "node:zlib";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let path: string;
beforeAll(async () => {
  service = await startService({ settings: { DOCENT_MAX_FILE_BYTES: "100KB" } });
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  path = "/v1/experts/house/sources";
});
afterAll(() => service.close());

const json = "application/json";
const post = (bytes: Uint8Array, type: string, encoding: string, at = path) =>
  service.request("POST", at, {
    body: new Uint8Array(bytes),
    headers: { "content-type": type, "content-encoding": encoding },
  });
const contentOf = async (id: string) => (await service.request("GET", `${path}/${id}/content`)).text;

test.each([
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["deflate", deflateSync],
  ["identity", (bytes: Uint8Array) => bytes],
] as const)("%s, as JSON and as a document", async (encoding, encode) => {
  const text = `Sent with ${encoding}.`;
  const body = encode(Buffer.from(JSON.stringify({ text })));
  const asJson = (await post(body, json, encoding, `${path}?wait=60`)).as(SourceObject);
  expect(await contentOf(asJson.id)).toBe(text);
  const asDocument = await post(encode(Buffer.from(`${text} Raw.`)), "text/plain", encoding, `${path}?wait=60`);
  const { id, bytes } = asDocument.as(SourceObject);
  expect([await contentOf(id), bytes]).toEqual([`${text} Raw.`, text.length + 5]);
});

test("a body that does not match its encoding is refused, and nothing is kept", async () => {
  const before = service.contents();
  for (const type of [json, "text/plain"]) {
    const { status, error } = await post(Buffer.from('{"text": "plain"}'), type, "gzip");
    expect([status, error.code, error.param]).toEqual([400, "invalid_parameter", "Content-Encoding"]);
    expect(error.message).toBe('The body is not what its content encoding "gzip" says.');
  }
  expect(service.contents()).toEqual(before);
});

test("an unsupported encoding is named", async () => {
  for (const encoding of ["compress", "gzip, br"]) {
    const { status, headers, error } = await post(Buffer.from("{}"), json, encoding);
    expect([status, error.code]).toEqual([415, "unsupported_content_encoding"]);
    expect(error.message).toBe(
      `The body has the content encoding "${encoding}". Send it as it is, or with one of gzip, deflate, br and zstd.`,
    );
    expect(headers.get("accept-encoding")).toBe("gzip, deflate, br, zstd");
  }
});

test("limits count the unpacked bytes", async () => {
  const before = service.contents();
  const large = await post(gzipSync(Buffer.alloc(200_000, "a ")), "text/plain", "gzip");
  expect([large.status, large.error.code]).toEqual([413, "payload_too_large"]);
  const bomb = await post(gzipSync(Buffer.alloc(60_000_000, " ")), json, "gzip");
  expect([bomb.status, bomb.error.code]).toEqual([413, "payload_too_large"]);
  expect(service.contents()).toEqual(before);
});
