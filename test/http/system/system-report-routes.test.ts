/** The report about the service, and who may read it. */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsInForce } from "../../../src/config/settings-in-force.ts";
import { filesIn } from "../../support/data-tree.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
const folder = mkdtempSync(join(tmpdir(), "docent-backups-"));
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const backups = { DOCENT_BACKUP_DIR: folder, DOCENT_BACKUP_EVERY: "24h", DOCENT_BACKUP_KEEP: "2" };

test("the state of the service, with its backups", async () => {
  service = await startService({ settings: backups });
  const before = (await service.request("GET", "/v1/system")).json as Record<string, unknown>;
  expect(before).toMatchObject({ object: "system", storage_writable: true, sources_waiting: 0, open_indexes: 0 });
  expect(before.database).toMatch(/^SQLite \d+\.\d+/);
  expect(before.backups).toMatchObject({ folder, every_seconds: 86_400, keep: 2, trouble: null });
});

test("a backup is made on request and listed", async () => {
  service = await startService({ settings: backups });
  await service.docent.backups?.look();
  service.clock.advance(5000);
  const made = await service.request("POST", "/v1/system/backups");
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    name: "docent-2026-11-21T08-00-05Z.tar",
    made_at: "2026-11-21T08:00:05.000Z",
    incomplete: false,
  });
  const { items } = ((await service.request("GET", "/v1/system")).json as { backups: { items: { name: string }[] } })
    .backups;
  expect(items.map(({ name }) => name)).toEqual(["docent-2026-11-21T08-00-05Z.tar", "docent-2026-11-21T08-00-00Z.tar"]);
});

test("an incomplete backup is made, and marked", async () => {
  service = await startService({ settings: backups });
  await service.docent.backups?.look();
  service.clock.advance(5000);
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text: "The pump is blue." } });
  const originals = join(service.dataDir, "originals");
  for (const name of Object.keys(filesIn(originals))) rmSync(join(originals, name));
  const made = await service.request("POST", "/v1/system/backups");
  expect([made.status, made.json]).toMatchObject([201, { incomplete: true }]);
  const { backups: kept } = (await service.request("GET", "/v1/system")).json as {
    backups: { trouble: string; items: unknown[] };
  };
  expect(kept.items).toMatchObject([
    { name: "docent-2026-11-21T08-00-05Z.incomplete.tar", incomplete: true },
    { name: "docent-2026-11-21T08-00-00Z.tar", incomplete: false },
  ]);
  expect(kept.trouble).toStartWith("The newest backup is incomplete");
});

test("backups are switched on while the service runs, stay on after a restart, and off again", async () => {
  service = await startService();
  const off = { every_seconds: null, set_by: "api", items: [] };
  expect((await service.request("GET", "/v1/system")).json).toMatchObject({ backups: off });
  const plan = (body: object) => service.request("PATCH", "/v1/system/backups", { body });
  expect((await plan({ every_hours: 24, keep: 2 })).json).toMatchObject({ every_seconds: 86_400, keep: 2, items: [] });
  await service.docent.backups?.look();
  const kept = (await service.request("GET", "/v1/system")).json as { backups: { folder: string; items: unknown[] } };
  expect(kept.backups.items).toHaveLength(1);
  expect(kept.backups.folder).toBe(join(service.dataDir, "backups"));
  expect(readFileSync(join(kept.backups.folder, "plan.json"), "utf8")).toBe('{"every":86400000,"keep":2}\n');
  expect((await plan({ every_hours: 0 })).error.code).toBe("invalid_parameter");
  expect((await plan({ every_hours: null })).json).toMatchObject({ every_seconds: null });
  service.clock.advance(2 * 86_400_000);
  await service.docent.backups?.look();
  expect((await service.request("GET", "/v1/system")).json).toMatchObject({ backups: { items: [expect.anything()] } });
});

test("where the settings say when backups are made, it cannot be changed", async () => {
  service = await startService({ settings: backups });
  const reply = await service.request("PATCH", "/v1/system/backups", { body: { every_hours: null } });
  expect([reply.status, reply.error.code]).toEqual([400, "invalid_parameter"]);
  expect((await service.request("GET", "/v1/system")).json).toMatchObject({ backups: { set_by: "settings" } });
});

test("an admin of another workspace, or one limited to some experts, cannot read the state", async () => {
  service = await startService();
  const stranger = await service.key({ workspace: (await service.docent.workspaces.create("elsewhere")).id });
  const limited = await service.key({
    experts: [
      (await service.docent.experts.create({ workspaceId: service.workspace, expertIds: null }, { name: "One" })).id,
    ],
  });
  for (const key of [stranger, limited])
    for (const path of ["/v1/system", "/v1/system/findings"])
      expect((await service.request("GET", path, { key })).error.code).toBe("insufficient_scope");
});

test("settings in force: the origin of each, and no secret", async () => {
  service = await startService();
  const inForce = settingsInForce({
    env: { DOCENT_API_KEY: "secret-of-the-owner-1", DOCENT_OFFLINE: "true", DOCENT_HOST: "" },
    flags: ["--port", "8080", "--log-content"],
    file: { name: "docent.conf", text: "DOCENT_LOG_LEVEL=debug\n" },
  });
  const found = (env: string) => {
    const { value, origin, isSecret } = inForce.find((each) => each.env === env)!;
    return [value, origin, isSecret];
  };
  expect(found("DOCENT_PORT")).toEqual(["8080", "flag", false]);
  expect(found("DOCENT_OFFLINE")).toEqual(["true", "environment", false]);
  expect(found("DOCENT_LOG_LEVEL")).toEqual(["debug", "file", false]);
  expect(found("DOCENT_HOST")).toEqual(["127.0.0.1", "default", false]);
  expect(found("DOCENT_API_KEY")).toEqual([null, "environment", true]);
  expect(JSON.stringify(inForce)).not.toContain("secret-of-the-owner");
});

test("a workspace's limit beyond what numbers can say exactly is refused, and one of a workspace that is not there", async () => {
  service = await startService();
  const most = Number.MAX_SAFE_INTEGER;
  const change = (bytes: number, name = "default") =>
    service.request("PATCH", `/v1/workspaces/${name}`, { body: { bytes } });
  expect(await change(most)).toMatchObject({ status: 200, json: { limits: { bytes: most } } });
  expect(await change(2 ** 75)).toMatchObject({
    status: 400,
    json: { error: { code: "invalid_parameter", param: "bytes" } },
  });
  expect(await change(1, "elsewhere")).toMatchObject({ status: 404, json: { error: { code: "workspace_not_found" } } });
});

test("a limit that was changed is the one that is told and holds, at once", async () => {
  service = await startService();
  const limits = async () => (await service.request("GET", "/v1/workspaces")).json;
  expect(await limits()).toMatchObject({ data: [{ limits: { sources: null } }] });
  await service.request("PATCH", "/v1/workspaces/default", { body: { sources: 0 } });
  expect(await limits()).toMatchObject({ data: [{ limits: { sources: 0 } }] });
  await service.request("POST", "/v1/experts", { body: { name: "Pump" } });
  const add = await service.request("POST", "/v1/experts/pump/sources", { body: { text: "A pump." } });
  expect(add.error.code).toBe("quota_exceeded");
});
