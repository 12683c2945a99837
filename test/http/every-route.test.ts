/**
 * Every route of `/v1`, and `/mcp`, asked by everybody in every wrong way. What is refused is refused with the one envelope, says
 * why, and changes nothing in the database.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { type FaultCode, faultKinds } from "../../src/kernel/fault.ts";
import { lateStores } from "../support/fakes/late-stores.ts";
import type { Reply } from "../support/reply.ts";
import {
  type AccessOutcome,
  accessMatrix,
  type Holder,
  holders,
  type Outsider,
  openRoutes,
  outsiders,
  routesWithOwnRules,
} from "../support/requests/access-matrix.ts";
import type { RouteScenario } from "../support/requests/route-scenario.ts";
import { routeScenarios } from "../support/requests/route-scenarios.ts";
import { startWorld, type World } from "../support/requests/route-world.ts";
import type { RequestOptions } from "../support/service.ts";

// Nobody may count on a store that answers at once.
const world: World = await startWorld({ adaptStores: lateStores });
afterAll(() => world.close());

const routes = world.docent.app.routes
  .filter(({ path }) => /^\/v[12]/.test(path) || path === "/mcp")
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }));

const outsiderNames = Object.keys(outsiders) as readonly Outsider[];
const holderNames = Object.keys(holders) as readonly Holder[];
/** Nothing is sent where there is nothing to send. */
const as = (who: Outsider | Holder): RequestOptions => {
  const authorization = world.authorization[who];
  return { key: null, headers: authorization === null ? {} : { authorization } };
};

test("the table of routes and keys has every route and no other", () => {
  const all = world.docent.app.routes.map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(accessMatrix), ...openRoutes, ...routesWithOwnRules].sort()).toEqual(all.sort());
});

test("a route without a key gives everyone the same reply", async () => {
  for (const route of openRoutes) {
    const [method = "", path = ""] = route.split(" ");
    const replies = await Promise.all(
      [...outsiderNames, ...holderNames].map((who) => world.request(method, path, as(who))),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
  }
});

test("the table of scenarios has every route and no other", () => {
  expect(Object.keys(routeScenarios).sort()).toEqual(routes.map(({ name }) => name).sort());
});

type Ask = () => Promise<Reply>;

/** Resolves when no crawl and no reading of an earlier request writes any more. */
async function allIsSettled(): Promise<void> {
  const isEnded = (row: unknown) => !["queued", "processing"].includes((row as { status: string }).status);
  const areEnded = ({ sites = [], source_versions = [] }: Record<string, unknown[]>) =>
    sites.every(isEnded) && source_versions.every(isEnded);
  while (!areEnded(await world.rows())) await new Promise(setImmediate);
}

async function refused(code: FaultCode, ask: Ask): Promise<Reply> {
  await allIsSettled();
  const before = await world.rows();
  const reply = await ask();
  const { status, type } = faultKinds[code];
  const requestId = reply.headers.get("x-request-id") ?? "";
  expect({ status: reply.status, ...reply.error, message: "" }).toEqual({
    status,
    code,
    type,
    message: "",
    request_id: requestId,
    param: reply.error.param,
  });
  expect(requestId).not.toBe("");
  expect(reply.error.message).not.toBe("");
  expect(await world.rows()).toEqual(before);
  return reply;
}

/** @param scenario of the route, of which the rest is known. */
async function expectOutcome(
  holder: Holder,
  outcome: AccessOutcome,
  { unreachable, answers }: RouteScenario,
  ask: Ask,
) {
  if (outcome === 403) return refused("insufficient_scope", ask);
  if (outcome === 404) return refused(unreachable ?? "internal_error", ask);
  const reply = await ask();
  expect(reply.status).toBe(answers);
  const foreign = outcome === "yes" ? [] : [world.ids.ownerKey, ...(holder === "here" ? [] : [world.ids.expert])];
  expect(foreign.filter((id) => reply.text.includes(id))).toEqual([]);
  return reply;
}

for (const { name, method, path: pattern } of routes) {
  const scenario = routeScenarios[name];
  if (scenario === undefined) continue;
  const { answers } = scenario;
  const ask = async (asked: RequestOptions = {}, change: (path: string) => string = (path) => path) => {
    const path = change(await scenario.path(world));
    const headers = { ...scenario.headers, ...asked.headers };
    return () => world.request(method, path, { body: scenario.body?.(world), ...asked, headers });
  };

  describe(name, () => {
    for (const outsider of outsiderNames) {
      test(`with ${outsiders[outsider].says}`, async () => {
        const { code } = outsiders[outsider];
        const reply = await refused(code, await ask(as(outsider)));
        const error = code === "missing_api_key" ? "" : ', error="invalid_token"';
        expect(reply.headers.get("www-authenticate")).toBe(`Bearer realm="docent"${error}`);
      });
    }

    test("with an almost valid key", async () => {
      await refused("missing_api_key", await ask({ key: "" }));
      await refused("invalid_api_key", await ask({ key: world.owner.slice(0, -1) }));
      await refused("invalid_api_key", await ask({ key: world.owner.toUpperCase() }));
      await refused("invalid_api_key", await ask({ key: `${world.owner}0` }));
    });

    test("with a key in the address", async () => {
      const inAddress = (path: string) => `${path}${path.includes("?") ? "&" : "?"}access_token=${world.owner}`;
      await refused("invalid_parameter", await ask({ key: null }, inAddress));
      await refused("invalid_parameter", await ask({}, inAddress));
    });

    test.each(holderNames)("with a key %s", async (holder) => {
      const here = holder === "here" ? await scenario.pathHere?.(world) : undefined;
      const asking = await ask(as(holder), (path) => here ?? path);
      await expectOutcome(holder, accessMatrix[name]?.[holder] ?? 404, scenario, asking);
    });

    test("by its owner, with and without a trailing slash, and with any case of the scheme", async () => {
      const slashed = (path: string) => path.replace(/(\?|$)/, "/$1");
      const headers = { authorization: `bearer ${world.owner}` };
      for (const asking of [await ask(), await ask({}, slashed), await ask({ key: null, headers })]) {
        const reply = await asking();
        expect(reply.status).toBe(answers);
        expect(reply.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
      }
    });

    test("with other methods", async () => {
      const isAt = (other: string, at: string) => RegExp(`^${other.replace(/:\w+|\*/g, "[^/]+")}$`).test(at);
      const [at = ""] = (await scenario.path(world)).split("?");
      const mine = routes.filter((route) => route.path === pattern || isAt(route.path, at));
      const own = [...new Set(mine.map((route) => route.method))];
      const there = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
      const path = await scenario.path(world);
      const wrong = ["PUT", "GET", "POST", "PATCH", "DELETE"].filter((each) => !there.includes(each));
      for (const other of wrong) {
        const reply = await refused("method_not_allowed", () => world.request(other, path));
        expect(reply.headers.get("allow")?.split(", ").sort()).toEqual(there.toSorted());
      }
      const options = await world.request("OPTIONS", path, { key: null });
      expect(options.status).toBe(204);
      expect(options.headers.get("allow")?.split(", ").sort()).toEqual(there.toSorted());
      if (method !== "GET") return;
      const [whole, head] = [await world.request("GET", path), await world.request("HEAD", path)];
      expect([head.status, head.text]).toEqual([answers, ""]);
      expect(head.headers.get("content-type")).toBe(whole.headers.get("content-type"));
    });

    test("with the client's request id", async () => {
      const reply = await (await ask({ headers: { "x-request-id": "trace.42:a_B-c" } }))();
      expect(reply.headers.get("x-request-id")).toBe("trace.42:a_B-c");
      for (const strange of ["two words", "x".repeat(129), "<script>"]) {
        const { headers } = await (await ask({ headers: { "x-request-id": strange } }))();
        expect(headers.get("x-request-id")).toMatch(/^req_/);
      }
    });

    if (scenario.json !== undefined) {
      test("with bodies that are not JSON", async () => {
        await refused("invalid_json", await ask({ body: "" }));
        await refused("invalid_json", await ask({ body: "{" }));
        await refused("invalid_json", await ask({ body: "{'a': 1}" }));
        await refused(
          "invalid_json",
          await ask({ body: Uint8Array.of(0x22, 0xff, 0x22), headers: { "content-type": "application/json" } }),
        );
        await refused("invalid_json", await ask({ body: "a=1", headers: { "content-type": "text/plain" } }));
        await refused("invalid_json", await ask({ body: undefined }));
      });

      test("with JSON that is not an object", async () => {
        for (const body of ["[]", "null", "1", '"text"']) {
          const reply = await (await ask({ body }))();
          expect([reply.status, reply.error.type]).toEqual([400, "invalid_request_error"]);
        }
      });
    }

    if (scenario.json === "lenient") {
      test("with unused fields", async () => {
        const body = { ...Object(scenario.body?.(world)), seed: 7, something_else: { deep: [1] } };
        expect((await (await ask({ body }))()).status).toBe(answers);
      });
    }

    for (const { with: change, param, code } of scenario.refused ?? []) {
      test(`refuses ${JSON.stringify(change, (_, value) => value ?? null).slice(0, 60)}`, async () => {
        const reply = await refused(code, await ask({ body: { ...Object(scenario.body?.(world)), ...change } }));
        expect(reply.error.param).toBe(param);
      });
    }
  });
}

describe("an unknown path", () => {
  test("is 404 in the same envelope", async () => {
    for (const path of ["/v1", "/v1/nothing", "/v1/experts/a/b/c", "/v2/experts", "/V1/experts"]) {
      await refused("route_not_found", () => world.request("GET", path));
    }
  });

  test("an address that is not UTF-8 is a client error", async () => {
    await refused("invalid_parameter", () => world.request("GET", "/v1/models/%E0%A4%A"));
    await refused("invalid_parameter", () => world.request("GET", "/v1/experts/%E0%A4%A"));
  });

  test("slashes that stand together count as one, anywhere in a path", async () => {
    const body = { question: "How often are filters changed?" };
    for (const path of [`//v1//experts/${world.expert}///query//`, `/v1/experts/${world.expert}/query//?`]) {
      const reply = await world.request("POST", path, { body });
      expect([reply.status, reply.headers.get("x-request-id")]).toEqual([200, expect.stringMatching(/^req_/)]);
    }
    const keyless = await world.request("GET", "//v1//models//manual", { key: null });
    expect([keyless.status, keyless.error.code]).toEqual([401, "missing_api_key"]);
    expect((await world.request("PUT", "/v1//models")).error.message).toContain("/v1/models does not accept PUT");
    expect((await world.request("GET", "/v1/experts?after=a//b")).error.message).toContain("a//b");
  });

  test("a repeated parameter is refused", async () => {
    const reply = await refused("invalid_parameter", () => world.request("GET", "/v1/experts?limit=1&limit=2"));
    expect(reply.error.param).toBe("limit");
  });
});
