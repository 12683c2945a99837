/** Paragraphs, and what is marked with lines of signs or indentation, without the marks. */
import { indentOf, isBlank } from "../normal-text.ts";
import type { TableGrid } from "../table-grid.ts";
import {
  barTable,
  type DrawnTable,
  gridTable,
  headedTable,
  isColumnsRule,
  isGridRule,
  ruledTable,
} from "./drawn-tables.ts";
import type { TextMarkup } from "./text-markup.ts";

export type PlainPart =
  | { readonly kind: "text" | "code"; readonly lines: readonly string[] }
  | {
      readonly kind: "heading";
      readonly text: string;
      /** Of a question, below the last other heading. */
      readonly level: number;
      readonly asks?: true;
    }
  | { readonly kind: "caption"; readonly text: string }
  | { readonly kind: "table"; readonly grid: TableGrid };

const longestTitle = 120;
const longestListing = 60;

export const isQuoted = (line: string) => /^\s{0,3}>/.test(line);

/** Of lines over or under a title, or between parts. */
const adornments = "=-~^*+_#\"'`.:/";

function adornmentOf(line: string): string | null {
  const sign = line[0] === " " || line[0] === "\t" ? line[indentOf(line)] : line[0];
  if (sign === undefined || !adornments.includes(sign)) return null;
  const own = line.trim();
  const least = sign === "=" ? 2 : ".:/".includes(sign) ? 4 : 3;
  if (own.length < least) return null;
  for (let i = 1; i < own.length; i++) if (own[i] !== sign) return null;
  return sign;
}

export class PartReader {
  readonly #lines: readonly string[];
  readonly #markup: TextMarkup;
  #at = 0;
  /** A title's level is the distance of its number of signs from this: 7 if the first has five or more, else 0. */
  #most: number | null = null;
  readonly #levels = new Map<string, number>();
  readonly #closings = new Map<string, { readonly places: number[]; next: number }>();
  /** Of a paragraph that introduces what is below it. */
  #led: { readonly how: "code" | "perhaps"; readonly indent: number } | null = null;

  constructor(lines: readonly string[], markup: TextMarkup) {
    this.#lines = lines;
    this.#markup = markup;
    for (const [i, line] of lines.entries()) {
      if (adornmentOf(line) === null) continue;
      this.#closings.getOrInsertComputed(line, () => ({ places: [], next: 0 })).places.push(i);
    }
  }

  *parts(): Generator<PlainPart> {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      if (isBlank(line)) this.#at++;
      else yield* this.#marked(line) ?? this.#paragraph();
    }
  }

  #marked(line: string): PlainPart[] | null {
    const below = this.#below(line);
    if (below !== null) return below;
    const sign = adornmentOf(line);
    if (sign !== null || line === "--") return this.#overlined(line, sign) ?? this.#listing(line) ?? this.#skip();
    if (this.#markup.skips(line)) return this.#skip();
    return this.#table(line) ?? this.#title(line) ?? this.#directive(line);
  }

  #skip(): PlainPart[] {
    this.#at++;
    return [];
  }

  /** A listing below a lead-in that announces one, or that looks like one. */
  #below(line: string): PlainPart[] | null {
    const led = this.#led;
    this.#led = null;
    if (led === null || indentOf(line) < led.indent + (led.how === "code" ? 1 : 2)) return null;
    const end = led.how === "code" ? this.#dedent(led.indent) : this.#blockEnd();
    const lines = this.#lines.slice(this.#at, end);
    if (led.how === "perhaps" && !looksLikeCode(lines)) return null;
    if (led.how === "perhaps") this.#led = led;
    this.#at = end;
    return [{ kind: "code", lines }];
  }

  #dedent(indent: number): number {
    let end = this.#at;
    while (end < this.#lines.length && (isBlank(this.#lines[end]) || indentOf(this.#lines[end]!) > indent)) end++;
    return end;
  }

  #blockEnd(): number {
    let end = this.#at;
    while (!isBlank(this.#lines[end])) end++;
    return end;
  }

  #overlined(line: string, sign: string | null): PlainPart[] | null {
    const [title = "", under = ""] = this.#lines.slice(this.#at + 1, this.#at + 3);
    const own = title.trim();
    if (sign === null || own === "" || adornmentOf(under) !== sign || adornmentOf(title) !== null) return null;
    const { length } = line.trim();
    const isLong = length >= own.length && (length > 4 || length - own.length <= 1);
    if (!isLong || own.length > longestTitle) return null;
    this.#at += 3;
    return [this.#heading(own, `${sign} over`)];
  }

  #heading(text: string, style: string): PlainPart {
    if (!this.#levels.has(style)) this.#levels.set(style, Math.min(6, this.#levels.size + 1));
    return { kind: "heading", text, level: this.#levels.get(style)! };
  }

  /** Between two equal lines, as in AsciiDoc. */
  #listing(line: string): PlainPart[] | null {
    const [, mark = ""] = /^([-.`~+/])\1{2,5}$/.exec(line) ?? [];
    const close = mark === "" ? undefined : this.#closing(line);
    if (close === undefined || (mark !== "`" && mark !== "~" && line.length < 4)) return null;
    const lines = this.#lines.slice(this.#at + 1, close);
    const isSure = this.#markup.name === "asciidoc" || mark === "`" || mark === "~";
    const isTight = lines.length > 0 && !isBlank(lines[0]) && !isBlank(lines.at(-1)) && isBlank(this.#lines[close + 1]);
    if (!isSure && !(isTight && line.length === 4 && lines.length <= longestListing)) return null;
    this.#at = close + 1;
    return mark === "/" ? [] : [{ kind: "code", lines }];
  }

  #closing(line: string): number | undefined {
    const known = this.#closings.get(line);
    if (known === undefined) return undefined;
    while (known.next < known.places.length && known.places[known.next]! <= this.#at) known.next++;
    return known.places[known.next];
  }

  #table(line: string): PlainPart[] | null {
    let table: DrawnTable | null = null;
    if (isGridRule(line)) table = gridTable(this.#lines, this.#at);
    else if (isColumnsRule(line)) table = ruledTable(this.#lines, this.#at);
    else if (/^\|={3,}\s*$/.test(line)) table = barTable(this.#lines, this.#at);
    else if (isColumnsRule(this.#lines[this.#at + 1] ?? "")) table = headedTable(this.#lines, this.#at);
    if (table === null) return null;
    this.#at = table.next;
    return [{ kind: "table", grid: table.grid }];
  }

  /** `== Title`, and in AsciiDoc `.Title` above a listing, a list or a table. */
  #title(line: string): PlainPart[] | null {
    const isAsciidoc = this.#markup.name === "asciidoc";
    const [, signs = "", text = ""] =
      /^(={2,6})(?!=)(.{0,300}[^=\s])\s{0,3}\1\s*$/.exec(line) ?? /^(={1,6}) (\S.{0,300}?)(?: =+)?$/.exec(line) ?? [];
    if (signs.length > (isAsciidoc ? 0 : 1)) {
      this.#at++;
      this.#most ??= signs.length >= 5 ? 7 : 0;
      return [{ kind: "heading", text: text.trim(), level: Math.abs(this.#most - signs.length) }];
    }
    const asked = isAsciidoc ? /^(\S.{0,300}\?)::\s*$/.exec(line) : null;
    if (asked !== null) {
      this.#at++;
      return [{ kind: "heading", text: this.#markup.inline(asked[1]!), level: 6 }];
    }
    if (!isAsciidoc || !/^\.[\p{L}\p{N}"`]/u.test(line) || isBlank(this.#lines[this.#at + 1])) return null;
    this.#at++;
    return [{ kind: "caption", text: line.slice(1) }];
  }

  /** `.. note::` of reStructuredText. */
  #directive(line: string): PlainPart[] | null {
    if (this.#markup.name !== "restructuredtext") return null;
    if (/^\s{0,40}>>> /.test(line)) return this.#taken("code", this.#blockEnd());
    const [, indent, name = "", argument = ""] =
      /^(\s{0,40})\.\.(?: ([\w:-]{1,60}?) ?::)?(?:\s+(\S.*))?$/s.exec(line) ?? [];
    if (indent === undefined) return null;
    this.#at++;
    while (/^\s{1,40}:[\w-]{1,40}:/.test(this.#lines[this.#at] ?? "")) this.#at++;
    if (/^(?:code|code-block|sourcecode|parsed-literal|prompt|console|doctest)$/.test(name))
      return this.#taken("code", this.#dedent(indent.length));
    if (name === "" || silent.test(name)) return this.#taken(null, this.#dedent(indent.length));
    return argument === "" ? [] : this.#argument(name, argument, indent.length);
  }

  /** A thing that is described below, the beginning of a paragraph, or a title. */
  #argument(name: string, argument: string, indent: number): PlainPart[] {
    if (describing.test(name)) return [{ kind: "heading", text: this.#markup.inline(argument), level: 6 }];
    const first = this.#at;
    while (!isBlank(this.#lines[this.#at]) && indentOf(this.#lines[this.#at]!) > indent) this.#at++;
    const lines = [argument, ...this.#lines.slice(first, this.#at).map((line) => line.trim())];
    if (lines.length > 1 || /[.!?:;]$/.test(argument)) return [{ kind: "text", lines }];
    const isVersion = name.startsWith("version") || name === "deprecated";
    return [{ kind: "caption", text: isVersion ? `${name} ${argument}` : argument }];
  }

  #taken(kind: "code" | null, end: number): PlainPart[] {
    const lines = this.#lines.slice(this.#at, end);
    this.#at = end;
    return kind === null || lines.length === 0 ? [] : [{ kind, lines }];
  }

  /** Up to the next blank line or mark. The last line may be a title. */
  #paragraph(): PlainPart[] {
    const lines: string[] = [];
    for (; !isBlank(this.#lines[this.#at]); this.#at++) {
      const line = this.#lines[this.#at]!;
      const sign = adornmentOf(line);
      if (sign !== null && isTitle(lines, { line, sign, isLast: isBlank(this.#lines[this.#at + 1]) })) {
        this.#at++;
        return this.#titled(lines, sign);
      }
      if (sign !== null || this.#ends(lines, line)) break;
      if (!this.#markup.skips(line)) lines.push(this.#markup.line(line.trimEnd()));
    }
    return this.#told(lines);
  }

  #ends(lines: readonly string[], line: string): boolean {
    const last = lines.at(-1);
    if (last === undefined) return false;
    if (/[:：]$/.test(last) && indentOf(line) > indentOf(last) + 1 && looksLikeCode([line])) return true;
    return isQuoted(line) !== isQuoted(last) || (this.#markup.name === "asciidoc" && line.startsWith("|==="));
  }

  #titled(lines: readonly string[], sign: string): PlainPart[] {
    const heading = this.#heading(lines.at(-1)!.trim(), sign);
    return lines.length === 1 ? [heading] : [{ kind: "text", lines: lines.slice(0, -1) }, heading];
  }

  #told(lines: string[]): PlainPart[] {
    const last = lines.at(-1) ?? "";
    const indent = lines.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY);
    const announces = last.endsWith("::") && this.#markup.name !== "asciidoc" && isBlank(this.#lines[this.#at]);
    if (/[:：]$/.test(last)) this.#led = { how: announces ? "code" : "perhaps", indent };
    if (announces) lines[lines.length - 1] = last.trim() === "::" ? "" : last.slice(0, -1);
    const told = lines.filter((line) => line !== "");
    if (told.length === 0) return [];
    return [{ kind: told.every((line) => /^\s{0,40}\$ \S/.test(line)) ? "code" : "text", lines: told }];
  }
}

const silent =
  /^(?:toctree|image|figure|include|index|contents|raw|math|module|currentmodule|highlight|literalinclude|meta|default-role|default-domain|role)$/;

/** Directives whose argument is a thing that the text below describes. */
const describing =
  /^(?:[a-z]{1,10}:)?(?:option|cmdoption|confval|envvar|function|method|class|exception|attribute|data|describe|object|module|command|setting|type|macro|property)$/;

interface Under {
  readonly line: string;
  readonly sign: string;
  readonly isLast: boolean;
}

/** The last line is a title over a line of signs. */
function isTitle(lines: readonly string[], { line, sign, isLast }: Under): boolean {
  const title = lines.at(-1)?.trim() ?? "";
  if (title === "" || title.length > longestTitle || isQuoted(title) || title.startsWith("|")) return false;
  const { length } = line.trim();
  if (lines.length > 1) return Math.abs(length - title.length) <= 2;
  // A longer line under a sentence ends a section.
  if (/[.,;]$/.test(title) && length > title.length + 2) return false;
  if (length >= title.length - 2 && length >= 3) return true;
  return isLast && "=-~^".includes(sign) && !/[.,;:]$/.test(title);
}

/** Signs that are rare between words. */
const codeSigns = /(?:^|\s)(?:\/\w|--?\w|[$#%>]\s)|[={};|<>$\\\t]|\S {3,}\S|\(\)/;

/** In half of the lines; addresses have none. */
export function looksLikeCode(lines: readonly string[]): boolean {
  const isCode = (line: string) =>
    codeSigns.test(line.trimStart().replace(/<[^\s<>@]{1,100}@[^\s<>@]{1,100}>/g, "")) &&
    !/^\s{0,80}(?:[a-z]{2,8}:\/\/\S+|>.*)$/i.test(line);
  return lines.filter(isCode).length * 2 >= lines.length;
}
