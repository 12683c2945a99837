/** `docent mcp --install`: its changes to the configuration of a client. */
import { afterEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { planInstallation } from "../../src/cli/serving/client-installation.ts";
import { openBench } from "../support/binary.ts";
import { repository } from "../support/source-tree.ts";

const wanted = { mcpServers: { docent: { url: "http://127.0.0.1:7333/mcp" } } };

function changed(text: string | null): string {
  const plan = planInstallation(text, wanted);
  if (typeof plan === "string") throw new Error(plan);
  return plan.text;
}

describe("a configuration", () => {
  test("that is missing or empty is created", () => {
    expect(JSON.parse(changed(null))).toEqual(wanted);
    expect(JSON.parse(changed("\n"))).toEqual(wanted);
  });

  test("keeps all of its content and order", () => {
    const text =
      '{\n  "big": 12345678901234567890,\n  "mcpServers": {\n    "other": {"command": "x"}\n  },\n  "last": 1.0\n}\n';
    const after = changed(text);
    expect(after).toContain('"big": 12345678901234567890');
    expect(after).toContain('"command": "x"');
    expect(after).toContain('"last": 1.0');
    expect(Object.keys(JSON.parse(after).mcpServers)).toEqual(["other", "docent"]);
  });

  test("keeps its comments and trailing commas", () => {
    const after = changed('// mine\n{\n  /* kept */ "theme": "dark",\n}\n');
    expect(after).toStartWith("// mine\n");
    expect(after).toContain('/* kept */ "theme": "dark"');
    expect(after).toContain("http://127.0.0.1:7333/mcp");
  });

  test("has the entry once, even if it is written again", () => {
    expect(planInstallation(changed('{"a": 1}'), wanted)).toBe("unchanged");
    const older = '{"mcpServers": {"docent": {"url": "http://old/mcp"}, "b": {}}}';
    expect(planInstallation(older, wanted)).toMatchObject({ replaces: true });
    expect(JSON.parse(changed(older))).toEqual({ mcpServers: { docent: wanted.mcpServers.docent, b: {} } });
  });

  test.each([
    "{",
    "[]",
    "null",
    '"text"',
    "{'a': 1}",
    '{"a": }',
    '{"mcpServers": []}',
    '{"mcpServers": "none"}',
    "a: 1",
  ])("that is %s is left unchanged", (text) => expect(planInstallation(text, wanted)).toBe("unreadable"));

  test("is left alone if it names a prototype, which its parser would not keep", () => {
    expect(planInstallation('{"__proto__": [], "mcpServers": {}}', wanted)).toBe("unreadable");
  });

  test("of any content changes only in the entry", () => {
    const any = fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((value) => ({ ...value, mcpServers: { other: 1 } }))
      .filter((value) => !JSON.stringify(value).includes('"__proto__"'));
    fc.assert(
      fc.property(any, fc.constantFrom(0, 2, "\t"), (before, indent) => {
        const plain = JSON.parse(JSON.stringify(before));
        const after = JSON.parse(changed(JSON.stringify(before, null, indent)));
        expect(after).toEqual({ ...plain, mcpServers: { ...plain.mcpServers, ...wanted.mcpServers } });
      }),
    );
  });
});

describe("docent mcp --install", () => {
  const homes: string[] = [];
  const bench = openBench();
  afterEach(async () => {
    await bench.clean();
    for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
  });
  const key = "a-key-that-is-long-enough";
  const install = (home: string, ...args: readonly string[]) =>
    bench.run([`${repository}src/main.ts`, "mcp", "--install", ...args], {
      path: process.execPath,
      env: { HOME: home, DOCENT_API_KEY: key, DOCENT_URL: "http://127.0.0.1:7333", NODE_ENV: "test" },
    });
  const newHome = () => {
    const home = mkdtempSync(join(tmpdir(), "docent-home-"));
    homes.push(home);
    return home;
  };

  test("shows what it changes without the key, keeps a copy, and writes through a link", async () => {
    const home = newHome();
    const real = join(home, "dotfiles", "mcp.json");
    const file = join(home, ".cursor", "mcp.json");
    for (const path of [real, file]) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(real, '{"mcpServers": {"other": {}}}');
    chmodSync(real, 0o600);
    symlinkSync(real, file);
    const said = await install(home, "cursor", "--yes");
    expect([said.exitCode, said.out]).toEqual([0, "Cursor is connected. Restart it.\n"]);
    expect(said.err).toContain('"Authorization": "Bearer a-key-…"');
    expect(said.err).not.toContain(key);
    expect(JSON.parse(readFileSync(real, "utf8"))).toEqual({
      mcpServers: {
        other: {},
        docent: { url: "http://127.0.0.1:7333/mcp", headers: { Authorization: `Bearer ${key}` } },
      },
    });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(`${real}.before-docent`, "utf8")).toBe('{"mcpServers": {"other": {}}}');
    const again = await install(home, "cursor", "--yes");
    expect(again.out).toContain("connected already");
  });

  test("changes nothing without consent, and no file that it cannot read", async () => {
    const home = newHome();
    const asked = await install(home, "cursor");
    expect([asked.exitCode, existsSync(join(home, ".cursor"))]).toEqual([1, false]);
    expect(asked.err).toContain("Add --yes");
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, ".cursor", "mcp.json"), "{ broken");
    const broken = await install(home, "cursor", "--yes");
    expect([broken.exitCode, readFileSync(join(home, ".cursor", "mcp.json"), "utf8")]).toEqual([1, "{ broken"]);
    expect(broken.err).toContain("left as it is");
    const unknown = await install(home, "cursr", "--yes");
    expect([unknown.exitCode, unknown.err]).toEqual([
      2,
      'There is no client "cursr". Did you mean "cursor"? `docent help` lists the commands.\n',
    ]);
  });
});
