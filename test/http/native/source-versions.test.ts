/** The versions of a source: newest first, with the one that answers, and the text of each that was read. */
import { afterEach, expect, test } from "bun:test";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
afterEach(() => service.close());

const path = "/v1/experts/pumps/sources";
const add = async (text: string | Uint8Array, query = "") => {
  const body = typeof text === "string" ? { text, external_id: "pump", title: "Pump" } : text;
  const suffix = typeof text === "string" ? "" : "&external_id=pump&filename=pump.pdf";
  return (await service.request("POST", `${path}?wait=60${query}${suffix}`, { body })).json as { id: string };
};
const versionsOf = async (id: string) =>
  (await service.request("GET", `${path}/${id}/versions`)).json as {
    object: string;
    total_count: number;
    data: readonly Record<string, unknown>[];
  };

test("each has its state and its text, and one of them answers", async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  await add("The pump is blue.");
  await add("The pump is red.");
  const { id } = await add(new TextEncoder().encode("%PDF-1.7 broken"));
  const { object, total_count, data } = await versionsOf(id);
  expect([object, total_count]).toEqual(["list", 3]);
  expect(
    data.map(({ version, status, answering, readable, title }) => ({ version, status, answering, readable, title })),
  ).toEqual([
    { version: 3, status: "failed", answering: false, readable: false, title: "pump.pdf" },
    { version: 2, status: "ready", answering: true, readable: true, title: "Pump" },
    { version: 1, status: "ready", answering: false, readable: true, title: "Pump" },
  ]);
  expect(data[0]).toMatchObject({ object: "source.version", error: { code: "corrupt_file" }, ready_at: null });
  expect(data[2]).toMatchObject({ bytes: 17, chunk_count: 1, created_at: "2026-11-21T08:00:00.000Z" });
  const first = await service.request("GET", `${path}/${id}/content?version=1`);
  expect([first.text, first.headers.get("x-source-version")]).toEqual(["The pump is blue.", "1"]);
});

test("a source that does not exist has none", async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  const reply = await service.request("GET", `${path}/src_01kfs5n6w4q1v2m3c8r7t9x0ab/versions`);
  expect([reply.status, reply.error.code]).toEqual([404, "source_not_found"]);
});
