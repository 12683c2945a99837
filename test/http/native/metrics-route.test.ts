/** The metrics: their format, their values, who may read them, and what they do not reveal. */
import { afterAll, describe, expect, test } from "bun:test";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { histogramFaults, type ParsedFamily, parseExposition } from "../../support/replies/exposition-parser.ts";
import { startService, type TestService } from "../../support/service.ts";

const services: TestService[] = [];
afterAll(() => Promise.all(services.map((service) => service.close())));
async function start(settings: Record<string, string> = {}): Promise<TestService> {
  const service = await startService({ settings });
  services.push(service);
  return service;
}

/** The meters count a request in the turn of the event loop after its reply. */
const heard = () => new Promise((resolve) => setImmediate(resolve));
async function read(service: TestService): Promise<ReadonlyMap<string, ParsedFamily>> {
  await heard();
  const reply = await service.request("GET", "/metrics");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  return parseExposition(reply.text);
}

const question = "How often is the zanzibar filter replaced?";
async function beBusy(service: TestService): Promise<string> {
  const { id } = (await service.request("POST", "/v1/experts", { body: { name: "Zanzibar" } })).as(ExpertObject);
  const text = "Replace the zanzibar filter every six months.";
  await service.request("POST", `/v1/experts/${id}/sources?wait=60`, { body: { text } });
  await service.request("POST", `/v1/experts/${id}/sources?wait=60`, {
    body: new TextEncoder().encode("%PDF-1.7 broken"),
  });
  await service.request("POST", `/v1/experts/${id}/query`, { body: { question } });
  await service.request("POST", `/v1/experts/${id}/query`, { body: { question: "Who sings?" } });
  await service.request("POST", `/v1/experts/${id}/query`, { body: { question, generate: false } });
  await service.request("POST", "/v1/chat/completions", {
    body: { model: "zanzibar", messages: [{ role: "user", content: question }] },
  });
  await service.request("GET", "/v1/experts/nobody-here");
  await service.request("GET", "/nothing/here");
  await service.request("PROPFIND", "/v1/experts");
  return id;
}

test("reports events with bounded names, units and labels", async () => {
  const service = await start();
  const id = await beBusy(service);
  const families = await read(service);
  const at = (name: string, labels = "") => families.get(name)?.samples.get(`${name}{${labels}}`);
  expect(histogramFaults(families)).toEqual([]);
  const asked = 'method="POST",route="/v1/experts/:id/query"';
  expect(at("docent_http_requests_total", `${asked},status="200"`)).toBe(3);
  expect(at("docent_http_requests_total", 'method="GET",route="/v1/experts/:id",status="404"')).toBe(1);
  expect(at("docent_http_requests_total", 'method="GET",route="none",status="404"')).toBe(1);
  expect(at("docent_http_requests_total", 'method="other",route="none",status="405"')).toBe(1);
  expect(
    families
      .get("docent_http_request_duration_seconds")
      ?.samples.get(`docent_http_request_duration_seconds_count{${asked}}`),
  ).toBe(3);
  expect([...(families.get("docent_queries_total")?.samples ?? [])]).toEqual([
    ['docent_queries_total{surface="query",outcome="answered"}', 1],
    ['docent_queries_total{surface="query",outcome="abstained"}', 1],
    ['docent_queries_total{surface="query",outcome="passages"}', 1],
    ['docent_queries_total{surface="chat",outcome="answered"}', 1],
  ]);
  expect(at("docent_ingest_documents_total", 'outcome="ready"')).toBe(1);
  expect(at("docent_ingest_documents_total", 'outcome="failed"')).toBe(1);
  expect(at("docent_ingest_bytes_total")).toBe(45);
  expect([at("docent_queue_depth"), at("docent_memory_resident_experts")]).toEqual([0, 1]);
  expect(at("docent_memory_budget_bytes")).toBe(1_000_000_000);
  expect(at("docent_places_taken", 'lane="questions"')).toBe(0);
  for (const name of ["process_resident_memory_bytes", "process_cpu_seconds_total", "docent_database_bytes"]) {
    expect(at(name)).toBeGreaterThan(0);
  }
  expect(families.get("docent_build_info")?.samples.size).toBe(1);
  const { text } = await service.request("GET", "/metrics");
  for (const secret of [id, service.owner, service.workspace, "zanzibar", "Zanzibar", "nobody-here", "PROPFIND"]) {
    expect(text).not.toContain(secret);
  }
});

test("counters only grow", async () => {
  const service = await start();
  await beBusy(service);
  const before = await read(service);
  await beBusy(service);
  const after = await read(service);
  for (const [name, { type, samples }] of before) {
    for (const [key, value] of type === "gauge" ? [] : samples) {
      expect({ key, grew: (after.get(name)?.samples.get(key) ?? -1) >= value }).toEqual({ key, grew: true });
    }
  }
});

describe("access to the metrics", () => {
  const codes = async (service: TestService) => {
    const keys = [null, await service.key({ scopes: ["query", "manage"] }), "dk_wrong", service.owner];
    const replies = await Promise.all(keys.map((key) => service.request("GET", "/metrics", { key })));
    return replies.map((reply) => (reply.status === 200 ? "read" : reply.error.code));
  };

  test("an admin key, from anywhere", async () => {
    const byKey = ["missing_api_key", "insufficient_scope", "invalid_api_key", "read"];
    expect(await codes(await start())).toEqual(byKey);
    expect(await codes(await start({ DOCENT_METRICS: "key" }))).toEqual(byKey);
  });

  test("nobody if they are off", async () => {
    expect(await codes(await start({ DOCENT_METRICS: "off" }))).toEqual(Array(4).fill("route_not_found"));
  });

  test("this machine without a key, except through a proxy", async () => {
    const { docent } = await start();
    docent.app.listen({ hostname: "127.0.0.1", port: 0 });
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${docent.app.server?.port}/metrics`, { headers });
      await response.text();
      return response.status;
    };
    const headers = [
      {},
      { "x-forwarded-for": "192.0.2.1" },
      { forwarded: "for=192.0.2.1" },
      { authorization: "Bearer no" },
    ];
    const statuses = await Promise.all(headers.map((each) => ask({ ...each })));
    await docent.app.server?.stop(true);
    expect(statuses).toEqual([200, 401, 401, 401]);
  });
});
