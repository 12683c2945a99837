/** The hosts that a service accepts. test/e2e/raw-sockets.test.ts covers requests that need a real connection. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({
    ingesting: false,
    settings: { DOCENT_PUBLIC_URL: "https://docs.example.org/x", DOCENT_ALLOWED_HOSTS: "nas" },
  });
});
afterAll(() => service.close());

async function ask(host: string, path = "/v1/experts") {
  const headers = { host, authorization: `Bearer ${service.owner}` };
  const response = await service.docent.app.handle(new Request(`http://${host}${path}`, { headers }));
  return { status: response.status, body: await response.text() };
}

test("its own names are accepted, with any port", async () => {
  const good = ["localhost", "LocalHost:80", "127.0.0.1:7333", "[::1]", "[::1]:9", "docs.example.org", "nas.:1", "nas"];
  for (const host of good) expect([host, (await ask(host)).status]).toEqual([host, 200]);
});

test("other names are refused for any request", async () => {
  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "10.0.0.1", "[::2]", "nas.local"]) {
    for (const path of ["/v1/experts", "/healthz", "/docs", "/openapi.json", "/nothing"]) {
      await ask("localhost");
      const { status, body } = await ask(host, path);
      expect([host, path, status]).toEqual([host, path, 421]);
      expect(JSON.parse(body)).toMatchObject({ error: { code: "host_not_allowed", param: "Host" } });
    }
  }
});

test("several Host headers are refused", async () => {
  const headers = { host: "localhost, evil.example" };
  const response = await service.docent.app.handle(new Request("http://localhost/healthz", { headers }));
  expect([response.status, JSON.parse(await response.text()).error.param]).toEqual([400, "Host"]);
});
