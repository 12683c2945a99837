import type { Token } from "./analysis.ts";
import { type LanguageRules, languageRules, rulesTag } from "./language-rules.ts";
import { cutByScript, hasUnspaced, unspacedTerms } from "./unspaced-script.ts";
import { foldMarks, foldOptionalMarks, lowerCase } from "./word-folding.ts";

/** Allows connectors inside: `std::string`, `ERR_42`, `high-speed`, `don't`, `1,000`. */
export const wordStretch =
  /(?:[\p{L}\p{N}\p{M}]|(?<=\p{M})[\u200c\u200d])+(?:(?:::|[_.:'’@/-]|,(?=\p{N}))(?:[\p{L}\p{N}\p{M}]|(?<=\p{M})[\u200c\u200d])+)*/gu;

const connector = /[:_.@/,'’-]/;
const apostrophe = /['’]/;
const unconnected = /[^:_.@/,'’-]+/g;
/** `camelCase` and `HTTPServer`, but not `DVDs`. */
const humped = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
const hump = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+|\p{Lu}[\p{Lu}\p{N}]*(?!\p{Ll})|\p{Lu}|\p{N}+/gu;
const groupedNumber = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const digit = /\p{N}/u;
const longestContraction = 64;

export class WordReader {
  readonly #tag: string;
  readonly #rules: LanguageRules;
  readonly #stops: ReadonlySet<string>;
  #dictionary: Intl.Segmenter | null = null;

  constructor(language: string) {
    this.#tag = rulesTag(language);
    this.#rules = languageRules(language);
    this.#stops = new Set(this.#rules.stopWords.map((word) => this.#plain(word)));
  }

  read(stretch: string): Token[] {
    const tokens = hasUnspaced(stretch) ? this.#readByScript(stretch) : this.#readSpaced(stretch, 0);
    return tokens.filter((token) => token.term !== "");
  }

  #readByScript(stretch: string): Token[] {
    return cutByScript(stretch).flatMap((piece) =>
      piece.unspaced ? this.#readUnspaced(piece.text, piece.start) : this.#readMixed(piece.text, piece.start),
    );
  }

  /** May begin or end with a connector. */
  #readMixed(text: string, offset: number): Token[] {
    return [...text.matchAll(wordStretch)].flatMap((match) => this.#readSpaced(match[0], offset + match.index));
  }

  #readUnspaced(run: string, offset: number): Token[] {
    const isStop = (word: string) => this.#stops.has(this.#plain(word));
    const dictionary = () => this.#wordDictionary();
    return unspacedTerms(run, { isStop, dictionary }).map((one) => this.#word(one.text, offset + one.start));
  }

  /** Created late, because it takes 3 ms. */
  #wordDictionary(): Intl.Segmenter {
    this.#dictionary ??= new Intl.Segmenter("th", { granularity: "word" });
    return this.#dictionary;
  }

  #readSpaced(stretch: string, offset: number): Token[] {
    if (!connector.test(stretch)) return this.#readPiece(stretch, offset);
    if (groupedNumber.test(stretch)) return [{ ...this.#whole(stretch, offset), term: stretch.replaceAll(",", "") }];
    if (apostrophe.test(stretch) && !/[:_.@/-]/.test(stretch)) return this.#readApostrophe(stretch, offset);
    return this.#readCompound(stretch, offset);
  }

  #readPiece(raw: string, start: number): Token[] {
    const word = this.#word(raw, start);
    if (!humped.test(raw)) return [word];
    const parts = [...raw.matchAll(hump)].map((match) => this.#word(match[0], start + match.index));
    return parts.length < 2 ? [word] : [word, ...parts];
  }

  /** `don't` is a stop word, `Newton's` becomes Newton, `l'avion` becomes avion. */
  #readApostrophe(raw: string, start: number): Token[] {
    const isShort = raw.length <= longestContraction;
    const contraction = isShort ? this.#plain(raw.replaceAll("’", "'")) : null;
    if (contraction !== null && this.#stops.has(contraction))
      return [{ term: contraction, start, end: start + raw.length, stop: true }];
    if (this.#rules.apostrophe === "ending") return this.#readPiece(raw.slice(0, raw.search(apostrophe)), start);
    const at = isShort ? raw.search(apostrophe) : Math.max(raw.lastIndexOf("'"), raw.lastIndexOf("’"));
    return this.#readSpaced(raw.slice(at + 1), start + at + 1);
  }

  /** With a digit, dot or underscore the whole is a term as well: `ERR_42`, `foo.bar`. */
  #readCompound(raw: string, start: number): Token[] {
    const parts = [...raw.matchAll(unconnected)].flatMap((match) => this.#readPiece(match[0], start + match.index));
    const isName = /[_.@]|::/.test(raw) || digit.test(raw);
    return isName ? [this.#whole(raw, start), ...parts] : parts;
  }

  #word(raw: string, start: number): Token {
    const lower = this.#plain(raw);
    const end = start + raw.length;
    if (this.#stops.has(lower)) return { term: lower, start, end, stop: true };
    const { stem, stemsFolded, ownLetters } = this.#rules;
    const word = stemsFolded === true ? foldMarks(lower, ownLetters) : lower;
    const stemmed = digit.test(word) ? word : stem(word);
    return { term: foldMarks(stemmed || word, ownLetters), start, end, stop: false };
  }

  #whole(raw: string, start: number): Token {
    const term = foldMarks(this.#plain(raw), this.#rules.ownLetters);
    return { term, start, end: start + raw.length, stop: false };
  }

  #plain(raw: string): string {
    return foldOptionalMarks(lowerCase(raw, this.#tag));
  }
}
