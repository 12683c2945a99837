/** The tables of docs/clients.md list the tested clients: each library with its version, and each front end. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const read = (path: string) => Bun.file(join(root, path)).text();
const page = await read("docs/clients.md");
const rows = page.split("\n").filter((line) => line.startsWith("| "));

/** Peer dependencies and tools that read the API's description (decision 1), which are not clients of OpenAI's API. */
const parts = new Set([
  "@langchain/core",
  "@llamaindex/core",
  "@llamaindex/env",
  "@redocly/cli",
  "@stoplight/spectral-cli",
  "openapi-fetch",
  "openapi-typescript",
  "zod",
]);

test("each library of JavaScript, with its version", async () => {
  const { dependencies } = JSON.parse(await read("test/clients/package.json")) as {
    dependencies: Record<string, string>;
  };
  const missing = Object.entries(dependencies)
    .filter(([name]) => !parts.has(name))
    .filter(([name, version]) => !rows.some((row) => row.includes(`\`${name}\``) && row.includes(version)));
  expect(missing).toEqual([]);
});

test("each library of Python, with its version, and every group is run", async () => {
  const files = readdirSync(join(root, "test/clients/python")).filter((name) => name.startsWith("requirements-"));
  const lines = (await Promise.all(files.map((name) => read(`test/clients/python/${name}`)))).join("\n").split("\n");
  const libraries = lines.filter((line) => line !== "").map((line) => /^([\w-]+)(?:\[\w+\])?==(\S+)$/.exec(line));
  const missing = libraries.filter(
    (found) => !rows.some((row) => row.startsWith(`| \`${found?.[1]}\` | ${found?.[2]} |`)),
  );
  expect([missing, libraries.length]).toEqual([[], 10]);
  const runner = await read("test/clients/run-python.ts");
  expect(files.filter((name) => !runner.includes(name))).toEqual([]);
});

test("each front end whose requests are replayed", async () => {
  const named = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const fixtures = readdirSync(join(root, "test/fixtures/front-ends")).map((name) => named(name.replace(".json", "")));
  const table = rows.map((row) => named(row.split("|")[1] ?? ""));
  expect(fixtures.filter((name) => !table.includes(name))).toEqual([]);
});
