/** `docent keys` against a running service. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LoopbackService, listenOnLoopback } from "../support/processes/loopback-service.ts";

let service: LoopbackService;
beforeAll(async () => {
  service = await listenOnLoopback();
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
});
afterAll(() => service.close());

test("a key is made for experts by their names, listed without its secret, and revoked", async () => {
  const wish = ["--name", "kiosk", "--scopes", "query", "--experts", "house", "--expires", "2027-01-31"];
  const made = await service.command("keys", "create", ...wish);
  const [secret = ""] = made.out;
  expect(made).toMatchObject({
    code: 0,
    err: [expect.stringMatching(/^Key key_\w+ \(query\)\. This is the only time/)],
  });
  expect((await service.request("GET", "/v1/experts/house", { key: secret })).status).toBe(200);

  const listed = await service.command("keys", "list");
  const line = listed.out.find((each) => each.includes("kiosk")) ?? "";
  expect(line).toContain("expires 2027-01-31T00:00:00.000Z");
  expect(listed.out.join()).not.toContain(secret);

  const id = /key_\w+/.exec(line)?.[0] ?? "";
  expect(await service.command("keys", "revoke", id)).toEqual({ code: 0, out: [`${id} is revoked.`], err: [] });
  expect((await service.request("GET", "/v1/experts", { key: secret })).error.code).toBe("invalid_api_key");
  expect((await service.command("keys", "list")).out.find((each) => each.includes("kiosk"))).toContain("revoked 2026");
});

test("a list longer than a page is whole", async () => {
  for (let n = 0; n < 101; n++) await service.key();
  expect((await service.command("keys", "list")).out.length).toBeGreaterThan(101);
});

test("what cannot be done says why", async () => {
  const cases = [
    [["create", "--workspace", "default"], 2, "--workspace cannot be used with a service"],
    [["create", "--scopes", "fly"], 2, '"fly" is not a scope'],
    [["create", "--experts", "nowhere"], 1, "nowhere"],
    [["revoke"], 2, "Say which key"],
    [["burn"], 2, "Use `docent keys create`"],
  ] as const;
  for (const [args, code, message] of cases) {
    const said = await service.command("keys", ...args);
    expect([said.code, said.err.join()]).toEqual([code, expect.stringContaining(message)]);
  }
  const weak = join(service.dataDir, "weak.key");
  writeFileSync(weak, await service.key({ scopes: ["query"] }));
  const { code, err } = await service.command("keys", "list", "--key-file", weak);
  expect([code, err.join()]).toEqual([1, expect.stringContaining("admin")]);
});
