/** The files of the program as the house tests see them. */
import { Glob } from "bun";

export interface SourceFile {
  /** From the top of `src`: `kernel/fault.ts`, `main.ts`. */
  readonly path: string;
  readonly text: string;
}

export const repository = new URL("../../", import.meta.url).pathname;

export async function readTree(folder: string): Promise<readonly SourceFile[]> {
  const paths = await Array.fromAsync(new Glob("**/*").scan({ cwd: `${repository}${folder}`, onlyFiles: true }));
  const own = paths.filter((path) => !path.includes("node_modules/"));
  return Promise.all(
    own.sort().map(async (path) => ({ path, text: await Bun.file(`${repository}${folder}/${path}`).text() })),
  );
}

/**
 * What a file imports, as written: static imports and re-exports (of types too), `import()`, `require()`,
 * `getBuiltinModule()`, and files named by `new URL("…", import.meta.url)`. Formatted code begins and ends such
 * statements at the start of a line.
 */
export function importsOf(text: string): readonly string[] {
  const statements = text.matchAll(/^(?:import |(?:import|export)\b[^"\n]* from |\} from )"([^"]+)"/gm);
  const calls = text.matchAll(
    /\b(?:import|require|getBuiltinModule)\(\s*"([^"]+)"|new URL\(\s*"([^"]+)", import\.meta\.url/g,
  );
  return [...statements, ...calls].map((match) => match[1] ?? match[2]!);
}

/** Whether an import stays within the project. */
export const isRelative = (specifier: string) => specifier.startsWith(".");

/** The path from the top of `src` that a relative import of a file means; null when it leaves `src`. */
export function importedPath(from: string, specifier: string): string | null {
  const top = "file:///src/";
  const { href } = new URL(specifier, top + from);
  return href.startsWith(top) ? href.slice(top.length) : null;
}

/** The text without its comments, so that rules about code do not fall over prose. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}
