import { frontMatterOf } from "../../language/text/front-matter.ts";
import { linesOf } from "../normal-text.ts";

export function readMarkdownSource(text: string) {
  const front = frontMatterOf(text);
  const body = text.slice(front?.end ?? 0);
  // A file of fields alone, such as a recipe, has its text in them.
  const lines = linesOf(front !== null && body.trim() === "" ? front.source : body);
  const imported = lines.findIndex((line) => !isOfModule(line));
  return {
    title: front?.title ?? null,
    lines: [...withoutContents(lines.slice(Math.max(0, imported)), (line) => contentsLine.test(line))],
  };
}

/** MDX begins with what its components need. */
const isOfModule = (line: string) => line.trim() === "" || (/^import\s/.test(line) && /["'];?$/.test(line.trimEnd()));

/** So many links in a row to headings are a table of contents; fewer may be text. */
const contentsRun = 3;
const contentsLine = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^\]]{1,300}\]\(#[^)\s]{0,300}\)\s*$/;

export function* withoutContents<T>(items: Iterable<T>, isLink: (item: T) => boolean): Generator<T> {
  let run: T[] = [];
  for (const item of items) {
    if (isLink(item)) run.push(item);
    else {
      if (run.length < contentsRun) yield* run;
      run = [];
      yield item;
    }
  }
  if (run.length < contentsRun) yield* run;
}

/** Tags of Liquid, Jinja, Hugo and ERB, and attributes of kramdown and Pandoc (`{: .note}`), but not in code. */
const templateTags =
  /(`+[^`\n]{0,1000}`+)|\{%[^\n]{0,1000}?%\}|<%[^\n]{0,1000}?%>|(?<!\$)\{\{[^{}\n]{0,1000}\}\}|\{:[^{}\n]{0,300}\}|[^\S\n]?\{[#.][\w-][^{}\n]{0,300}\}[^\S\n]*$/g;

export function withoutTemplateTags(line: string): string {
  return line.includes("{") || line.includes("<%")
    ? line.replace(templateTags, (_, code?: string) => code ?? "")
    : line;
}
