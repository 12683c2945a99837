/** `docent doctor` on real folders: its findings, its repairs and its exit codes. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { run } from "../../src/cli/run.ts";
import { adviseOnSettings, egressOf } from "../../src/cli/serving/settings-advice.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Finding } from "../../src/upkeep/findings.ts";
import { filesIn } from "../support/data-tree.ts";
import { refusal, scriptedModel } from "../support/fakes/scripted-model.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
let dataDir: string;
beforeEach(async () => {
  service = await startService();
  dataDir = service.dataDir;
  chmodSync(dataDir, 0o700);
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  for (const text of ["The pump is blue. 🙂 It is old.", "A valve is green."]) {
    await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text } });
  }
  await service.request("POST", "/v1/experts/pumps/query", { body: { question: "Is the pump blue?" } });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function doctor(...flags: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(["doctor", ...flags, "--data-dir", dataDir], {
    print: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, out, err };
}

async function examined(...flags: string[]) {
  const { code, out } = await doctor("--json", ...flags);
  const report = JSON.parse(out.join("")) as { verdict: string; findings: Finding[]; repaired: string[] };
  // How full this machine's disk is does not matter here.
  const wrong = report.findings.filter(({ severity, area }) => severity !== "fine" && area !== "disk");
  return { code, ...report, wrong: wrong.map(({ area, severity, message }) => [area, severity, message]) };
}

const snapshotOf = () => readdirSync(join(dataDir, "memory")).find((name) => name.endsWith(".memory"))!;
const flip = (path: string) => {
  const bytes = readFileSync(path);
  bytes[40]! ^= 1;
  writeFileSync(path, bytes);
};
const firstOriginal = () => join(dataDir, "originals", readdirSync(join(dataDir, "originals"))[0]!);
const inDatabase = (sql: string) => {
  const sqlite = new Sqlite(join(dataDir, "docent.db"));
  sqlite.run("PRAGMA foreign_keys = OFF");
  sqlite.run(sql);
  sqlite.close();
};

test("a sound folder is fine, with and without a running server, and nothing is changed", async () => {
  expect((await examined()).wrong).toEqual([]);
  const beside = await doctor("--repair");
  expect([beside.code, beside.err]).toEqual([1, [expect.stringContaining("is in use by another docent process")]]);
  await service.stop();
  const lasting = () => Object.entries(filesIn(dataDir)).filter(([name]) => !/-(?:shm|wal)$/.test(name));
  const before = lasting();
  const { wrong, findings } = await examined();
  expect([wrong, findings.find(({ area }) => area === "indexes")?.message]).toEqual([
    [],
    "1 snapshot in step with the database.",
  ]);
  expect(lasting()).toEqual(before);
});

test("the table has a line for each area", async () => {
  const { out } = await doctor();
  const words = out.slice(1).map((line) => line.trim().split(/ +/)[1]!);
  expect(words).toEqual([
    "database",
    "originals",
    "sources",
    "counters",
    "indexes",
    "permissions",
    "remains",
    "jobs",
    "disk",
    "settings",
  ]);
  await service.stop();
});

describe("damage that can be repaired is found and repaired", () => {
  const damages: [string, () => void, string, string][] = [
    ["a damaged snapshot", () => flip(join(dataDir, "memory", snapshotOf())), "indexes", "warning"],
    [
      "a snapshot without its rows",
      () => inDatabase("DELETE FROM chunks WHERE no = (SELECT max(no) FROM chunks)"),
      "sources",
      "damage",
    ],
    [
      "a passage that is not in its text",
      () => inDatabase("UPDATE chunks SET text = 'The pump is red.' WHERE no = 1"),
      "sources",
      "damage",
    ],
    ["a lost text", () => inDatabase("UPDATE source_versions SET content = NULL WHERE no = 1"), "sources", "damage"],
    [
      "passages that are counted otherwise than there are",
      () => inDatabase("UPDATE source_versions SET chunk_count = 9 WHERE no = 1"),
      "sources",
      "damage",
    ],
    [
      "a snapshot of nobody",
      () => writeFileSync(join(dataDir, "memory", "exp_gone.memory"), "x"),
      "indexes",
      "warning",
    ],
    [
      "an original of nobody",
      () => writeFileSync(join(dataDir, "originals", "arriving-7"), "x"),
      "originals",
      "warning",
    ],
    [
      "a log that runs ahead",
      () => inDatabase("UPDATE memory_changes SET revision = revision + 50"),
      "counters",
      "damage",
    ],
    ["a folder that others may read", () => chmodSync(dataDir, 0o755), "permissions", "warning"],
    [
      "remains of a killed backup",
      () => mkdirSync(join(dataDir, `staging-${Bun.spawnSync(["true"]).pid}-x`)),
      "remains",
      "warning",
    ],
    ["a restore that was not decided", () => mkdirSync(join(dataDir, "restoring")), "remains", "warning"],
  ];
  test.each(damages)("%s", async (_, damage, area, severity) => {
    await service.stop();
    damage();
    const found = await examined();
    expect(found.wrong.map(([where]) => where)).toContain(area);
    expect(found.wrong.find(([where]) => where === area)?.[1]).toBe(severity);
    expect(found.code).toBe(severity === "damage" || found.verdict === "damage" ? 4 : 3);
    const repaired = await examined("--repair");
    expect(repaired.wrong).toEqual([]);
    const again = await startService({ resume: service });
    const listed = (await again.request("GET", "/v1/experts/pumps/sources")).pageOf(SourceObject).data;
    const expert = await again.docent.experts.find({ workspaceId: again.workspace, expertIds: null }, "pumps");
    const wait = { milliseconds: 60_000, signal: new AbortController().signal };
    for (const { id } of listed) {
      const { status } = await again.docent.sources.waitFor(expert, await again.docent.sources.find(expert, id), wait);
      expect(status).toBe("ready");
    }
    const reply = await again.request("POST", "/v1/experts/pumps/query", {
      body: { question: "Is the pump blue?", generate: false },
    });
    expect(reply.text).toContain("The pump is blue.");
    await again.stop();
  });
});

describe("other damage is found and left unchanged", () => {
  const damages: [string, () => void, string][] = [
    ["a missing original", () => rmSync(firstOriginal()), "originals"],
    ["another original", () => writeFileSync(firstOriginal(), "another"), "originals"],
    [
      "a passage that is not in its text, and no original",
      () => {
        inDatabase("UPDATE chunks SET text = 'The pump is red.' WHERE no = 1");
        rmSync(join(dataDir, "originals", "1"));
      },
      "sources",
    ],
    ["a reference that leads nowhere", () => inDatabase("DELETE FROM workspaces"), "database"],
    ["a file that is no database", () => writeFileSync(join(dataDir, "docent.db"), "x".repeat(9000)), "database"],
  ];
  test.each(damages)("%s", async (_, damage, area) => {
    await service.stop();
    damage();
    const found = await examined();
    expect([found.code, found.wrong.some(([where, severity]) => where === area && severity === "damage")]).toEqual([
      4,
      true,
    ]);
    expect((await examined("--repair")).code).toBe(4);
  });
});

describe("what only looks like damage", () => {
  test("a read-only folder is examined too", async () => {
    await service.stop();
    // Neither the lock nor the file that SQLite shares with others can be made, as on a disk that is read-only.
    for (const name of ["docent.lock", "docent.db-shm"]) {
      rmSync(join(dataDir, name), { force: true });
      mkdirSync(join(dataDir, name));
    }
    const { code, wrong } = await examined();
    expect([code, wrong.map(([area, severity]) => [area, severity])]).toEqual([3, [["permissions", "warning"]]]);
  });

  test("a newer database is not damage", async () => {
    await service.stop();
    inDatabase("PRAGMA user_version = 999");
    const { code, out } = await doctor();
    expect([code, out.join("\n")]).toEqual([3, expect.stringContaining("Use the newer Docent.")]);
    expect(out.join("\n")).not.toContain("backup");
  });

  test("rows of a killed import are remains, not lost originals", async () => {
    await service.stop();
    const dead = Bun.spawnSync(["true"]).pid;
    inDatabase(`INSERT INTO workspaces VALUES ('ws_x', 'import:${dead}:x', 0);
      INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
        VALUES ('exp_x', 'ws_x', 'x', 'x', '', '', 'en', '{}', '{}', 0, 0);
      INSERT INTO sources (no, id, expert_id, metadata, latest_version_no, current_version_no, created_at, updated_at)
        VALUES (90, 'src_x', 'exp_x', '{}', 90, 90, 0, 0);
      INSERT INTO source_versions (no, source_no, expert_id, version, type, title, bytes, sha256, status, chunk_count, key_id, created_at, updated_at)
        VALUES (90, 90, 'exp_x', 1, 'text', 'x', 4, '${"a".repeat(64)}', 'ready', 7, '', 0, 0)`);
    const { wrong } = await examined();
    expect(wrong.map(([area, severity]) => [area, severity])).toEqual([["remains", "warning"]]);
    expect((await examined("--repair")).wrong).toEqual([]);
  });
});

test("a missing folder is an error", async () => {
  await service.close();
  expect(await doctor()).toEqual({ code: 1, out: [], err: [`There is no data folder ${dataDir}.`] });
});

describe("settings", () => {
  const config = (env: Record<string, string>) => loadConfig({ env, flags: [] });
  const warned = (env: Record<string, string>) =>
    adviseOnSettings(config(env)).filter(({ severity }) => severity === "warning").length;

  test("that are risky are listed", () => {
    const llm = { DOCENT_LLM_MODEL: "m", DOCENT_LLM_API_KEY: "k" };
    expect([
      warned({}),
      warned({ DOCENT_HOST: "0.0.0.0" }),
      warned({ DOCENT_HOST: "0.0.0.0", DOCENT_PUBLIC_URL: "https://docent.example.org" }),
      warned({ DOCENT_ALLOW_PRIVATE_URLS: "all", DOCENT_LOG_CONTENT: "on" }),
      warned({ DOCENT_LLM_URL: "http://models.example.org/v1", ...llm }),
      warned({ DOCENT_LLM_URL: "http://[::1]:1/v1", ...llm }),
      warned({ DOCENT_DATA_DIR: "/d", DOCENT_BACKUP_DIR: "/d/b", DOCENT_BACKUP_EVERY: "24h" }),
      warned({ DOCENT_DATA_DIR: "/d", DOCENT_BACKUP_DIR: "/db", DOCENT_BACKUP_EVERY: "24h" }),
    ]).toEqual([0, 1, 0, 2, 1, 0, 1, 0]);
  });

  test("a language model is tried, and what its server says is told", async () => {
    const model = scriptedModel([], { "/v1/models": { data: [{ id: "m", max_model_len: 8192 }] } });
    const flags = ["--llm-url", model.url, "--llm-model"];
    const told = async (name: string) =>
      (await examined(...flags, name)).findings.find(({ area }) => area === "models");
    expect(await told("m")).toMatchObject({
      severity: "fine",
      message: `The language model m at ${new URL(model.url).host} replies: 8192 tokens of context, tools, no thoughts.`,
    });
    await model.stop();
    const refusing = scriptedModel([], { "/v1/models": { data: [{ id: "m" }] } }, () => refusal("no model n here"));
    const { severity, message } = (await examined("--llm-url", refusing.url, "--llm-model", "n")).findings.find(
      ({ area }) => area === "models",
    )!;
    expect([severity, message]).toEqual([
      "warning",
      expect.stringContaining("It says: no model n here It has no model"),
    ]);
    await refusing.stop();
    expect(await told("m")).toMatchObject({
      severity: "warning",
      message: expect.stringContaining("could not be reached"),
    });
    await service.stop();
  });

  test("list the hosts that the service may contact", async () => {
    const server = { DOCENT_LLM_URL: "https://models.example.org/v1", DOCENT_LLM_MODEL: "m" };
    const embed = { DOCENT_EMBED_URL: "http://localhost:8080/v1", DOCENT_EMBED_MODEL: "m" };
    const hosts = (env: Record<string, string>) => egressOf(config(env)).map(({ to }) => to);
    expect(hosts({})).toEqual(["any public host"]);
    expect(hosts({ DOCENT_OFFLINE: "true" })).toEqual([]);
    expect(hosts({ ...server, ...embed, DOCENT_OFFLINE: "true" })).toEqual(["models.example.org", "localhost:8080"]);
    expect(hosts({ ...server, DOCENT_ALLOW_PRIVATE_URLS: "wiki,10.0.0.7" })).toEqual([
      ...["models.example.org", "any public host", "wiki", "10.0.0.7"],
    ]);
    expect(hosts({ DOCENT_ALLOW_PRIVATE_URLS: "all" })).toEqual(["any public host", "any private host"]);
    expect(await doctor("--egress", "--offline")).toEqual({
      code: 0,
      out: ["Docent opens no connections."],
      err: [],
    });
    expect((await doctor("--egress")).out).toHaveLength(2);
    await service.stop();
  });
});
