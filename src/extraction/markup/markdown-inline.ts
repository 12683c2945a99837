import { decodeHTML } from "entities";

/**
 * The text a reader of rendered Markdown sees on a line: marks gone, links and images reduced to their words, code and
 * escaped characters as written. Follows CommonMark's rules for delimiter runs, so `snake_case` and `2*3*4` survive.
 */
export function inlineText(source: string): string {
  if (!/[\\`*_~[\]!<&]/.test(source)) return source;
  const spaced = source.includes("** ") && !source.includes("`");
  return new InlineScan(spaced ? source.replace(spacedBold, "**$1**") : source).run();
}

/** Bold with spaces inside, which people write and CommonMark does not know: `** Note **`. No product has words of two letters. */
const spacedBold = /(?<=^|[\s(])\*\* {1,3}(?=\p{L}{2})([^*\n]{1,200}?) {0,3}\*\*(?=$|[\s.,:;!?)])/gu;

interface Delimiter {
  /** Its place among the pieces. */
  readonly piece: number;
  readonly mark: string;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  left: number;
}

/** Longest link destination looked at, in UTF-16 units; also bounds the work an open bracket can cause. */
const longestDestination = 2_000;
/** Parentheses nested in a destination (CommonMark 6.3 asks for 32); with the length it bounds a bracket's work. */
const deepestParentheses = 32;

class InlineScan {
  readonly #source: string;
  readonly #pieces: string[] = [];
  readonly #delimiters: Delimiter[] = [];
  /** Places among the pieces of `[` and `![` still open. */
  readonly #brackets: number[] = [];
  /** Lengths of backtick runs known to have no partner, from where on. */
  readonly #loneTicks = new Set<number>();
  #at = 0;
  /** Where the last comment ended; -1 once no further comment ends. */
  #commentEnd = 0;

  constructor(source: string) {
    this.#source = source;
  }

  run(): string {
    const special = /[\\`*_~[\]!<&]/g;
    while (this.#at < this.#source.length) {
      special.lastIndex = this.#at;
      const next = special.exec(this.#source)?.index ?? this.#source.length;
      if (next > this.#at) this.#take(this.#source.slice(this.#at, next), next);
      else this.#special(this.#source[this.#at]!);
    }
    this.#matchDelimiters();
    return this.#pieces.join("");
  }

  #take(text: string, next: number): void {
    this.#pieces.push(text);
    this.#at = next;
  }

  #special(character: string): void {
    if (character === "\\") this.#escape();
    else if (character === "`") this.#code();
    else if (character === "<") this.#angle();
    else if (character === "&") this.#entity();
    else if (character === "]") this.#closeBracket();
    else if (character === "[" || character === "!") this.#openBracket(character);
    else this.#delimiterRun(character);
  }

  #escape(): void {
    const next = this.#source[this.#at + 1] ?? "";
    const escaped = /[!-/:-@[-`{-~]/.test(next);
    this.#take(escaped ? next : "\\", this.#at + (escaped ? 2 : 1));
  }

  #code(): void {
    const ticks = /`+/y;
    ticks.lastIndex = this.#at;
    const run = ticks.exec(this.#source)![0];
    const from = this.#at + run.length;
    const end = this.#loneTicks.has(run.length) ? -1 : this.#findTicks(run, from);
    if (end === -1) {
      this.#loneTicks.add(run.length);
      this.#take(run, from);
    } else {
      const code = this.#source.slice(from, end);
      this.#take(
        code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "" ? code.slice(1, -1) : code,
        end + run.length,
      );
    }
  }

  #findTicks(run: string, from: number): number {
    for (let at = this.#source.indexOf(run, from); at !== -1; at = this.#source.indexOf(run, at)) {
      let end = at;
      while (this.#source[end] === "`") end++;
      if (end - at === run.length) return at;
      at = end;
    }
    return -1;
  }

  /** An address in angle brackets is text; a tag is not; a comment never was. */
  #angle(): void {
    const tag =
      /<(?:(?<address>[a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]{0,2000}|[^\s<>@]{1,64}@[^\s<>]{1,255})|(?<name>\/?[a-zA-Z][a-zA-Z0-9-]{0,40})(?:\s[^<>]{0,2000})?\/?)>/y;
    tag.lastIndex = this.#at;
    const match = tag.exec(this.#source);
    if (this.#source.startsWith("<!--", this.#at)) this.#comment();
    else if (match === null) this.#take("<", this.#at + 1);
    else this.#take(match.groups?.address ?? tagText(match.groups?.name, match[0]), tag.lastIndex);
  }

  #comment(): void {
    this.#commentEnd = this.#commentEnd === -1 ? -1 : this.#source.indexOf("-->", this.#at + 4);
    if (this.#commentEnd === -1) this.#take("<", this.#at + 1);
    else this.#take("", this.#commentEnd + 3);
  }

  #entity(): void {
    const entity = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y;
    entity.lastIndex = this.#at;
    const match = entity.exec(this.#source);
    if (match === null) this.#take("&", this.#at + 1);
    else this.#take(decodeHTML(match[0]), entity.lastIndex);
  }

  #openBracket(character: string): void {
    const opener = character === "!" ? "![" : "[";
    const note = /\[\^[^\]\s]{1,100}\]/y;
    note.lastIndex = this.#at;
    if (!this.#source.startsWith(opener, this.#at)) this.#take(character, this.#at + 1);
    else if (this.#wikiLink()) return;
    else if (note.test(this.#source)) this.#take("", note.lastIndex);
    else {
      this.#brackets.push(this.#pieces.length);
      this.#take(opener, this.#at + opener.length);
    }
  }

  /**
   * `[[Page]]`, `[[Page#Heading|words]]` and `![[Page]]`, as note programs write links: only the words stay. A double
   * bracket that belongs to a word (`x[[1]]`) or to a link of CommonMark is none.
   */
  #wikiLink(): boolean {
    const link = /!?\[\[(?<page>[^[\]|\n]{1,500})(?:\\?\|(?<words>[^[\]\n]{0,500}))?\]\](?![([])/y;
    link.lastIndex = this.#at;
    const { page = "", words = "" } = link.exec(this.#source)?.groups ?? {};
    if (page.trim() === "" || /[\p{L}\p{N}_\])]$/u.test(this.#source.slice(0, this.#at).slice(-2))) return false;
    const isEmbedded = this.#source[this.#at] === "!";
    this.#take(isEmbedded ? embeddedWords(page) : words.trim() || pageWords(page), link.lastIndex);
    return true;
  }

  /** `[text](target)`, `[text][label]`: only the text stays. */
  #closeBracket(): void {
    const open = this.#brackets.pop();
    const target = open === undefined ? null : this.#target(this.#at + 1);
    if (open !== undefined && target !== null) this.#pieces[open] = "";
    this.#take(target === null ? "]" : "", target ?? this.#at + 1);
  }

  /** The end of a link's target; null if no target begins here. */
  #target(from: number): number | null {
    if (this.#source[from] !== "(") {
      const label = /\[[^[\]]{0,1000}\]/y;
      label.lastIndex = from;
      return label.test(this.#source) ? label.lastIndex : null;
    }
    const end = this.#destinationEnd(from + 1);
    const title = /(?:\s+(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^()]{0,2000}\)))?\s*\)/y;
    title.lastIndex = end;
    return title.test(this.#source) ? title.lastIndex : null;
  }

  /** Where the destination ends that begins here: at a space or at the bracket that closes the link. */
  #destinationEnd(from: number): number {
    const angled = /\s*<[^<>\n]{0,2000}>/y;
    angled.lastIndex = from;
    if (angled.test(this.#source)) return angled.lastIndex;
    const most = Math.min(this.#source.length, from + longestDestination);
    let depth = 0;
    for (let at = from; at < most && depth <= deepestParentheses; at++) {
      const character = this.#source[at]!;
      if (/\s/.test(character) || (character === ")" && depth === 0)) return at;
      if (character === "\\") at++;
      else depth += Number(character === "(") - Number(character === ")");
    }
    return most;
  }

  #delimiterRun(mark: string): void {
    let end = this.#at;
    while (this.#source[end] === mark) end++;
    const before = this.#source[this.#at - 1] ?? " ";
    const after = this.#source[end] ?? " ";
    const left = end - this.#at;
    const { canOpen, canClose } = roles(mark.repeat(Math.min(left, 3)), before, after);
    if (canOpen || canClose) this.#delimiters.push({ piece: this.#pieces.length, mark, canOpen, canClose, left });
    this.#take(this.#source.slice(this.#at, end), end);
  }

  /** Pairs closers with the nearest opener of the same mark. Pairs are removed; other marks stay. */
  #matchDelimiters(): void {
    const openers = new Map<string, Delimiter[]>();
    for (const delimiter of this.#delimiters) {
      const stack = openers.get(delimiter.mark) ?? [];
      openers.set(delimiter.mark, stack);
      while (delimiter.canClose && delimiter.left > 0 && stack.length > 0) {
        const opener = stack.at(-1)!;
        const paired = Math.min(opener.left, delimiter.left);
        opener.left -= paired;
        delimiter.left -= paired;
        if (opener.left === 0) stack.pop();
      }
      if (delimiter.canOpen && delimiter.left > 0) stack.push(delimiter);
    }
    for (const { piece, mark, left } of this.#delimiters) this.#pieces[piece] = mark.repeat(left);
  }
}

/** `Page#Heading` as `Page > Heading`; the name of a block (`^1a2b`) says nothing to a reader. */
function pageWords(page: string): string {
  const parts = page.replace(/\\$/, "").split("#");
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("^"))
    .join(" > ");
}

/** A picture has no words; what stands behind its bar is its width. */
function embeddedWords(page: string): string {
  const file = page.split("#", 1)[0]!.trimEnd();
  return /\.(?:avif|bmp|gif|jpe?g|mp[34]|pdf|png|svg|wav|webm|webp)$/i.test(file) ? "" : pageWords(page);
}

function tagText(name: string | undefined, tag: string): string {
  if (name === "br") return "\n";
  return name === "img" ? (/\salt=["']([^"']*)["']/.exec(tag)?.[1] ?? "") : "";
}

/** CommonMark 6.2, with one rule more: stars between digits multiply. */
function roles(run: string, before: string, after: string): { readonly canOpen: boolean; readonly canClose: boolean } {
  const literal = run[0] === "~" ? run !== "~~" : run[0] === "*" && /\d/.test(before) && /\d/.test(after);
  if (literal) return { canOpen: false, canClose: false };
  const left = flanks(after, before);
  const right = flanks(before, after);
  if (run[0] !== "_") return { canOpen: left, canClose: right };
  return { canOpen: left && (!right || isPunctuation(before)), canClose: right && (!left || isPunctuation(after)) };
}

/**
 * CommonMark 6.2: a run flanks the side on which it touches a character other than a space or punctuation that stands
 * alone.
 */
function flanks(inner: string, outer: string): boolean {
  if (/\s/.test(inner)) return false;
  return !isPunctuation(inner) || /\s/.test(outer) || isPunctuation(outer);
}

const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character);
