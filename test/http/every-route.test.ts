/**
 * Every route of `/v1`, asked by everybody in every wrong way. What is refused is refused with the one envelope, says
 * why, and changes nothing in the database.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { type FaultCode, faultKinds } from "../../src/kernel/fault.ts";
import { scopes } from "../../src/keys/key.ts";
import type { Reply } from "../support/reply.ts";
import { routeScenarios, startWorld, type World } from "../support/route-scenarios.ts";
import type { Asked } from "../support/service.ts";

const world: World = await startWorld();
afterAll(() => world.close());

const routes = world.docent.app.routes
  .filter(({ path }) => path.startsWith("/v1"))
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }));

test("the table has every route and no other", () => {
  expect(Object.keys(routeScenarios).sort()).toEqual(routes.map(({ name }) => name).sort());
});

async function refused(code: FaultCode, ask: () => Promise<Reply>): Promise<Reply> {
  const before = world.contents();
  const reply = await ask();
  const { status, type } = faultKinds[code];
  const requestId = reply.headers.get("x-request-id") ?? "";
  expect({ status: reply.status, ...reply.error, message: "" }).toEqual({
    ...{ status, code, type, message: "", request_id: requestId },
    param: reply.error.param,
  });
  expect(requestId).not.toBe("");
  expect(reply.error.message).not.toBe("");
  expect(world.contents()).toEqual(before);
  return reply;
}

for (const { name, method, path: pattern } of routes) {
  const scenario = routeScenarios[name];
  if (scenario === undefined) continue;
  const { scopes: needed, unreachable, answers } = scenario;
  const ask = async (asked: Asked = {}, change: (path: string) => string = (path) => path) => {
    const path = change(await scenario.path(world));
    return () => world.request(method, path, { body: scenario.body?.(world), ...asked });
  };

  describe(name, () => {
    test("without a key", async () => {
      const reply = await refused("missing_api_key", await ask({ key: null }));
      expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="docent"');
    });

    test("with a key that is none", async () => {
      await refused("missing_api_key", await ask({ key: null, headers: { authorization: `Basic ${world.owner}` } }));
      await refused("missing_api_key", await ask({ key: "" }));
      const reply = await refused("invalid_api_key", await ask({ key: "sk-something-else" }));
      expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="docent", error="invalid_token"');
      await refused("invalid_api_key", await ask({ key: world.owner.slice(0, -1) }));
      await refused("invalid_api_key", await ask({ key: world.keys.revoked }));
      await refused("expired_api_key", await ask({ key: world.keys.expired }));
    });

    test("with a key in the address", async () => {
      const inAddress = (path: string) => `${path}${path.includes("?") ? "&" : "?"}access_token=${world.owner}`;
      await refused("invalid_parameter", await ask({ key: null }, inAddress));
      await refused("invalid_parameter", await ask({}, inAddress));
    });

    test("with keys of one scope each", async () => {
      for (const scope of scopes) {
        const allowed = needed === null || scope === "admin" || needed.includes(scope);
        const asking = await ask({ key: world.keys.only[scope] });
        if (allowed) expect((await asking()).status).toBe(answers);
        else await refused("insufficient_scope", asking);
      }
    });

    if (unreachable !== null) {
      test("by those who cannot reach it", async () => {
        await refused(unreachable, await ask({ key: world.keys.stranger }));
        await refused(unreachable, await ask({ key: world.keys.limited }));
      });
    }

    test("by its owner, with and without a trailing slash, whatever the letters of the scheme", async () => {
      const slashed = (path: string) => path.replace(/(\?|$)/, "/$1");
      const headers = { authorization: `bearer ${world.owner}` };
      for (const asking of [await ask(), await ask({}, slashed), await ask({ key: null, headers })]) {
        const reply = await asking();
        expect(reply.status).toBe(answers);
        expect(reply.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
      }
    });

    test("with other methods", async () => {
      const there = routes.filter((route) => route.path === pattern).map((route) => route.method);
      const path = await scenario.path(world);
      const wrong = ["PUT", "GET", "POST", "PATCH", "DELETE"].filter((each) => !there.includes(each));
      for (const other of wrong) {
        const reply = await refused("method_not_allowed", () => world.request(other, path));
        expect(reply.headers.get("allow")?.split(", ").sort()).toEqual(there.toSorted());
      }
      expect((await world.request("OPTIONS", path, { key: null })).status).toBe(204);
      if (method !== "GET") return;
      const [whole, head] = [await world.request("GET", path), await world.request("HEAD", path)];
      expect([head.status, head.text]).toEqual([answers, ""]);
      expect(head.headers.get("content-type")).toBe(whole.headers.get("content-type"));
    });

    test("with a request id of the client's", async () => {
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

      test("with JSON that is no object", async () => {
        for (const body of ["[]", "null", "1", '"text"']) {
          const reply = await (await ask({ body }))();
          expect([reply.status, reply.error.type]).toEqual([400, "invalid_request_error"]);
        }
      });
    }

    if (scenario.json === "lenient") {
      test("with fields that it does not use", async () => {
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

describe("what no route answers", () => {
  test("is 404 in the same envelope", async () => {
    for (const path of ["/v1", "/v1/nothing", "/v1/experts/a/b/c", "/v2/experts", "/V1/experts"]) {
      await refused("route_not_found", () => world.request("GET", path));
    }
  });

  test("an address that is not UTF-8 is the client's mistake", async () => {
    await refused("invalid_parameter", () => world.request("GET", "/v1/models/%E0%A4%A"));
    await refused("invalid_parameter", () => world.request("GET", "/v1/experts/%E0%A4%A"));
  });

  test("a parameter that is given twice is refused", async () => {
    const reply = await refused("invalid_parameter", () => world.request("GET", "/v1/experts?limit=1&limit=2"));
    expect(reply.error.param).toBe("limit");
  });
});
