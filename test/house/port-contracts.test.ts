/** Every port has a suite in test/contract that defines its promises and runs against the adapter. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Ports that are declared elsewhere than in a `ports.ts` or a `…-ports.ts`. */
const declaredElsewhere = ["src/memory/sense.ts"];
/** Interfaces that a port returns; the suite of the port covers them. */
const partsOf: Readonly<Record<string, string>> = {
  ReceivedFile: "OriginalFiles",
  SourceText: "SourceStore",
  PageDocument: "PageFetcher",
  PictureReading: "PageRecogniser",
};

const interfaces = /^export interface (?<name>\w+)[^{]*\{\n(?<body>.*?)^\}/gms;
/** A member with parameters, on one line or several. */
const method = /^ {2}(?:readonly )?\w+(?:<[^>]*>)?\(/m;

function portsIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(interfaces)].flatMap(({ groups }) => (method.test(groups!.body!) ? [groups!.name!] : []));
}

const files = [...new Bun.Glob("src/**/{ports,*-ports}.ts").scanSync(root), ...declaredElsewhere];
const ports = files.flatMap(portsIn).filter((name) => !(name in partsOf));

const suites = readdirSync(join(root, "test/contract"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => readFileSync(join(root, "test/contract", name), "utf8"));
const adapter = /from "\.\.\/\.\.\/src\/(?:store\/sqlite|store\/shared-files|engine\/orama|providers|worker|models)\//;
const suiteOf = (port: string) =>
  suites.find((text) => new RegExp(`describe(?:\\.each\\(\\w+\\))?\\("${port}:`).test(text));

test("the ports are found", () => {
  expect(ports).toEqual(
    expect.arrayContaining(["KeyStore", "MemoryIndex", "PassageRows", "SenseEncoder", "Extractor", "BackupMaker"]),
  );
  expect(Object.values(partsOf).filter((port) => !ports.includes(port))).toEqual([]);
});

test("every port has a contract suite", () => {
  expect(ports.filter((port) => suiteOf(port) === undefined)).toEqual([]);
});

/** The suite of `ExpertRemains`, which compose implements, runs against the whole service. */
test("every suite runs against an adapter", () => {
  expect(ports.filter((port) => !adapter.test(suiteOf(port) ?? "") && port !== "ExpertRemains")).toEqual([]);
});

test("a fake that implements a port is checked by that port's suite", () => {
  const fakes: [port: string, file: string][] = [];
  for (const name of new Bun.Glob("**/*.ts").scanSync(join(root, "test/support"))) {
    const text = readFileSync(join(root, "test/support", name), "utf8");
    for (const port of ports) {
      const made = new RegExp(`^export (?:function \\w+\\(.*\\)|class \\w+)(?:: | implements )${port} \\{`, "m");
      if (made.test(text)) fakes.push([port, name]);
    }
  }
  expect(fakes.length).toBeGreaterThan(3);
  expect(fakes.filter(([port, file]) => suiteOf(port)?.includes(`../support/${file}`) !== true)).toEqual([]);
});
