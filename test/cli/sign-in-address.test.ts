/** The address that signs in to the console: it is shown in a terminal and in no log. */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../support/source-tree.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const end = /API key [^\n]*\n/;

/** What the service prints until it has told all of its addresses. */
async function greeting(where: "terminal" | "pipe"): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "docent-sign-in-"));
  toClose.push(() => rmSync(folder, { recursive: true, force: true }));
  const command = [process.execPath, "src/main.ts", "serve", "--port", "0", "--data-dir", folder, "--offline"];
  const wish = { cwd: repository, env: { PATH: process.env.PATH ?? "" } };
  const { promise, resolve } = Promise.withResolvers<string>();
  let said = "";
  const hear = (bytes: Uint8Array) => {
    said += new TextDecoder().decode(bytes);
    if (end.test(said)) resolve(said);
  };
  const terminal = { cols: 200, rows: 50, data: (_: unknown, bytes: Uint8Array) => hear(bytes) };
  const child =
    where === "terminal"
      ? Bun.spawn(command, { ...wish, terminal })
      : Bun.spawn(command, { ...wish, stdin: "ignore", stdout: "pipe", stderr: "ignore" });
  toClose.push(() => {
    child.kill("SIGKILL");
    return child.exited;
  });
  if (child.stdout instanceof ReadableStream)
    void (async () => {
      for await (const bytes of child.stdout as ReadableStream<Uint8Array>) hear(bytes);
    })();
  return promise;
}

test("in a terminal the printed address signs in; where output is kept, it has no code", async () => {
  expect(await greeting("terminal")).toMatch(/Console {2}http:\S+\/#code=\S{40,}/);
  const kept = await greeting("pipe");
  expect(kept).toMatch(/Console {2}http:\S+\/\n/);
  expect(kept).not.toContain("code=");
});
