/** Rules of the house that the linter does not know: names, state, the environment, dependencies. */
import { expect, test } from "bun:test";
import { isBuiltin } from "node:module";
import { layerOf } from "../support/layer-table.ts";
import {
  importsOf,
  isRelative,
  readTree,
  repository,
  type SourceFile,
  withoutComments,
} from "../support/source-tree.ts";

const program = await readTree("src");
const tests = await readTree("test");
const code = (files: readonly SourceFile[]) => files.filter(({ path }) => /\.tsx?$/.test(path));
const baseName = (path: string) => path.split("/").at(-1)!;
const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path);
const matching = (files: readonly SourceFile[], pattern: RegExp) =>
  code(files).filter(({ text }) => pattern.test(withoutComments(text)));

test("file names are kebab-case", () => {
  const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|d|assembly))?\.[a-z]+(?:\.gz)?$/;
  expect(paths([...program, ...code(tests)]).filter((path) => !kebab.test(baseName(path)))).toEqual([]);
});

test("a file is named for the one thing in it", () => {
  const vague = /^(?:index|utils?|helpers?|managers?|common|misc|shared|types|constants)\./;
  expect(paths([...program, ...tests]).filter((path) => vague.test(baseName(path)))).toEqual([]);
});

/** Of counterparts over the two databases, the path within the room of one of them. */
const withoutDatabase = (path: string) => path.replace(/^store\/(?:sqlite|postgres)\//, "");

test("file names are unique, but for the ports of each folder and the counterparts over the two databases", () => {
  const all = paths(program).filter((path) => baseName(path) !== "ports.ts");
  const counterparts = new Set(
    [...Map.groupBy(all, withoutDatabase)].filter(([, both]) => both.length === 2).flatMap(([, both]) => both),
  );
  const names = all.filter((path) => !(counterparts.has(path) && path.startsWith("store/postgres/"))).map(baseName);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(counterparts.size).toBeGreaterThan(0);
});

/** Rooms with one file per described thing: they grow with the number of things. */
const catalogues = new Set(["language/data"]);

test("no room of the program or of test support has more than twenty files", () => {
  const support = code(tests).filter(({ path }) => path.startsWith("support/"));
  const rooms = Map.groupBy(paths([...code(program), ...support]), (path) => path.split("/").slice(0, -1).join("/"));
  const full = [...rooms].filter(([room, files]) => files.length > 20 && !catalogues.has(room));
  expect(full.map(([room, files]) => `${room}: ${files.length}`)).toEqual([]);
});

test("the tests mirror the program", () => {
  const own = ["clients", "cluster", "contract", "e2e", "fixtures", "fuzz", "golden", "house", "support", "torture"];
  const roomOf = (path: string) => path.split("/")[0]!.replace(/(?:\.test)?\.ts$/, "");
  const folders = new Set([...paths(program).map(roomOf), ...own]);
  expect(paths(tests).filter((path) => !folders.has(roomOf(path)))).toEqual([]);
});

test("no module has state, except kernels, whose state belongs to their instance", () => {
  const state =
    /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|\[\]|\{\});$/m;
  const stateful = paths(matching(program, state)).filter((path) => !path.endsWith(".assembly.ts"));
  expect(stateful).toEqual([]);
  expect(
    ["let a = 1;", "export let a: A;", "const a = new Map();", "const a: B[] = [];"].filter(
      (line) => !state.test(line),
    ),
  ).toEqual([]);
});

test("properties stand on lines of their own, not packed into a spread", () => {
  const packed = /^\s*\.\.\.\{(?: .* \},)?$/m;
  expect(paths(matching([...program, ...tests], packed))).toEqual([]);
  expect(["  ...{ a, b: 1 },\n", "  ...{\n    a,\n  },\n"].filter((text) => !packed.test(text))).toEqual([]);
});

test("only the settings table and the commands read the environment", () => {
  const readers = matching(program, /\b(?:process|Bun|meta)\.env\b(?!\.NODE_ENV\b)/);
  expect(paths(readers).filter((path) => !["config", "cli"].includes(layerOf(path)))).toEqual([]);
});

test("nothing is left for later", () => {
  expect(paths(matching([...program, ...tests], /\b(?:test|describe|it)\.(?:skip|todo|only)\b/))).toEqual([]);
  expect(paths(code([...program, ...tests]).filter(({ text }) => /\b(?:TO[D]O|FIX[M]E|X{3})\b/.test(text)))).toEqual(
    [],
  );
});

test("dependencies are exact, used, and complete", async () => {
  const manifest = await Bun.file(`${repository}package.json`).json();
  const versions: string[] = [
    ...Object.values(manifest.dependencies),
    ...Object.values(manifest.devDependencies),
  ] as string[];
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const styles = program
    .filter(({ path }) => path.endsWith(".css"))
    .flatMap(({ text }) => [...text.matchAll(/^@import "([^"]+)";$/gm)].map((match) => match[1]!));
  const imported = new Set(
    [...code(program).flatMap(({ text }) => importsOf(text)), ...styles]
      .filter((specifier) => !isRelative(specifier) && !isBuiltin(specifier) && !specifier.startsWith("bun"))
      .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")),
  );
  expect([...imported].sort()).toEqual(Object.keys(manifest.dependencies).sort());
});

test("one version of Bun everywhere", async () => {
  const manifest = await Bun.file(`${repository}package.json`).json();
  const makefile = await Bun.file(`${repository}Makefile`).text();
  const versions = {
    makefile: /^BUN_VERSION := (.*)$/m.exec(makefile)?.[1],
    engine: manifest.engines.bun,
    types: manifest.devDependencies["bun-types"],
    running: Bun.version,
  };
  expect(versions).toEqual({ makefile: Bun.version, engine: Bun.version, types: Bun.version, running: Bun.version });
});
