/** What the commands of a data folder do where the data is in PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import type { Finding } from "../../src/upkeep/findings.ts";
import { startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-commands-"));
const database = `${postgresUrl}?schema=commands_${Bun.randomUUIDv7().replaceAll("-", "")}`;
const files = join(folder, "files");
let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { DOCENT_DATABASE: database, DOCENT_FILES: files } });
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function docent(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const settings = ["--database", database, "--files", files, "--data-dir", join(folder, "other")];
  const code = await run([...args, ...settings], {
    print: (line) => out.push(line),
    complain: (line) => err.push(line),
  });
  return { code, out, err };
}

describe("over PostgreSQL", () => {
  test("keys and workspaces are those of the running nodes", async () => {
    const made = await docent("keys", "create", "--name", "phone", "--scopes", "query");
    expect(made.code).toBe(0);
    const listed = await service.request("GET", "/v1/experts", { key: made.out[0] ?? "" });
    expect(listed.status).toBe(200);
    expect((await docent("keys", "list")).out.join("\n")).toContain("phone");
    expect((await docent("workspaces", "create", "team")).code).toBe(0);
    expect((await docent("workspaces", "limit", "team", "--sources", "5")).out).toContain("sources   5");
    expect((await docent("workspaces", "list")).out).toHaveLength(2);
    expect((await docent("reindex", "pumps", "--sense", "off")).out.join()).toStartWith("pumps: 0 passages.");
  });

  const refused = [
    ["backup", join(folder, "backup.tar")],
    ["restore", join(folder, "backup.tar")],
    ["compact"],
    ["doctor", "--repair"],
  ];
  for (const words of refused) {
    test(`docent ${words[0]} is refused where it needs a data folder, and says what to use`, async () => {
      const { code, out, err } = await docent(...words);
      expect([code, out, err.length]).toEqual([1, [], 1]);
      expect(err[0]).toMatch(/works on a data folder, but DOCENT_DATABASE is set: the data is in PostgreSQL\. \S/);
    });
  }

  test("docent doctor examines the database and the files", async () => {
    const { out } = await docent("doctor", "--json");
    const { findings } = JSON.parse(out.join("")) as { findings: Finding[] };
    const found = Object.fromEntries(findings.map(({ area, severity }) => [area, severity]));
    // How busy the server of the tests is does not matter here.
    const { connection, ...rest } = found;
    expect(["fine", "warning"]).toContain(connection ?? "");
    expect(rest).toMatchObject({ database: "fine", privileges: "fine", clock: "fine", nodes: "fine", files: "fine" });
  });

  test("docent doctor names what was set aside, and deletes it only when told to", async () => {
    const aside = join(files, "set-aside", "2026-11-20T08-00-00-000Z");
    mkdirSync(aside, { recursive: true });
    writeFileSync(join(aside, Bun.randomUUIDv7()), "a document that no row names");
    const named = expect.stringContaining("1 file that no source named is in set-aside/2026-11-20T08-00-00-000Z.");
    expect((await docent("doctor")).out).toContainEqual(named);
    const asked = await docent("doctor", "--discard");
    expect([asked.code, asked.err[0]]).toEqual([2, expect.stringContaining("Permanently delete 1 original file")]);
    expect(readdirSync(aside)).toHaveLength(1);
    const done = await docent("doctor", "--discard", "--yes");
    expect(done.out.join()).toContain("Deleted 1 original file that had been set aside.");
    expect(readdirSync(aside)).toEqual([]);
    expect((await docent("doctor", "--discard", "--yes")).out.join()).toContain("Nothing was set aside.");
  });

  test("docent doctor says so if the database cannot be reached, without its password", async () => {
    const [away, out]: [string, string[]] = ["postgres://docent:secret-word@127.0.0.1:1/docent", []];
    const args = ["doctor", "--json", "--database", away, "--files", files, "--data-dir", join(folder, "other")];
    const code = await run(args, { print: (line) => out.push(line), complain: () => undefined });
    expect(code).toBe(4);
    expect(out.join()).toContain("postgres://docent@127.0.0.1:1/docent cannot be examined: ");
    expect(out.join()).not.toContain("secret-word");
  });
});
