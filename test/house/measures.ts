/**
 * Prints how large the house is: `bun test/house/measures.ts`. `measures.test.ts` keeps each number from growing.
 * Files are those of `src` in TypeScript; declarations (`.d.ts`) are made by tools, or by us in four lines, and do not count.
 */
import { importedPath, isRelative, readTree, repository, type SourceFile } from "../support/source-tree.ts";

export interface Measures {
  /** Lines written by hand. */
  readonly lines: number;
  /** Lines that hold nothing but a comment. */
  readonly commentLines: number;
  /** Folders at the top of `src`. */
  readonly rooms: number;
  /** Folders with program files in or below them, rooms included. */
  readonly folders: number;
  readonly smallFiles: number;
  /** Files that the service of answers imports, directly or not, types apart. */
  readonly questionFiles: number;
  /** Files that a start loads before it knows its command. */
  readonly startFiles: number;
  /** Names of interfaces and types that stand in more than one file. */
  readonly typeNamesTwice: number;
  /** The same, of exported ones only. */
  readonly exportedTypeNamesTwice: number;
  /** Functions of more than 40 lines, all lines counted: blank ones, comments and functions inside. */
  readonly longFunctions: number;
  /** Lines of the longest function. */
  readonly longestFunction: number;
  /** Words of the pages in `docs`. */
  readonly words: number;
}

/** At most so many lines make a file small. */
const smallFile = 25;

export async function takeMeasures(): Promise<Measures> {
  const program = (await readTree("src")).filter(({ path }) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"));
  const pages = (await readTree("docs")).filter(({ path }) => path.endsWith(".md"));
  const folders = foldersOf(program);
  const functions = longFunctionsOf("src");
  return {
    lines: sum(program, linesOf),
    commentLines: sum(program, commentLinesOf),
    rooms: folders.filter((folder) => !folder.includes("/")).length,
    folders: folders.length,
    smallFiles: program.filter((file) => linesOf(file) <= smallFile).length,
    questionFiles: loadedFrom("answering/answer-service.ts", program).size,
    startFiles: loadedFrom("main.ts", program).size,
    typeNamesTwice: namesTwice(program, /^(?:export )?(?:interface|type) (\w+)/gm),
    exportedTypeNamesTwice: namesTwice(program, /^export (?:interface|type) (\w+)/gm),
    longFunctions: functions.length,
    longestFunction: Math.max(40, ...functions.map(({ lines }) => lines)),
    words: sum(pages, ({ text }) => text.split(/\s+/).filter((word) => word !== "").length),
  };
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

function linesOf({ text }: SourceFile): number {
  return text.split("\n").length - 1;
}

export function commentLinesOf({ text }: Pick<SourceFile, "text">): number {
  const blocks = [...text.matchAll(/^[ \t{]*\/\*[\s\S]*?\*\/\}?[ \t]*$/gm)];
  const inBlocks = sum(blocks, ([block]) => block.split("\n").length);
  return inBlocks + [...text.matchAll(/^[ \t]*\/\/.*$/gm)].length;
}

function foldersOf(files: readonly SourceFile[]): readonly string[] {
  const above = (path: string): string[] => {
    const folder = path.split("/").slice(0, -1).join("/");
    return folder === "" ? [] : [folder, ...above(folder)];
  };
  return [...new Set(files.flatMap(({ path }) => above(path)))];
}

/** A file and all that its import statements load; `import()` and imports of types load nothing. */
export function loadedFrom(start: string, files: readonly SourceFile[]): ReadonlySet<string> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const loaded = new Set([start]);
  for (const path of loaded) {
    for (const target of importedBy(path, texts.get(path) ?? "").filter((each) => texts.has(each))) loaded.add(target);
  }
  return loaded;
}

function importedBy(path: string, text: string): readonly string[] {
  const scanner = new Bun.Transpiler({ loader: path.endsWith("x") ? "tsx" : "ts" });
  return scanner
    .scanImports(text)
    .filter(({ path: specifier, kind }) => kind === "import-statement" && isRelative(specifier))
    .flatMap(({ path: specifier }) => importedPath(path, specifier) ?? []);
}

function namesTwice(files: readonly SourceFile[], definition: RegExp): number {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const [, name = ""] of text.matchAll(definition)) {
      places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }
  return [...places.values()].filter((paths) => paths.size > 1).length;
}

export interface LongFunction {
  /** `file:line`. */
  readonly place: string;
  readonly lines: number;
}

interface LinterMessage {
  readonly message: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** Functions of more than the 40 lines that `.ci/function-length.json` allows. */
export function longFunctionsOf(folder: string): readonly LongFunction[] {
  const linter = Bun.spawnSync(
    [
      process.execPath,
      "x",
      "--bun",
      "--no-install",
      "oxlint",
      "--config=.ci/function-length.json",
      "--format=json",
      folder,
    ],
    { cwd: repository },
  );
  const { diagnostics } = JSON.parse(linter.stdout.toString()) as { diagnostics: readonly LinterMessage[] };
  return diagnostics.map(({ message, filename, labels }) => {
    const lines = /too many lines \((\d+)\)/.exec(message)?.[1];
    if (lines === undefined) throw new Error(`The linter said something else: ${message}`);
    return { place: `${filename}:${labels[0]?.span.line}`, lines: Number(lines) };
  });
}

/** What each measure is called, and what it should come down to; null where nothing was promised. */
const shown: Readonly<Record<keyof Measures, readonly [name: string, goal: number | null]>> = {
  lines: ["lines of src written by hand", 75_000],
  commentLines: ["lines of comments", 5_450],
  rooms: ["rooms at the top of src", 30],
  folders: ["folders of src", 100],
  smallFiles: [`files of ${smallFile} lines or fewer`, 40],
  questionFiles: ["files that a question's walk imports", 100],
  startFiles: ["files that a start imports", null],
  typeNamesTwice: ["type names defined more than once", 15],
  exportedTypeNamesTwice: ["exported type names defined more than once", null],
  longFunctions: ["functions of more than 40 lines", 0],
  longestFunction: ["lines of the longest function", 40],
  words: ["words of documentation", 45_000],
};

if (import.meta.main) {
  const measures = await takeMeasures();
  console.log("| measure | now | goal |\n|---|---|---|");
  for (const [key, [name, goal]] of Object.entries(shown)) {
    const now = measures[key as keyof Measures].toLocaleString("en");
    console.log(`| ${name} | ${now} | ${goal?.toLocaleString("en") ?? "–"} |`);
  }
}
