/** The published description: a valid document, and true to the program. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { documentFaults, operationsOf } from "../../support/openapi-document.ts";
import { routeScenarios } from "../../support/route-scenarios.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
let document: unknown;
beforeAll(async () => {
  service = await startService({ ingesting: false });
  document = (await service.request("GET", "/openapi.json", { key: null })).json;
});
afterAll(() => service.close());

test("it is a valid OpenAPI 3.1 document", () => {
  expect(documentFaults(document)).toEqual([]);
});

test("it has every route and no other", () => {
  const routes = service.docent.app.routes.filter(({ path }) => /^\/(v1\/|healthz|readyz|metrics)[^*]*$/.test(path));
  const described = operationsOf(document).map(({ name }) => name.replace(/\{[^}]+\}/g, "{}"));
  const there = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "{}")}`);
  expect(described.sort()).toEqual(there.sort());
});

test("it names the scopes that a route asks for", () => {
  for (const { name, operation } of operationsOf(document)) {
    const scenario = routeScenarios[name.replace(/\{(\w+)\}/g, ":$1")];
    if (scenario !== undefined) expect([operation["x-scope"]].flat()).toEqual([...(scenario.scopes ?? ["any"])]);
  }
});

test("what needs a key says so, and how it fails without one", () => {
  for (const { path, operation } of operationsOf(document)) {
    const open = !path.startsWith("/v1/");
    expect(operation.security).toEqual(open ? [] : [{ apiKey: [] }]);
    const statuses = Object.keys(Object(operation.responses));
    expect(statuses.includes("401")).toBe(!open || path === "/metrics"); // which needs one from elsewhere
    expect(statuses).toContain("500");
    expect(statuses).toContain("503");
  }
});
