/** Of AsciiDoc and reStructuredText. */

export interface TextMarkup {
  readonly name: "asciidoc" | "restructuredtext" | null;
  skips(line: string): boolean;
  /** Rewrites lists and paragraphs as plain text has them. */
  line(line: string): string;
  inline(text: string): string;
}

const headLength = 16_384;

const asciidocMarks = [
  /^={1,5} \S/m,
  /^\[(?:source|listing|NOTE|TIP|WARNING|IMPORTANT|CAUTION|quote|verse|options|cols|\[)/m,
  /^:[a-z][\w-]{0,60}!?:(?: |$)/m,
  /^(?:include|ifdef|ifndef|image|toc)::/m,
  /(?:link|xref|linkgit):[^\s[\]]{1,200}\[/,
  /https?:\/\/[^\s[\]]{1,300}\[[^\]\n]{1,200}\]/,
];
const restMarks = [
  /^\.\. (?:_[^:\n]{1,200}:|[\w-]{1,60}::)/m,
  /::\n\n[ \t]{2,80}\S/,
  /:[a-z]{1,40}:`[^`\n]{1,200}`/,
  /`[^`<\n]{1,200}<[^`>\n]{1,300}>`_/,
  /^\.\. \|[^|\n]{1,100}\| /m,
];

/** By file name, else by two kinds of mark. */
export function textMarkup(text: string, filename: string | null): TextMarkup {
  const head = text.slice(0, headLength);
  const kinds = (marks: readonly RegExp[]) => marks.filter((mark) => mark.test(head)).length;
  if (/\.(?:adoc|asciidoc)$/i.test(filename ?? "") || kinds(asciidocMarks) >= 2) return new Asciidoc();
  return /\.rst$/i.test(filename ?? "") || kinds(restMarks) >= 2 ? restructuredText : noMarkup;
}

export const noMarkup: TextMarkup = {
  name: null,
  // Texts in no markup have anchors of AsciiDoc, too.
  skips: (line) => line.startsWith("[[") && /^\[\[[\w.-]{1,80}\]\]$/.test(line),
  line: (line) => line,
  inline: (text) => text,
};

const restructuredText: TextMarkup = {
  name: "restructuredtext",
  skips: (line) => /^\s{0,20}(?:\.\. (?:_|\[|\|)|__ )/.test(line),
  line: (line) => line.replace(/^(\s{0,40})#\. /, "$1- "),
  inline: (text) =>
    !/[`*|]/.test(text)
      ? text
      : text
          .replace(
            /(?:(?<!\w):[a-zA-Z][\w:.-]{0,40}:)?``?([^`<]{1,300}?)(?:\s{0,3}<[^`>]{0,400}>)?``?(?:__?)?(?!\w)/g,
            "$1",
          )
          .replace(/(?<![\w*])\*\*(?=\S)([^*]{1,300})\*\*(?![\w*])/g, "$1")
          .replace(/(?<![\w*])\*(?=\S)([^*]{1,300})\*(?![\w*])/g, "$1"),
};

const asciidocLine =
  /^(?::[a-z_][\w-]{0,60}!?:(?:\s|$)|\/\/(?!\/\/)|(?:include|ifdef|ifndef|ifeval|endif|image|video|audio|toc)::\S{0,400}\[|\[.{0,300}\]\s{0,20}$|\+\s{0,20}$|<<<|'''\s{0,20}$)/;

class Asciidoc implements TextMarkup {
  readonly name = "asciidoc";
  /** Of open items, by depth, because the author writes only dots. */
  readonly #numbers: number[] = [];

  skips(line: string): boolean {
    return asciidocLine.test(line);
  }

  line(line: string): string {
    const [, stars, dots, text = ""] = /^\s{0,40}(?:(\*{1,5})|(\.{1,5}))\s+(\S.*)$/s.exec(line) ?? [];
    if (stars !== undefined) return `${"  ".repeat(stars.length - 1)}* ${text}`;
    if (dots === undefined) return this.#defined(line);
    const depth = dots.length;
    this.#numbers.length = depth;
    const number = (this.#numbers[depth - 1] ?? 0) + 1;
    this.#numbers[depth - 1] = number;
    return `${"  ".repeat(depth - 1)}${number}. ${text}`;
  }

  /** `Term:: what it means`. Text at the margin ends the numbering. */
  #defined(line: string): string {
    if (/^[\p{L}\p{N}"`]/u.test(line)) this.#numbers.length = 0;
    if (/^<\d{1,2}> /.test(line)) return line.replace(/^<(\d{1,2})>/, "$1)");
    return /^.{1,200}::(?:\s|$)/.test(line) ? line.replace("::", ":") : line;
  }

  inline(text: string): string {
    if (!/[[\]<*+`_]/.test(text)) return text;
    return text
      .replace(/(?:link|xref|mailto):[^\s[\]]{1,400}\[([^\]]{0,300})\]/g, (_, shown: string) => linkText(shown))
      .replace(
        /(https?:\/\/[^\s[\]]{1,400})\[([^\]]{0,300})\]/g,
        (_, to: string, shown: string) => linkText(shown) || to,
      )
      .replace(/linkgit:([\w-]{1,80})\[(\d)\]/g, "$1($2)")
      .replace(/(?:kbd|btn|menu|footnote):[\w-]{0,80}\[([^\]]{0,400})\]/g, "$1")
      .replace(/<<[^<>,]{1,200},\s{0,3}([^<>]{1,200})>>/g, "$1")
      .replace(/<<([^<>,]{1,200})>>/g, "$1")
      .replace(/\[\[[^\][]{1,200}\]\]/g, "")
      .replace(/(?<![\w*`+_])([*`+_])(?=\S)([^*`+_]{1,300})\1(?![\w*`+_])/g, "$2");
  }
}

const linkText = (shown: string) => shown.replace(/^"|"$|\^$|,\s{0,3}\w{1,20}=.{0,200}$/g, "");
