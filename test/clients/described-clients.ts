/**
 * The description, as the tools of others read it: two linters find nothing, and clients that are generated from it, in
 * TypeScript and in Python, walk from a new expert to a cited answer.
 */
import { beforeAll, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { service } from "./service.ts";

/** Inside the package, so that its tools find their imports; git ignores it. */
const folder = join(import.meta.dir, "node_modules/.described");
const document = join(folder, "openapi.json");

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Bun.write(document, await fetch(new URL("/openapi.json", service.baseURL)));
});

/** The output of a command that must succeed. */
async function outputOf(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: import.meta.dir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, output, errors]).toEqual([0, output, errors]);
  return output;
}

const walked = ["expert", "file", "text", "wait", "query", "usage", "delete"].map((step) => `ok ${step}\n`).join("");
const tool = (name: string) => [process.execPath, join(import.meta.dir, "node_modules/.bin", name)];

test("Redocly's linter has nothing to say that redocly.yaml does not explain", async () => {
  const report = await outputOf([...tool("redocly"), "lint", document, "--config=redocly.yaml", "--format=json"], {
    REDOCLY_TELEMETRY: "off",
  });
  expect(JSON.parse(report.slice(report.indexOf("{"))).problems).toEqual([]);
});

test("Spectral has nothing to say that spectral.yaml does not explain", async () => {
  const command = [...tool("spectral"), "lint", document, "--ruleset=spectral.yaml", "--format=json", "--quiet"];
  expect(JSON.parse(await outputOf(command))).toEqual([]);
});

test("a TypeScript client types every answer, and walks from a new expert to a cited answer", async () => {
  await outputOf([...tool("openapi-typescript"), document, "-o", join(folder, "schema.d.ts")]);
  const walk = join(folder, "described-walk.ts");
  await Bun.write(walk, Bun.file(join(import.meta.dir, "generated/described-walk.ts")));
  const config = {
    extends: "../../tsconfig.json",
    include: ["*.ts"],
    exclude: [],
    compilerOptions: { skipLibCheck: true },
  };
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify(config));
  await outputOf([
    process.execPath,
    join(import.meta.dir, "../../node_modules/.bin/tsc"),
    "--noEmit",
    "--project",
    folder,
  ]);
  expect(await outputOf([process.execPath, walk])).toBe(walked);
}, 120_000);

const generator = join(import.meta.dir, "node_modules/.python/bin/openapi-python-client");
const hasPython = await Bun.file(generator).exists();
if (!hasPython) process.stdout.write("\nNOT RUN: the Python client, since there is no Python with venv and pip\n");

if (hasPython) {
  test("a Python client walks from a new expert to a cited answer", async () => {
    const config = join(folder, "python.yaml");
    await Bun.write(config, "post_hooks: []\n");
    const target = join(folder, "docent_client");
    const given = ["--path", document, "--output-path", target, "--meta", "none", "--config", config];
    const report = await outputOf([generator, "generate", ...given, "--fail-on-warning"]);
    expect(report).not.toContain("Warning");
    const python = join(import.meta.dir, "node_modules/.python/bin/python");
    const walk = join(import.meta.dir, "generated/described_walk.py");
    expect(await outputOf([python, walk], { PYTHONPATH: folder })).toBe(walked);
  }, 120_000);
}
