import { decodeHTML } from "entities";

/** Rendered text, by CommonMark's delimiter runs: `snake_case` stays. */
export function inlineText(source: string): string {
  if (!/[\\`*_~[\]!<&]/.test(source)) return source;
  const spaced = source.includes("** ") && !source.includes("`");
  return new InlineScan(spaced ? source.replace(spacedBold, "**$1**") : source).run();
}

/** `** Note **`, which CommonMark does not know. The two letters exclude products of numbers. */
const spacedBold = /(?<=^|[\s(])\*\* {1,3}(?=\p{L}{2})([^*\n]{1,200}?) {0,3}\*\*(?=$|[\s.,:;!?)])/gu;

interface Delimiter {
  readonly piece: number;
  readonly mark: string;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  left: number;
}

/** Bounds the work for an open bracket. */
const longestDestination = 2_000;
/** CommonMark 6.3 asks for 32. Bounds the work for a bracket. */
const deepestParentheses = 32;

/** Text without a word has no more. Bounds the work for a bracket. */
const fewPieces = 8;

class InlineScan {
  readonly #source: string;
  readonly #pieces: string[] = [];
  readonly #delimiters: Delimiter[] = [];
  readonly #brackets: number[] = [];
  /** Lengths of backtick runs without a later partner. */
  readonly #loneTicks = new Set<number>();
  #at = 0;
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

  /** Keeps an address in angle brackets; drops tags and comments. */
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

  /** `[[Page#Heading|words]]` of note programs, but not within a word (`x[[1]]`) or a link of CommonMark. */
  #wikiLink(): boolean {
    const link = /!?\[\[(?<page>[^[\]|\n]{1,500})(?:\\?\|(?<words>[^[\]\n]{0,500}))?\]\](?![([])/y;
    link.lastIndex = this.#at;
    const { page = "", words = "" } = link.exec(this.#source)?.groups ?? {};
    if (page.trim() === "" || /[\p{L}\p{N}_\])]$/u.test(this.#source.slice(0, this.#at).slice(-2))) return false;
    const isEmbedded = this.#source[this.#at] === "!";
    this.#take(isEmbedded ? embeddedWords(page) : words.trim() || pageWords(page), link.lastIndex);
    return true;
  }

  #closeBracket(): void {
    const open = this.#brackets.pop();
    const target = open === undefined ? null : this.#target(this.#at + 1);
    if (open === undefined || target === null) this.#take("]", this.#at + 1);
    else {
      this.#pieces[open] = "";
      const inside = this.#pieces.length - open > fewPieces ? null : this.#pieces.slice(open).join("");
      this.#take("", inside?.trim() === "" ? this.#withoutDebris(open, target) : target);
    }
  }

  /** Drops the space before an empty link, or the parentheses around it. Returns where the text continues. */
  #withoutDebris(open: number, end: number): number {
    const before = this.#pieces[open - 1] ?? "";
    const isEnclosed = before.endsWith("(") && this.#source[end] === ")";
    const kept = isEnclosed ? before.slice(0, -1) : before;
    const next = isEnclosed ? end + 1 : end;
    if (open > 0 && /[\s,.;:!?)]|^$/.test(this.#source.slice(next, next + 1))) this.#pieces[open - 1] = kept.trimEnd();
    else if (isEnclosed) this.#pieces[open - 1] = kept;
    return next;
  }

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

/** `Page#Heading` as `Page > Heading`, without ids of blocks (`^1a2b`). */
function pageWords(page: string): string {
  const parts = page.replace(/\\$/, "").split("#");
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("^"))
    .join(" > ");
}

/** A picture's bar is followed by its width, not by words. */
function embeddedWords(page: string): string {
  const file = page.split("#", 1)[0]!.trimEnd();
  return /\.(?:avif|bmp|gif|jpe?g|mp[34]|pdf|png|svg|wav|webm|webp)$/i.test(file) ? "" : pageWords(page);
}

function tagText(name: string | undefined, tag: string): string {
  if (name === "br") return "\n";
  return name === "img" ? (/\salt=["']([^"']*)["']/.exec(tag)?.[1] ?? "") : "";
}

/** CommonMark 6.2, except that stars between digits multiply. */
function roles(run: string, before: string, after: string): { readonly canOpen: boolean; readonly canClose: boolean } {
  const literal = run[0] === "~" ? run !== "~~" : run[0] === "*" && /\d/.test(before) && /\d/.test(after);
  if (literal) return { canOpen: false, canClose: false };
  const left = flanks(after, before);
  const right = flanks(before, after);
  if (run[0] !== "_") return { canOpen: left, canClose: right };
  return { canOpen: left && (!right || isPunctuation(before)), canClose: right && (!left || isPunctuation(after)) };
}

/** CommonMark 6.2: next to a character other than a space or a lone punctuation mark. */
function flanks(inner: string, outer: string): boolean {
  if (/\s/.test(inner)) return false;
  return !isPunctuation(inner) || /\s/.test(outer) || isPunctuation(outer);
}

const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character);
