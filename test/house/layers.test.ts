/** Every import of the program is an arrow of the table in `layer-table.ts`, and every arrow is used. */
import { describe, expect, test } from "bun:test";
import { adapters, domain, foundation, layerOf, layers } from "../support/layer-table.ts";
import {
  importedPath,
  importsOf,
  isRelative,
  readTree,
  type SourceFile,
  withoutComments,
} from "../support/source-tree.ts";

/** Every import that the table does not allow, as `file: problem`. */
function brokenImports(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      importsOf(text).flatMap((specifier) => {
        const problem = importProblem(path, specifier);
        return problem === null ? [] : [`${path}: ${problem}`];
      }),
    );
}

function importProblem(path: string, specifier: string): string | null {
  const from = layerOf(path);
  const layer = layers[from];
  if (layer === undefined) return "stands in no layer of the table";
  if (!isRelative(specifier)) {
    return layer.packages.some((start) => specifier.startsWith(start)) ? null : `${from} may not import ${specifier}`;
  }
  const target = importedPath(path, specifier);
  if (target === null) return path === "http/description/handbook-pages.ts" ? null : `${specifier} is outside of src`;
  const to = layerOf(target);
  return to === from || foundation.includes(to) || layer.uses.includes(to) ? null : `${from} may not import ${to}`;
}

describe("the table", () => {
  test("has no circle", () => {
    const below = (name: string, above: readonly string[]): string[] =>
      above.includes(name)
        ? [[...above, name].join(" → ")]
        : layers[name]!.uses.flatMap((next) => below(next, [...above, name]));
    expect(Object.keys(layers).flatMap((name) => below(name, []))).toEqual([]);
  });

  test("keeps adapters and the domain apart", () => {
    const uses = (names: readonly string[], targets: readonly string[]) =>
      names.flatMap((name) =>
        layers[name]!.uses.filter((use) => targets.includes(use)).map((use) => `${name} → ${use}`),
      );
    expect(uses(domain, adapters)).toEqual([]);
    expect(uses(adapters, adapters)).toEqual([
      "http → api",
      "store/sqlite → store",
      "store/shared-files → store/sqlite",
      "store/postgres → store",
      "worker → extraction",
      "worker → models",
      "worker → engine",
      "worker → store/sqlite",
      "worker → store/shared-files",
      "worker → store",
      "worker → folders",
      "console → api",
      "console → http",
      "console → mcp",
      "mcp → api",
    ]);
  });
});

describe("the checker", () => {
  const broken = (path: string, text: string) => brokenImports([{ path, text }]);

  test("sees every form of import", () => {
    const forms = [
      'import { a } from "../http/a.ts";',
      'import type { a } from "../http/a.ts";',
      'import "../http/a.ts";',
      'export * from "../http/a.ts";',
      'import {\n  a,\n} from "../http/a.ts";',
      '  await import("../http/a.ts");',
      '  new Worker(new URL("../http/a.ts", import.meta.url));',
    ];
    expect(broken("keys/key.ts", 'process.getBuiltinModule("node:net")')).toEqual([
      "keys/key.ts: keys may not import node:net",
    ]);
    for (const form of forms) expect(broken("keys/key.ts", form)).toEqual(["keys/key.ts: keys may not import http"]);
  });

  test("refuses packages, unknown layers and files outside src", () => {
    expect(broken("keys/key.ts", 'import { Elysia } from "elysia";')).toEqual([
      "keys/key.ts: keys may not import elysia",
    ]);
    expect(broken("misc/a.ts", 'import "./b.ts";')).toEqual(["misc/a.ts: stands in no layer of the table"]);
    expect(broken("keys/key.ts", 'import "../../test/a.ts";')).toEqual([
      "keys/key.ts: ../../test/a.ts is outside of src",
    ]);
  });

  test("allows what the table allows", () => {
    expect(broken("memory/a.ts", 'import "./b.ts";\nimport "../experts/c.ts";\nimport "../kernel/d.ts";')).toEqual([]);
    expect(broken("main.ts", 'import { run } from "./cli/run.ts";')).toEqual([]);
  });
});

test("every import of the program is allowed", async () => {
  expect(brokenImports(await readTree("src"))).toEqual([]);
});

test("every layer of the table exists", async () => {
  const found = new Set((await readTree("src")).map(({ path }) => layerOf(path)));
  expect(Object.keys(layers).filter((name) => !found.has(name))).toEqual([]);
});

/** The arrows of the table that no import of these files uses. */
function unusedArrows(files: readonly SourceFile[]): readonly string[] {
  const imports = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) => importsOf(text).map((specifier) => ({ path, specifier })));
  return Object.entries(layers).flatMap(([name, { uses, packages }]) => {
    const own = imports.filter(({ path }) => layerOf(path) === name);
    const reached = new Set(
      own
        .filter(({ specifier }) => isRelative(specifier))
        .map(({ path, specifier }) => layerOf(importedPath(path, specifier) ?? "")),
    );
    const outside = own.map(({ specifier }) => specifier).filter((specifier) => !isRelative(specifier));
    return [
      ...uses.filter((use) => !reached.has(use)).map((use) => `${name} → ${use}`),
      ...packages
        .filter((start) => !outside.some((specifier) => specifier.startsWith(start)))
        .map((start) => `${name} → ${start}`),
    ];
  });
}

test("every arrow of the table is used", async () => {
  const program = await readTree("src");
  expect(unusedArrows(program)).toEqual([]);
  const without = program.filter(({ path }) => path !== "main.ts");
  expect(unusedArrows(without)).toEqual(["main → cli", "main → production"]);
});

/** The table of clients' settings, the shapes of the API, the one reader of its events, and its typed requests. */
const sharedWithPage = [
  "mcp/agent-clients.ts",
  "api/shapes.ts",
  "api/openapi.d.ts",
  "api/answer-events.ts",
  "client/connection.ts",
  "client/typed-calls.ts",
];

test("the console's page imports nothing of the service", async () => {
  const page = (await readTree("src")).filter(({ path }) => /^console\/(?!bundle\/)/.test(path));
  const outside = page.flatMap(({ path, text }) =>
    importsOf(text).filter((specifier) => {
      const target = isRelative(specifier) ? (importedPath(path, specifier) ?? specifier) : "console/";
      return !target.startsWith("console/") && !sharedWithPage.includes(target);
    }),
  );
  expect(outside).toEqual([]);
});

test("the domain opens no connection", async () => {
  const inner = new Set([...domain, ...foundation]);
  const callers = (await readTree("src")).filter(
    ({ path, text }) =>
      inner.has(layerOf(path)) && /(?<![.\w])(?:fetch|WebSocket|Bun\.(?:connect|serve))\(/.test(withoutComments(text)),
  );
  expect(callers.map(({ path }) => path)).toEqual([]);
});

/** Ways to open a connection or to resolve an address. Importing only `isIP` from `node:net` is allowed. */
const goesOut =
  /(?<![.\w])(?:fetch|WebSocket|XMLHttpRequest|EventSource|connect|createConnection)\(|\bBun\.(?:connect|udpSocket|dns)\b|"node:(?:https?|http2|tls|dgram|dns)(?:\/\w+)?"/;

/** Checks whether another process listens on a socket file. */
const stays = ["cli/serving/unix-socket.ts"];

test("only the providers and the clients of the service open connections", async () => {
  const found = (await readTree("src"))
    .filter(({ path, text }) => /\.tsx?$/.test(path) && !stays.includes(path) && goesOut.test(withoutComments(text)))
    .map(({ path }) => layerOf(path));
  expect([...new Set(found)].sort()).toEqual(["client", "console", "providers", "torture"]);
});

test.each([
  ["fetch(url)", true],
  ['from "node:https"', true],
  ['from "node:dns/promises"', true],
  ["Bun.connect({", true],
  ["new WebSocket(address)", true],
  ["const socket = connect(80)", true],
  ["store.fetch(row)", false],
  ["prefetch(row)", false],
  ['import { isIP } from "node:net"', false],
])("%s goes out: %p", (code, does) => expect(goesOut.test(code)).toBe(does));

test("a start loads nothing of PostgreSQL, whose client and tables take 15 ms", async () => {
  const texts = new Map((await readTree("src")).map(({ path, text }) => [path, text]));
  const scanner = new Bun.Transpiler({ loader: "ts" });
  const loaded = new Set(["main.ts"]);
  for (const from of loaded) {
    // Without types, and without what is imported when it is needed.
    const imports = scanner.scanImports(texts.get(from) ?? "").filter(({ kind }) => kind === "import-statement");
    for (const { path } of imports) {
      const target = isRelative(path) ? importedPath(from, path) : null;
      if (target?.endsWith(".ts") === true) loaded.add(target);
    }
  }
  expect(loaded).toContain("store/sqlite/database.ts");
  expect([...loaded].filter((path) => path.startsWith("store/postgres/"))).toEqual([]);
});
