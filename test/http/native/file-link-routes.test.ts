/** Addresses of originals for a browser's own viewer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { pdf } from "../../support/documents/pdf-writer.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let path: string;
beforeEach(async () => {
  service = await startService();
  const expert = (await service.request("POST", "/v1/experts", { body: { name: "Manual" } })).as(ExpertObject);
  path = `/v1/experts/${expert.id}/sources`;
});
afterEach(() => service.close());

const document = pdf([[{ text: "Replace the filter every six months.", x: 72, y: 700 }]]);

async function linkTo(filename: string, body: Uint8Array | { readonly text: string }): Promise<string> {
  const { id } = (
    await service.request("POST", `${path}?wait=60${"text" in body ? "" : `&filename=${filename}`}`, { body })
  ).as(SourceObject);
  const reply = await service.request("POST", `${path}/${id}/link`);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  return (reply.json as { path: string }).path;
}

const open = (link: string) => service.request("GET", link, { key: null });

test("a PDF is shown in place, only on this service's pages, for five minutes and without a key", async () => {
  const link = await linkTo("manual.pdf", document);
  const reply = await service.docent.app.handle(new Request(`http://localhost${link}`));
  expect(new Uint8Array(await reply.arrayBuffer())).toEqual(document as Uint8Array<ArrayBuffer>);
  expect(reply.headers.get("content-type")).toBe("application/pdf");
  expect(reply.headers.get("content-disposition")).toBe("inline; filename*=UTF-8''manual.pdf");
  expect(reply.headers.get("content-security-policy")).toBe(
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  );
  service.clock.advance(299_999);
  expect((await open(link)).status).toBe(200);
  service.clock.advance(1);
  expect((await open(link)).error.code).toBe("source_not_found");
});

test("other files stay downloads in a sandbox", async () => {
  const reply = await open(await linkTo("", { text: "<script>alert(1)</script> <p>Hello</p>" }));
  expect(reply.headers.get("content-type")).toBe("application/octet-stream");
  expect(reply.headers.get("content-disposition")).toStartWith("attachment;");
  expect(reply.headers.get("content-security-policy")).toMatch(/^sandbox;.* frame-ancestors 'none'$/);
});

test("an invented link is not found, and neither is a link to a deleted source", async () => {
  expect((await open("/files/guessed")).error.code).toBe("source_not_found");
  const link = await linkTo("manual.pdf", document);
  const { id } = (await service.request("GET", path)).pageOf(SourceObject).data[0]!;
  await service.request("DELETE", `${path}/${id}`);
  expect((await open(link)).status).toBe(404);
});

test("only a thousand links are valid at once", async () => {
  const first = await linkTo("manual.pdf", document);
  const { id } = (await service.request("GET", path)).pageOf(SourceObject).data[0]!;
  for (let n = 0; n < 999; n++) await service.request("POST", `${path}/${id}/link`);
  expect((await open(first)).status).toBe(200);
  await service.request("POST", `${path}/${id}/link`);
  expect((await open(first)).status).toBe(404);
});
