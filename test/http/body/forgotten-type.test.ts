/** A request without its content type is distinguished from a JSON document. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { documentBytes } from "../../../src/http/body/forgotten-type.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
});
afterAll(() => service.close());

const send = (text: string, type: string | null, query = "?wait=60") =>
  service.request("POST", `/v1/experts/house/sources${query}`, {
    body: new TextEncoder().encode(text),
    headers: type === null ? { "content-type": "" } : { "content-type": type },
  });

const requests = [
  '{"text":"hello"}',
  ' \n{ "title": "Pump", "text": "hello" }',
  '{"type": "url", "url": "https://example.org/"}',
  `{"text": "${"hello ".repeat(20_000)}"}`,
];
const undeclared = [null, "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"];

test.each(requests)("%.40s is a request", async (text) => {
  const before = service.contents();
  for (const type of undeclared) {
    const { status, error } = await send(text, type);
    expect([status, error.code]).toEqual([400, "invalid_json"]);
    expect(error.message).toContain("Add the header `Content-Type: application/json`.");
  }
  expect(service.contents()).toEqual(before);
});

test.each(["{}", "[object Object]", " {}\n"])("%j is what a program could not send", async (text) => {
  const before = service.contents();
  for (const type of undeclared) expect((await send(text, type)).error).toMatchObject({ code: "invalid_json" });
  expect(service.contents()).toEqual(before);
});

test.each([
  ["{}", "application/octet-stream"],
  [`{}${" ".repeat(40)}and more`, "text/plain"],
])("%j sent as %s is left as it is", async (text, type) => {
  async function* sent() {
    yield new TextEncoder().encode(text);
  }
  expect(Buffer.concat(await Array.fromAsync(documentBytes(sent(), type, 1000))).toString()).toBe(text);
});

test.each([
  ['{"text":"hello"}', "application/octet-stream"],
  ['{"title": "A book", "pages": 12}', "text/plain"],
  ['{"text": "hello", "more": 1}', "application/x-www-form-urlencoded"],
  ['{"title": "A book"}', "text/plain"],
  ['{"text":"hello"} and more', "text/plain"],
  ["{text}", "text/plain"],
  ["Replace the filter.", null],
])("%s sent as %s is a document", async (text, type) => {
  const { id } = (await send(text, type)).as(SourceObject);
  expect((await service.request("GET", `/v1/experts/house/sources/${id}/file`)).text).toBe(text);
});

test("bytes are stored unchanged for any division into pieces, or the request is refused", async () => {
  const texts = fc.oneof(
    fc.constantFrom(...requests, '{"text": "a", "x": 1}', "{", "", '{"text":'),
    fc.string(),
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(9000), { maxLength: 6 }), async (text, cuts) => {
      const bytes = new TextEncoder().encode(text);
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
      const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
      async function* sent() {
        yield* pieces;
      }
      const out: Uint8Array[] = [];
      try {
        for await (const piece of documentBytes(sent(), "text/plain", 16_777_216)) out.push(piece);
        expect(Buffer.concat(out)).toEqual(Buffer.from(bytes));
        expect(requests).not.toContain(text);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (text.trim() === "{}") return;
        expect(Object.keys(JSON.parse(text)).some((name) => ["text", "url", "messages"].includes(name))).toBe(true);
      }
    }),
  );
});

test("fields of a form are read like those of the query, including `wait`", async () => {
  const form = new FormData();
  form.set("file", new Blob(["Rinse it weekly."]), "rinse.md");
  form.set("wait", "10");
  const { status, json } = await service.request("POST", "/v1/experts/house/sources", { body: form });
  expect([status, Object(json).status]).toEqual([201, "ready"]);
  form.set("wait", "61");
  const { error } = await service.request("POST", "/v1/experts/house/sources", { body: form });
  expect([error.code, error.param, error.message]).toEqual([
    ...["invalid_parameter", "wait", '"wait" must be a number from 0 to 60, not 61.'],
  ]);
});

test("metadata in the address may be as long as the address allows", async () => {
  const long = `?metadata=${encodeURIComponent(JSON.stringify({ a: "x".repeat(9000) }))}`;
  const { error } = await send("Replace the filter.", "text/plain", long);
  expect([error.param, error.message]).toEqual([
    "metadata",
    '"metadata" has 9008 characters; at most 8192 are allowed.',
  ]);
});
