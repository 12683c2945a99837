/** The fields between `---` lines at the top of a Markdown file. */

import { isFields } from "../../kernel/json.ts";

const longest = 16_384;
const firstField = /^(?:\s*#.*|\s*|[\w-]+\s*:.*)$/;

/** Null without fields, as for a rule above a paragraph. If they are not valid YAML, there is only the title as written. */
export function frontMatterOf(text: string) {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith("---", mark)) return null;
  const lines = text.slice(mark, mark + longest).split(/(?<=\n|\r(?!\n))/);
  const last = lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)[ \t]{0,99}[\r\n]{0,2}$/.test(line));
  const inner = lines.slice(1, last);
  const source = inner.join("");
  if (last === -1 || !/^---[ \t]{0,99}[\r\n]{1,2}$/.test(lines[0]!) || !source.split(/\r\n?|\n/).every(isField))
    return null;
  const fields = parsed(source);
  const written = /^title[^\S\n]*:[^\S\n]*(.*)$/m
    .exec(source)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  const title = typeof fields.title === "string" ? fields.title : (written ?? null);
  return { fields, title, source, end: mark + lines.slice(0, last + 1).join("").length };
}

function isField(line: string): boolean {
  return firstField.test(line) || /^(?:\s+\S|- )/.test(line);
}

function parsed(source: string): Readonly<Record<string, unknown>> {
  try {
    const fields = Bun.YAML.parse(source);
    return isFields(fields) ? fields : {};
  } catch {
    return {};
  }
}
