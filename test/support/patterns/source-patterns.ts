/** The regular expressions that the program is written with. */
import { parse } from "acorn";
import { readTree, repository } from "../source-tree.ts";

export interface SourcePattern {
  /** From the top of `src`. */
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

export interface WrittenPatterns {
  readonly literals: readonly SourcePattern[];
  /** The files that build others with `RegExp`. */
  readonly builders: readonly string[];
}

export async function writtenPatterns(): Promise<WrittenPatterns> {
  const files = (await readTree("src")).filter(
    ({ path }) => /\.tsx?$/.test(path) && !/\.(?:d|assembly)\.ts$/.test(path),
  );
  const literals: SourcePattern[] = [];
  const builders = new Set<string>();
  for (const { path, text } of files) {
    const loader = path.endsWith("x") ? "tsx" : "ts";
    const code = new Bun.Transpiler({ loader, deadCodeElimination: false }).transformSync(text);
    for (const node of nodesOf(parse(code, { ecmaVersion: "latest", sourceType: "module" }))) {
      if (isPattern(node)) literals.push({ path, source: node.regex.pattern, flags: node.regex.flags });
      if (isBuilding(node)) builders.add(path);
    }
  }
  return { literals, builders: [...builders] };
}

/** What the program builds while it answers in every language. */
export async function builtPatterns(): Promise<readonly SourcePattern[]> {
  const script = `${repository}test/support/patterns/built-patterns.ts`;
  const run = Bun.spawn([process.execPath, script], { stdin: "ignore", stderr: "pipe" });
  const [written, said] = await Promise.all([run.stdout.text(), run.stderr.text()]);
  if ((await run.exited) !== 0) throw new Error(`The patterns that the program builds were not found out: ${said}`);
  return JSON.parse(written);
}

type Node = Readonly<Record<string, unknown>>;

function* nodesOf(value: unknown): Iterable<Node> {
  if (typeof value !== "object" || value === null || value instanceof RegExp) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

const isPattern = (node: Node): node is { regex: { pattern: string; flags: string } } =>
  node.type === "Literal" && "regex" in node;

const isBuilding = ({ type, callee }: Node) =>
  (type === "NewExpression" || type === "CallExpression") && (callee as Node).name === "RegExp";
