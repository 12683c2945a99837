/**
 * Who may import whom. An arrow is added by a reviewed change to this table: imports point down, adapters do not know
 * each other, and the domain knows no framework.
 */
import { describe, expect, test } from "bun:test";
import {
  importedPath,
  importsOf,
  isRelative,
  layerOf,
  readTree,
  type SourceFile,
  withoutComments,
} from "../support/source-tree.ts";

interface Layer {
  /** Layers of this project that it may import, besides itself and the foundation. */
  readonly uses: readonly string[];
  /** Packages and built-in modules that it may import, by their start. */
  readonly packages: readonly string[];
}

const domain = ["keys", "experts", "usage", "limits", "memory", "sources", "answering", "backups", "doctor"];
const adapters = ["http", "storage", "orama", "search", "sense", "providers", "extraction", "worker", "metrics"];

/** Below the domain: languages, text, and words read from it. Everything may import these. */
const foundation = ["kernel", "languages", "text", "analysis"];

const layers: Readonly<Record<string, Layer>> = {
  kernel: { uses: [], packages: ["node:fs", "node:path"] },
  languages: { uses: [], packages: [] },
  text: { uses: [], packages: [] },
  analysis: { uses: [], packages: ["@orama/stemmers", "@orama/stopwords"] },
  config: { uses: [], packages: ["node:net", "node:path"] },

  keys: { uses: [], packages: ["node:crypto"] },
  experts: { uses: [], packages: [] },
  usage: { uses: [], packages: [] },
  limits: { uses: ["usage"], packages: [] },
  memory: { uses: ["experts"], packages: [] },
  sources: { uses: ["memory", "experts", "usage", "limits"], packages: [] },
  answering: { uses: ["memory", "experts", "usage", "limits"], packages: [] },
  backups: { uses: [], packages: [] },
  doctor: { uses: [], packages: [] },

  extraction: { uses: ["sources"], packages: ["htmlparser2", "entities", "unpdf", "node:zlib"] },
  search: { uses: ["memory", "doctor"], packages: ["node:fs"] },
  orama: { uses: ["search", "memory"], packages: ["@orama/orama", "node:fs", "node:path"] },
  sense: { uses: ["memory"], packages: ["node:fs"] },
  providers: { uses: ["memory", "sources", "answering"], packages: ["node:dns", "node:net"] },
  storage: { uses: domain, packages: ["bun:sqlite", "drizzle-orm", "node:fs", "node:path"] },
  http: {
    uses: ["answering", "experts", "keys", "limits", "memory", "sources", "usage"],
    packages: ["elysia", "@elysiajs/", "@sinclair/typebox", "openapi-types", "swagger-ui-dist", "node:net"],
  },
  worker: {
    uses: ["extraction", "sense", "memory", "sources", "storage", "backups"],
    packages: ["node:fs", "node:os", "node:path"],
  },

  // Clients of the service, which share none of its logic: the torture checks against what it knows by itself.
  client: { uses: [], packages: [] },
  torture: { uses: ["client"], packages: ["node:fs", "node:path"] },

  metrics: { uses: ["answering", "memory", "sources", "usage"], packages: ["node:fs"] },
  handbook: { uses: [], packages: [] },
  "build-info": { uses: [], packages: [] },
  "worker-entries": { uses: ["worker"], packages: [] },
  compose: {
    uses: [
      "config",
      "build-info",
      "worker-entries",
      "answering",
      "backups",
      "experts",
      "keys",
      "limits",
      "memory",
      "sources",
      "usage",
      "extraction",
      "http",
      "metrics",
      "orama",
      "providers",
      "sense",
      "storage",
      "worker",
    ],
    packages: ["node:"],
  },
  cli: {
    uses: [
      "config",
      "compose",
      "client",
      "torture",
      "handbook",
      "build-info",
      "answering",
      "doctor",
      "experts",
      "keys",
      "limits",
      "memory",
      "http",
      "search",
      "sense",
      "storage",
    ],
    // The database and the engine are named here for `docent version`, which says what the executable is made of.
    packages: ["node:", "bun:sqlite", "@orama/orama/package.json"],
  },
  production: { uses: [], packages: [] },
  main: { uses: ["cli", "production"], packages: [] },
};

/** Every import that the table does not allow, as `file: what is wrong`. */
function brokenImports(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.endsWith(".ts"))
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
  if (target === null) return from === "handbook" ? null : `${specifier} is outside of src`;
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
      "orama → search",
      "worker → extraction",
      "worker → sense",
      "worker → storage",
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
    for (const form of forms) expect(broken("keys/key.ts", form)).toEqual(["keys/key.ts: keys may not import http"]);
  });

  test("refuses packages, unknown layers and what lies outside of src", () => {
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
    .filter(({ path }) => path.endsWith(".ts"))
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

test("the domain opens no connection", async () => {
  const inner = new Set([...domain, ...foundation]);
  const callers = (await readTree("src")).filter(
    ({ path, text }) =>
      inner.has(layerOf(path)) && /(?<![.\w])(?:fetch|WebSocket|Bun\.(?:connect|serve))\(/.test(withoutComments(text)),
  );
  expect(callers.map(({ path }) => path)).toEqual([]);
});

/** Ways to open a connection or to ask for an address. `node:net` is more than that: names of `isIP` alone are fine. */
const goesOut =
  /(?<![.\w])(?:fetch|WebSocket|XMLHttpRequest|EventSource|connect|createConnection)\(|\bBun\.(?:connect|udpSocket|dns)\b|"node:(?:https?|http2|tls|dgram|dns)(?:\/\w+)?"/;

/** Asks whether another process listens on a socket, which is a file of this machine. */
const stays = ["cli/serving/unix-socket.ts"];

test("only the providers and the clients of the service go out", async () => {
  const found = (await readTree("src"))
    .filter(({ path, text }) => path.endsWith(".ts") && !stays.includes(path) && goesOut.test(withoutComments(text)))
    .map(({ path }) => layerOf(path));
  expect([...new Set(found)].sort()).toEqual(["client", "providers", "torture"]);
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
