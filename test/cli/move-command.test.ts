/** What `docent move` says before it moves anything. The moves themselves: test/cluster/data-move.ts. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import { holdDataFolder } from "../../src/store/sqlite/folder/data-folder.ts";
import { movingName } from "../../src/store/sqlite/folder/folder-opening.ts";

async function move(...args: string[]) {
  const lines: string[] = [];
  const console = { print: (line: string) => void lines.push(line), complain: (line: string) => void lines.push(line) };
  return { code: await run(["move", ...args], console), said: lines.join("\n") };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "docent-move-"));
}

describe("docent move", () => {
  test.each([
    [["--files", "f"], "Name either --to or --from, with the address of a database."],
    [["--to", "postgres://a/b", "--from", "postgres://a/b", "--files", "f"], "Name either --to or --from"],
    [["--to", "postgres://a/b"], "is given without DOCENT_FILES"],
    [["--to", "mysql://a/b", "--files", "f"], "The address of a database begins with postgres://"],
    [["--to", "postgres://a/b", "--files", "f", "more"], "`docent move` takes only flags."],
    [["--to"], "--to needs a value."],
    [["--to", "postgres://a/b", "--files", "f", "--onto", "b"], "There is no flag --onto for this command."],
  ])("with %j says what is wrong", async (args, expected) => {
    const { code, said } = await move(...args);
    expect([code, said.includes(expected)]).toEqual([2, true]);
  });

  test("to a database that is not there changes nothing, and says so in one line", async () => {
    const folder = newFolder();
    holdDataFolder(folder, { create: true }).release();
    const files = join(folder, "files");
    // Port 9 (discard) is served by nobody.
    const { code, said } = await move(
      "--to",
      "postgres://nobody@127.0.0.1:9/none",
      "--files",
      files,
      "--data-dir",
      folder,
    );
    expect([code, said]).toEqual([1, "The database cannot be reached. Send the request again in a moment."]);
    expect(existsSync(files)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test("into a folder that has not ended keeps the folder from being served", () => {
    const folder = newFolder();
    writeFileSync(join(folder, movingName), "");
    const message = `A move of data into ${folder} has not ended. Start the same \`docent move\` again: it goes on where it stopped.`;
    expect(() => holdDataFolder(folder, { create: true })).toThrow(message);
    rmSync(folder, { recursive: true });
  });
});
