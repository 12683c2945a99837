/** The tables of docs/clients.md list the tested clients: each library with its version, and each front end. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { QueryRequest } from "../../src/api/answer-schemas.ts";
import { knownResults, withResults } from "../clients/write-clients-page.ts";

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

test("the tables are what the tests wrote, of the versions that are pinned, and nothing failed", async () => {
  const known = await knownResults();
  expect(withResults(page, known)).toBe(page);
  expect([...known.keys()]).toEqual(["generated", "javascript", "python"]);
  const generators = JSON.parse(await read("test/clients/generated/package.json")).dependencies;
  const requirements = await read("test/clients/generated/requirements-generators.txt");
  const beside = JSON.parse(await read("test/clients/package.json")).dependencies;
  const python = await read("test/clients/generated/requirements.txt");
  const pinned = (client: string) => {
    if (client.startsWith("openapi-generator ")) return /openapi-generator-cli==(\S+)/.exec(requirements)?.[1];
    return generators[client] ?? beside[client] ?? new RegExp(`^${client}==(\\S+)`, "m").exec(python)?.[1];
  };
  const results = [...known.values()].flat();
  expect(known.get("generated")?.filter(({ client, version }) => pinned(client) !== version)).toEqual([]);
  expect(results.filter(({ failed }) => failed > 0)).toEqual([]);
  expect(results.filter(({ passed, operations }) => passed === 0 && !operations[0]?.startsWith("not run"))).toEqual([]);
});

test("the workflow for n8n asks what the API understands, and its nodes are connected", async () => {
  const { nodes, connections } = JSON.parse(await read("clients/connectors/n8n-ask-docent.json")) as {
    nodes: readonly { name: string; parameters: { url?: string; jsonBody?: string } }[];
    connections: Record<string, { main: readonly (readonly { node: string }[])[] }>;
  };
  const names = nodes.map(({ name }) => name);
  const ends = Object.entries(connections).flatMap(([from, { main }]) => [
    from,
    ...main.flat().map(({ node }) => node),
  ]);
  expect(new Set(ends)).toEqual(new Set(names));
  const { url = "", jsonBody = "" } = nodes.find(({ name }) => name === "Ask Docent")?.parameters ?? {};
  expect(url).toMatch(/^http:\/\/HOST:7333\/v1\/experts\/[a-z-]+\/query$/);
  const [, object = ""] = /^=\{\{ JSON\.stringify\(\{(.*)\}\) \}\}$/.exec(jsonBody) ?? [];
  const fields = [...object.matchAll(/(\w+): /g)].map(([, field = ""]) => field);
  expect(fields).toContain("question");
  expect(fields.filter((field) => !Object.hasOwn(QueryRequest.properties, field))).toEqual([]);
});
