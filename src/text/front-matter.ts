/** The fields between `---` lines at the very top of a Markdown file. */

export interface FrontMatter {
  /** Empty where they are not valid YAML. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** As text, or as written where they are not valid YAML; null without one. */
  readonly title: string | null;
  /** The position in the text behind them. */
  readonly end: number;
}

/** UTF-16 units that they may have. */
const longest = 16_384;
const block = /^---[ \t]*(?:\r\n?|\n)((?:[^\r\n]*(?:\r\n?|\n))*?)(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|$)/;
const firstField = /^(?:\s*#.*|\s*|[\w-]+\s*:.*)$/;

/** Null where there are none. A rule above a paragraph is none: what it opens are fields. */
export function frontMatterOf(text: string): FrontMatter | null {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith("---", mark)) return null;
  const found = block.exec(text.slice(mark, mark + longest));
  const source = found?.[1] ?? "";
  if (found === null || !source.split(/\r\n?|\n/).every(isField)) return null;
  const fields = parsed(source);
  const written = /^title[^\S\n]*:[^\S\n]*(.*)$/m
    .exec(source)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  const title = typeof fields.title === "string" ? fields.title : (written ?? null);
  return { fields, title, end: mark + found[0].length };
}

/** A field, what hangs under one, or a comment. */
function isField(line: string): boolean {
  return firstField.test(line) || /^(?:\s+\S|- )/.test(line);
}

function parsed(source: string): Readonly<Record<string, unknown>> {
  try {
    const fields = Bun.YAML.parse(source);
    const isMapping = typeof fields === "object" && fields !== null && !Array.isArray(fields);
    return isMapping ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
