/** What the project takes from others: exact versions, no scripts at installation, licences that may be passed on. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { manifestOf, packagesInside, partsInside } from "../../.ci/release/parts.ts";
import { repository } from "../support/source-tree.ts";

const read = (path: string) => readFileSync(`${repository}${path}`, "utf8");
const manifests = [
  ".",
  ".ci/api-types",
  ".ci/runtimes",
  "bench",
  "test/clients",
  "test/clients/generated",
  "test/cluster",
].map((folder) => `${folder}/package.json`);
const installed = ["*", "@*/*"]
  .flatMap((pattern) => [
    ...new Bun.Glob(`node_modules/${pattern}/package.json`).scanSync({ cwd: repository, followSymlinks: true }),
  ])
  .map((path) => path.replace(/^node_modules\/|\/package\.json$/g, ""));

/** Licences under which the parts of an executable may be passed on. */
const allowed: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "Zlib",
  "Unicode-3.0",
  "OpenSSL",
  "blessing",
]);
/** Of the runtime, which is passed on as its makers publish it; .ci/release/README.md says what that asks of us. */
const allowedOfTheRuntime: ReadonlySet<string> = new Set(["webkit", "tinycc"]);

/** Packages with a script that wants to run at installation. It does not run: nothing is trusted. */
const judgedScripts: Readonly<Record<string, string>> = {
  "@scarf/scarf": "counts installations of swagger-ui-dist over the network",
};

test("every version is exact, and every lockfile is there", () => {
  for (const path of manifests) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, range]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(range)),
    );
    expect([path, loose]).toEqual([path, []]);
    expect(read(path.replace("package.json", "bun.lock")).length).toBeGreaterThan(0);
  }
});

test("no package runs a script when it is installed", () => {
  for (const path of manifests) expect(JSON.parse(read(path)).trustedDependencies).toBeUndefined();
  const scripts = installed.filter((name) => {
    const { preinstall, install, postinstall } = manifestOf(name).scripts ?? {};
    return (preinstall ?? install ?? postinstall) !== undefined;
  });
  expect(installed.length).toBeGreaterThan(60);
  expect(scripts.sort()).toEqual(Object.keys(judgedScripts).sort());
  expect(packagesInside().filter((name) => name in judgedScripts)).toEqual([]);
});

test("every part of an executable has a licence that is allowed", () => {
  const parts = partsInside();
  const refused = parts
    .filter(({ name }) => !allowedOfTheRuntime.has(name))
    .filter(({ licence }) => !licence.split(/ (?:AND|OR) /).every((each) => allowed.has(each)));
  expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  expect(parts.length).toBeGreaterThan(60);
});

test("the runtimes of a release are those of the build", () => {
  const { engines } = JSON.parse(read("package.json"));
  const { dependencies } = JSON.parse(read(".ci/runtimes/package.json"));
  expect([...new Set(Object.values(dependencies))]).toEqual([engines.bun]);
  expect(read("Makefile")).toContain(`BUN_VERSION := ${engines.bun}\n`);
});

test("the page on releases says why of each direct dependency", () => {
  const page = read(".ci/release/README.md");
  const { dependencies } = JSON.parse(read("package.json"));
  expect(Object.keys(dependencies).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
