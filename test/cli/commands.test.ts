/** The commands: their output, their refusals and their exit codes. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import { commands, run } from "../../src/cli/run.ts";
import { agentClients } from "../../src/mcp/agent-clients.ts";
import { docent } from "../support/processes/loopback-service.ts";
import { startService } from "../support/service.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "docent-cli-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const onFolder = (...args: string[]) => docent(...args, "--data-dir", dataDir);

/** A folder as the first start leaves it, with its service stopped. */
async function madeFolder(): Promise<void> {
  rmSync(dataDir, { recursive: true });
  const service = await startService({ ingesting: false });
  await service.stop();
  dataDir = service.dataDir;
}

describe("help", () => {
  test("names every command", async () => {
    for (const words of [[], ["help"], ["--help"], ["-h"]]) {
      const { code, out, err } = await docent(...words);
      expect([code, err]).toEqual([0, []]);
      for (const { name, summary } of commands) expect(out.join("\n")).toMatch(new RegExp(`  ${name} +${summary}`));
    }
  });

  test("of each command lists its arguments, and does nothing", async () => {
    for (const { name, usage, summary, examples } of commands) {
      const { code, out, err } = await docent(name, "--help");
      expect([code, err]).toEqual([0, []]);
      const [first, second] = examples.map((rest) => `    $ docent ${name} ${rest}`.trimEnd());
      const head = `docent ${name} ${usage}`.trimEnd();
      expect(out.join("\n")).toStartWith(`${head}\n\n${summary}.\n\n${first}\n${second}`);
    }
  });

  test("of one command is also `docent help COMMAND`, and says where that is misspelt", async () => {
    expect(await docent("help", "ask")).toEqual(await docent("ask", "--help"));
    expect((await docent("help", "aks")).err.join()).toContain('Did you mean "ask"?');
  });

  test("of serve lists the settings", async () => {
    const { code, out } = await docent("serve", "--help");
    expect(code).toBe(0);
    expect(out.join("\n")).toContain("--data-dir");
    expect(out.join("\n")).toContain("DOCENT_DATA_DIR");
  });

  test("version has three names", async () => {
    const asked = await Promise.all(["version", "--version", "-v"].map((name) => docent(name)));
    expect(asked.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(asked.map(({ out }) => out.join())).size).toBe(1);
  });
});

describe("misuse ends with 2 and a hint", () => {
  test.each([
    [["sevre"], 'There is no command "sevre". Did you mean "serve"?'],
    [["keys"], "Use `docent keys create`"],
    [["keys", "make"], "Use `docent keys create`"],
    [["keys", "revoke", "mine"], "Say which key"],
    [["keys", "create", "--scopes", "query,fly"], '"fly" is not a scope; there are query, ingest, manage, admin.'],
    [["keys", "create", "--experts", "handbook"], '"handbook" is not the id of an expert'],
    [["keys", "create", "--expires", "soon"], "--expires takes a date"],
    [["keys", "create", "--workspace", "nowhere"], 'There is no workspace "nowhere". The workspaces are: default.'],
    [["keys", "create", "--colour", "red"], "There is no flag --colour for this command."],
    [["keys", "create", "--scope", "query"], "There is no flag --scope for this command. Did you mean --scopes?"],
    [["usage", "--data-dri", "x"], "There is no flag --data-dri for this command. Did you mean --data-dir?"],
    [["keys", "create", "--name"], "--name needs a value."],
    [["backup"], "Name one file: `docent backup FILE`."],
    [["restore"], "Name one file: `docent restore FILE`."],
    [["export", "x"], "Name an expert and a file"],
    [["import"], "Name one file: `docent import FILE`."],
    [["workspaces"], "Use `docent workspaces create NAME`"],
    [["workspaces", "create"], "Use `docent workspaces create NAME`"],
    [
      ["workspaces", "list", "--requests", "1"],
      "Flags for limits can be used with `docent workspaces limit NAME` only.",
    ],
    [["workspaces", "limit", "nowhere"], 'There is no workspace "nowhere". The workspaces are: default.'],
    [["workspaces", "limit", "default", "--requests", "many"], "--requests must be a whole number from 0 to"],
  ] as const)("%j", async (words, message) => {
    await madeFolder();
    const [command, ...rest] = words;
    const args =
      words.at(-1) === "--name" ? [command, "--data-dir", dataDir, ...rest] : [...words, "--data-dir", dataDir];
    const { code, out, err } = await docent(...args);
    expect([code, out]).toEqual([2, []]);
    expect(err.join("\n")).toContain(message);
  });
});

test("before the first start there is no database, and a command says how to create one", async () => {
  const { code, err } = await onFolder("keys", "list");
  expect([code, err]).toEqual([1, [`There is no database in ${dataDir}: \`docent serve\` makes the first one.`]]);
});

test("torture works in a folder that is there, and creates none", async () => {
  const missing = join(dataDir, "missing");
  const { code, err } = await docent("torture", "--dir", missing, "--kills", "1");
  expect([code, existsSync(missing)]).toEqual([1, false]);
  expect(err.join("\n")).toStartWith(`Cannot create a folder in ${missing}: `);
});

describe("backup and export", () => {
  test("make a round trip while the service runs", async () => {
    rmSync(dataDir, { recursive: true });
    const service = await startService();
    dataDir = service.dataDir;
    const out = mkdtempSync(join(tmpdir(), "docent-out-"));
    try {
      await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
      await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text: "The pump is blue." } });
      const [all, one] = [join(out, "all.tar"), join(out, "one.tar")];
      const made = await onFolder("backup", all);
      expect(made).toEqual({
        code: 0,
        err: [],
        out: [expect.stringMatching(/all\.tar: [\d.]+ kB, 1 original files; verified\.$/)],
      });
      expect(await onFolder("backup", all)).toMatchObject({ code: 1, err: [expect.stringContaining("Use --force")] });
      expect((await onFolder("backup", all, "--force")).code).toBe(0);
      expect(await onFolder("restore", all)).toMatchObject({ code: 1, err: [expect.stringContaining("in use by")] });
      const elsewhere = ["restore", all, "--data-dir", join(out, "new")];
      expect(await docent(...elsewhere)).toMatchObject({
        code: 0,
        out: [expect.stringContaining("now holds the state of 20")],
      });
      expect(await docent(...elsewhere)).toMatchObject({ code: 1, err: [expect.stringContaining("use --force")] });
      expect((await docent(...elsewhere, "--force")).out[1]).toContain("The previous data is in");

      const exported = await onFolder("export", "pumps", one);
      expect(exported.out).toEqual([expect.stringMatching(/pumps, 1 source, 1 passage, .* verified\.$/)]);
      const imported = await onFolder("import", one, "--slug", "copy");
      expect(imported.out).toEqual([expect.stringMatching(/^copy: 1 source, 1 passage \(exp_\w+\)\.$/)]);
      const asked = await service.request("POST", "/v1/experts/copy/query", {
        body: { question: "What is the pump?", generate: false },
      });
      expect(asked.text).toContain("The pump is blue.");
      expect(await onFolder("import", all)).toMatchObject({
        code: 1,
        err: [expect.stringContaining("It is a backup")],
      });
      expect(await onFolder("import", one, "--slug", "Ä")).toMatchObject({ code: 2 });
      expect(await onFolder("export", "nobody", one)).toMatchObject({ code: 2 });
    } finally {
      await service.stop();
      rmSync(out, { recursive: true });
    }
  });
});

describe("keys and workspaces", () => {
  test("a key is created, listed without its secret, and revoked while the service runs", async () => {
    rmSync(dataDir, { recursive: true });
    const service = await startService({ ingesting: false });
    dataDir = service.dataDir;
    const made = await onFolder("keys", "create", "--name", "reader", "--scopes", "query", "--expires", "2027-01-31");
    const [secret = ""] = made.out;
    expect(made).toEqual({
      code: 0,
      out: [secret],
      err: [expect.stringMatching(/^Key key_\w+ \(query\)\. This is the only time it is shown/)],
    });
    expect((await service.request("GET", "/v1/experts", { key: secret })).status).toBe(200);
    const shown: string[] = [];
    const person = {
      print: () => undefined,
      complain: (line: string) => void shown.push(line),
      renew: () => undefined,
    };
    await run(["keys", "create", "--name", "agent", "--scopes", "query", "--data-dir", dataDir], person);
    for (const { name } of agentClients) expect(shown.join("\n")).toMatch(new RegExp(`${name} .*dk_`));
    expect((await service.request("POST", "/v1/experts", { key: secret, body: { name: "X" } })).error.code).toBe(
      "insufficient_scope",
    );

    const listed = await onFolder("keys", "list");
    const line = listed.out.find((each) => each.includes("reader")) ?? "";
    expect(line).toContain(`${secret.slice(0, 8)}…`);
    expect(line).toContain("expires 2027-01-31T00:00:00.000Z");
    expect(listed.out.join()).not.toContain(secret);

    const id = /key_\w+/.exec(line)?.[0] ?? "";
    expect(await onFolder("keys", "revoke", id)).toEqual({ code: 0, out: [`${id} is revoked.`], err: [] });
    expect((await service.request("GET", "/v1/experts", { key: secret })).error.code).toBe("invalid_api_key");
    const again = await onFolder("keys", "revoke", id);
    expect([again.code, again.err]).toEqual([1, [`There is no active key ${id} in this workspace.`]]);
    await service.stop();
  });

  test("a workspace is created once, and has its own keys", async () => {
    await madeFolder();
    expect((await onFolder("workspaces", "create", "team-a")).code).toBe(0);
    const again = await onFolder("workspaces", "create", "team-a");
    expect([again.code, again.err]).toEqual([1, ['A workspace named "team-a" exists already.']]);
    expect((await onFolder("workspaces", "create", "Team A")).code).toBe(1);
    const { out } = await onFolder("workspaces", "list");
    expect(out.map((line) => line.split(/ +/)[1])).toEqual(["default", "team-a"]);
    await onFolder("keys", "create", "--workspace", "team-a", "--name", "theirs");
    expect((await onFolder("keys", "list", "--workspace", "team-a")).out).toHaveLength(1);
    expect((await onFolder("keys", "list")).out).toHaveLength(1);
  });

  test("a workspace is limited while the service runs, and unnamed limits stay unchanged", async () => {
    rmSync(dataDir, { recursive: true });
    const settings = { DOCENT_QUOTA_REQUESTS: "9" };
    const service = await startService({ ingesting: false, settings });
    dataDir = service.dataDir;
    const limit = async (...args: string[]) =>
      (await onFolder("workspaces", "limit", "default", "--quota-requests=9", ...args)).out;
    const counted = async () => {
      service.clock.advance(1000);
      return (await service.request("GET", "/v1/usage")).as(UsageObject).limits;
    };
    expect(await limit()).toEqual([
      "requests  9 (the default)",
      "sources   none (the default)",
      "bytes     none (the default)",
    ]);
    expect(await limit("--requests", "none", "--sources=5", "--bytes", "1.5GB")).toEqual([
      ...["requests  none", "sources   5", "bytes     1500000000"],
    ]);
    const { requests, sources, bytes } = await counted();
    expect([requests.limit, sources.limit, bytes.limit]).toEqual([null, 5, 1_500_000_000]);
    expect(await limit("--requests", "default", "--sources", "0")).toEqual([
      ...["requests  9 (the default)", "sources   0", "bytes     1500000000"],
    ]);
    expect((await counted()).requests.limit).toBe(9);
    await service.close();
  });
});
