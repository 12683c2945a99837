/** The completion scripts, tried in the shells that this machine has, and the table that they are made from. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Command } from "../../../src/cli/command.ts";
import { commands } from "../../../src/cli/run.ts";
import { shells } from "../../../src/cli/terminal/shell-completions.ts";
import { flagName } from "../../../src/config/setting.ts";
import { allSettings } from "../../../src/config/settings.ts";
import { docent } from "../../support/processes/loopback-service.ts";

const script = async (shell: string) => (await docent("completions", shell)).out.join("\n");

/** What bash prints for a script on its standard input; null where there is no bash. */
async function said(text: string): Promise<string | null> {
  const path = Bun.which("bash");
  if (path === null) return null;
  const child = Bun.spawn([path], {
    stdin: new Blob([text]),
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: Bun.env.PATH },
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return `${out}${err}`.trim();
}

/** The words that bash offers behind a line. */
async function offered(...words: string[]): Promise<readonly string[] | null> {
  const line = words.map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(docent ${line}); COMP_CWORD=${words.length}; _docent; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await said(`set -u\n${await script("bash")}\n${ask}\n`))?.split("\n") ?? null;
}

test.each([
  [["ing"], ["ingest"]],
  [["sou"], ["sources"]],
  [
    ["keys", ""],
    ["create", "list", "revoke"],
  ],
  [["keys", "create", "--sc"], ["--scopes"]],
  [["experts", "d"], ["delete"]],
  [["sources", "notes", "r"], ["retry"]],
  [
    ["ingest", "notes", "--w"],
    ["--wait", "--wait-sense", "--watch"],
  ],
  [["ask", "notes", "--mode", "k"], ["keyword"]],
  [["ask", "notes", "--key-file", "a"], [""]],
  [["serve", "--drain"], ["--drain-seconds"]],
  [
    ["serve", "--metrics", ""],
    ["loopback", "key", "off"],
  ],
  [
    ["completions", ""],
    ["bash", "zsh", "fish"],
  ],
])("bash completes %p", async (words, expected) => {
  const found = await offered(...words);
  if (found === null) expect(await script("bash")).toContain("complete -o default -F _docent docent");
  else expect([...found].toSorted()).toEqual([...expected].toSorted());
});

test.each(["zsh", "fish"])("%s understands its script", async (shell) => {
  const text = await script(shell);
  for (const { name } of commands) expect(text).toContain(name);
  const path = Bun.which(shell);
  if (path === null) return;
  const file = join(mkdtempSync(join(tmpdir(), "docent-shell-")), `docent.${shell}`);
  writeFileSync(file, text);
  const { stdout, stderr, exitCode } = Bun.spawnSync([path, "-n", file]);
  rmSync(dirname(file), { recursive: true });
  expect([exitCode, `${stdout}${stderr}`]).toEqual([0, ""]);
});

test("only these shells are known", async () => {
  for (const words of [[], ["powershell"], ["bash", "zsh"]])
    expect(await docent("completions", ...words)).toMatchObject({ code: 2, out: [] });
  expect(shells).toEqual(["bash", "zsh", "fish"]);
});

/** Flags in a text, without those of the settings and of every client, unless the command has one of the same name. */
function flagsIn({ usage, help, flags: { options = [] } = {} }: Command): readonly string[] {
  const shared = new Set([...allSettings.map(flagName), "--key-file"]);
  for (const option of options) shared.delete(`--${option}`);
  const text = `${usage}\n${typeof help === "string" ? help : ""}`;
  const found = [...text.matchAll(/(?<![\w`])--[a-z][a-z-]*/g)].map(([flag]) => flag);
  return [...new Set(found)].filter((flag) => !shared.has(flag)).toSorted();
}

test.each(commands.map((command) => [command.name, command] as const))(
  "the help of %s names the flags that the command has",
  (_, command) => {
    const { options = [], switches = [] } = command.flags ?? {};
    expect(flagsIn(command)).toEqual([...options, ...switches].map((flag) => `--${flag}`).toSorted());
  },
);
