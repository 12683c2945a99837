/** What stands in a Markdown file that no reader of its page sees: front matter, template tags, lists of its own headings. */

import { frontMatterOf } from "../../language/text/front-matter.ts";
import { linesOf } from "../normal-text.ts";

export interface MarkdownSource {
  /** Of the front matter, or null. */
  readonly title: string | null;
  readonly lines: Iterable<string>;
}

export function readMarkdownSource(text: string): MarkdownSource {
  const front = frontMatterOf(text);
  return { title: front?.title ?? null, lines: withoutContents(linesOf(text.slice(front?.end ?? 0))) };
}

/** Lists of links to headings of the same page repeat those headings and answer nothing; shorter ones may be text. */
const contentsRun = 3;
const contentsLine = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^\]]{1,300}\]\(#[^)\s]{0,300}\)\s*$/;

function* withoutContents(lines: readonly string[]): Generator<string> {
  let run: string[] = [];
  for (const line of lines) {
    if (contentsLine.test(line)) run.push(line);
    else {
      if (run.length < contentsRun) yield* run;
      run = [];
      yield line;
    }
  }
  if (run.length < contentsRun) yield* run;
}

/**
 * Tags of Liquid, Jinja and Hugo (`{% include a %}`, `{{ page.title }}`), of ERB (`<%= link %>`), attributes of kramdown and Pandoc (`{: .note}`,
 * `{#anchor}`). Code keeps its own.
 */
const templateTags =
  /(`+[^`\n]{0,1000}`+)|\{%[^\n]{0,1000}?%\}|<%[^\n]{0,1000}?%>|(?<!\$)\{\{[^{}\n]{0,1000}\}\}|\{:[^{}\n]{0,300}\}|[^\S\n]?\{[#.][\w-][^{}\n]{0,300}\}[^\S\n]*$/g;

export function withoutTemplateTags(line: string): string {
  return line.includes("{") || line.includes("<%")
    ? line.replace(templateTags, (_, code?: string) => code ?? "")
    : line;
}
