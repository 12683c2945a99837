/** A stored key and address: made once, used by every command, and sent nowhere else. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { docent, type LoopbackService, listenOnLoopback } from "../support/processes/loopback-service.ts";

let service: LoopbackService;
const home = mkdtempSync(join(tmpdir(), "docent-login-"));
const file = join(home, "docent", "login.json");
const before = process.env.XDG_CONFIG_HOME;
beforeAll(async () => {
  process.env.XDG_CONFIG_HOME = home;
  service = await listenOnLoopback();
});
afterEach(() => rmSync(join(home, "docent"), { recursive: true, force: true }));
afterAll(async () => {
  if (before === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = before;
  rmSync(home, { recursive: true, force: true });
  await service.close();
});

const stored = () => JSON.parse(readFileSync(file, "utf8")) as { address: string; key: string };

test("a key is stored for its owner alone, and commands need no other; the printed address signs in", async () => {
  const said = await docent("login", service.address, "--key-file", service.keyFile);
  expect(said.code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(stored()).toEqual({ address: service.address, key: service.owner });
  const [, code = ""] = /#code=(\S+)$/.exec(said.out.join("")) ?? [];
  expect((await service.request("POST", "/session", { key: null, body: { code } })).status).toBe(201);
  expect((await service.request("POST", "/session", { key: null, body: { code } })).status).toBe(401);
  expect(await docent("usage")).toMatchObject({ code: 0, err: [] });
  expect((await docent("login")).out.join("")).toStartWith(`${service.address}/#code=`);
});

test("on the service's own machine a key is made in its data folder", async () => {
  const { port } = new URL(service.address);
  const place = ["--port", port, "--data-dir", service.dataDir];
  expect((await docent("login", ...place)).code).toBe(0);
  const { key } = stored();
  expect(key).not.toBe(service.owner);
  const session = (await service.request("GET", "/v1/session", { key })).json as Record<"key_id" | "key_name", string>;
  expect(session.key_name).toStartWith("docent login on ");
  expect((await docent("usage")).code).toBe(0);
  const other = (await docent("keys", "create", "--name", "other", ...place)).err.join().split(" ")[1]!;
  expect(await docent("keys", "revoke", other, ...place)).toMatchObject({ code: 0, err: [] });
  const own = await docent("keys", "revoke", session.key_id, ...place);
  expect(own.err.join()).toContain("the key that `docent login` stored");
});

test("keys are managed at the service of the login where there is no data folder", async () => {
  await docent("login", service.address, "--key-file", service.keyFile);
  const lost = ["--data-dir", join(home, "none")];
  const made = await docent("keys", "create", "--name", "kiosk", ...lost);
  expect(made.code).toBe(0);
  expect((await service.request("GET", "/v1/session", { key: made.out[0]! })).status).toBe(200);
  expect((await docent("keys", "list", ...lost)).out.join(" ")).toContain("kiosk");
});

test("a stored key goes to no other address", async () => {
  await docent("login", service.address, "--key-file", service.keyFile);
  const { port } = new URL(service.address);
  const said = await docent("usage", "--url", `http://localhost:${port}`);
  expect(said.code).toBe(1);
  expect(said.err.join(" ")).toContain("No API key is given.");
});

test("a key that the service refuses is not stored, nor one for a machine without a data folder", async () => {
  const lost = join(home, "none");
  expect((await docent("login", "--port", "1", "--data-dir", lost)).err.join(" ")).toContain("There is no key for");
  expect((await docent("login", "docent")).code).toBe(2);
  expect(await Bun.file(file).exists()).toBe(false);
});

test("a file that others can read is refused, and --forget deletes it", async () => {
  await docent("login", service.address, "--key-file", service.keyFile);
  chmodSync(file, 0o644);
  expect((await docent("usage")).err.join(" ")).toContain(`chmod 600 ${file}`);
  expect((await docent("login", "--forget")).out).toEqual([`${file} is deleted.`]);
  expect((await docent("login", "--forget")).out).toEqual(["Nothing was stored."]);
  expect((await docent("usage", "--port", "1")).err.join(" ")).toContain("docent login");
});
