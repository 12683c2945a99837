/** What the pages for users tell to type: blocks of commands, and code within a sentence. */
import { readTree, repository } from "../source-tree.ts";

/** Lines of the README, the tutorial and the handbook. */
export async function typedLines(): Promise<readonly string[]> {
  const handbook = (await readTree("docs/handbook")).map(({ text }) => text);
  const others = ["README.md", "docs/tutorial.md"].map((path) => Bun.file(repository + path).text());
  return [...(await Promise.all(others)), ...handbook].flatMap((text) => [
    ...[...text.matchAll(/^```(?:sh|ini|dockerfile)\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
      block.replaceAll("\\\n", " ").split("\n"),
    ),
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code),
  ]);
}

interface TypedCommand {
  readonly name: string;
  /** With their dashes. */
  readonly flags: readonly string[];
}

/** The commands of Docent in a line, but for those of Docker. */
export function docentCommands(line: string): readonly TypedCommand[] {
  if (/\bdocker\b/.test(line)) return [];
  const found = line.matchAll(/(?:^|[\s/"(])docent ([a-z]+)(?=[\s"`|;&)]|$)([^|;&"]*)/g);
  return [...found].map(([, name = "", rest = ""]) => {
    const before = rest.split(" -- ")[0] ?? "";
    return { name, flags: before.match(/(?<=\s)--[a-z][a-z-]*/g) ?? [] };
  });
}
