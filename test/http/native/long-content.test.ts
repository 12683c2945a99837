/** Texts of many MB over HTTP: sent as they are read, complete or visibly cut. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Long" } });
});
afterAll(() => service.close());

const line = (no: number) => `Line ${no}: the façade of hall ${no % 13} 🏭 was painted.\n\n`;

async function addLong(from: number): Promise<{ path: string; text: string }> {
  const text = Array.from({ length: 20_000 }, (_, i) => line(from + i)).join("");
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const asked = { body: new TextEncoder().encode(text), headers };
  const reply = await service.request("POST", "/v1/experts/long/sources?wait=60&filename=long.txt", asked);
  const source = reply.as(SourceObject);
  expect(source.status).toBe("ready");
  return { path: `/v1/experts/long/sources/${source.id}`, text: text.trimEnd() };
}

function open(path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${service.owner}` };
  return service.docent.app.handle(new Request(`http://localhost${path}/content`, { headers }));
}

test("a long text arrives complete, even if pieces end within characters", async () => {
  const { path, text } = await addLong(0);
  const response = await open(path);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  // Compared as a boolean, so that a failure does not print both.
  expect((await response.text()) === text).toBe(true);
});

test("the database is read only as the client reads", async () => {
  const { path } = await addLong(100_000);
  const reader = (await open(path)).body!.getReader();
  const first = (await reader.read()).value!;
  expect(first.length).toBe(262_144);
  // Had more been read ahead, the source could go unnoticed.
  expect((await service.request("DELETE", path)).status).toBe(200);
  expect(reader.read()).rejects.toThrow("was deleted or read again while its text was sent");
});
