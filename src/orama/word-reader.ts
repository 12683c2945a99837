/** Reads one word-like stretch of text as terms of a language: folded, stop words marked, stemmed, identifiers in parts. */
import type { Token } from "../text/analysis.ts";
import { languageRules, primarySubtag } from "./language-rules.ts";
import { letterPairs } from "./unspaced-script.ts";
import { foldMarks, foldOptionalMarks, lowerCase } from "./word-folding.ts";

export interface WordReader {
  /** The tokens of a word-like stretch, positions relative to its start. The result is cached: do not change it. */
  read(raw: string): readonly Token[];
  /** The tokens of a stretch of an unspaced script that starts at `offset`. */
  readUnspaced(text: string, offset: number): Token[];
}

/** Forms kept before the cache starts again: at about 100 bytes each, some 13 MB. */
const cacheLimit = 131_072;

const part = /\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+|\p{Lu}[\p{Lu}\p{N}]*(?!\p{Ll})|\p{Lu}|\p{N}+/gu;
/** `camelCase` and `HTTPServer`, but not `DVDs`. */
const humped = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
const groupedNumber = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const separated = /[^:_.@/,'’-]+/g;
const apostrophe = /['’]/;
const digit = /\p{N}/u;

export function createWordReader(language: string): WordReader {
  const tag = primarySubtag(language);
  const rules = languageRules(language);
  const stops = new Set(rules.stopWords.map((word) => foldOptionalMarks(lowerCase(word, tag))));
  const cache = new Map<string, readonly Token[]>();

  const token = (raw: string, start: number): Token => {
    const lower = foldOptionalMarks(lowerCase(raw, tag));
    const end = start + raw.length;
    if (stops.has(lower)) return { term: lower, start, end, stop: true };
    const stem = digit.test(lower) ? lower : rules.stem(lower);
    return { term: foldMarks(stem || lower, rules.ownLetters), start, end, stop: false };
  };
  const whole = (raw: string, start: number): Token => ({
    term: foldMarks(foldOptionalMarks(lowerCase(raw, tag)), rules.ownLetters),
    start,
    end: start + raw.length,
    stop: false,
  });

  /** A piece between separators: one word, or an identifier with humps or digits, whole and in parts. */
  const readPiece = (raw: string, start: number): Token[] => {
    if (!humped.test(raw)) return [token(raw, start)];
    const parts = [...raw.matchAll(part)].map((match) => token(match[0], start + match.index));
    return parts.length < 2 ? [token(raw, start)] : [token(raw, start), ...parts];
  };

  const readApostrophe = (raw: string, start: number): Token[] => {
    if (stops.has(lowerCase(raw.replace("’", "'"), tag))) return [{ ...whole(raw, start), stop: true }];
    const at = raw.search(apostrophe);
    const kept = rules.apostrophe === "elision" ? at + 1 : 0;
    const piece = rules.apostrophe === "elision" ? raw.slice(at + 1) : raw.slice(0, at);
    return readPiece(piece, start + kept);
  };

  const readCompound = (raw: string): Token[] => {
    if (groupedNumber.test(raw)) return [{ ...whole(raw, 0), term: raw.replaceAll(",", "") }];
    if (apostrophe.test(raw) && !/[:_.@/-]/.test(raw)) return readApostrophe(raw, 0);
    const parts = [...raw.matchAll(separated)].flatMap((match) => readPiece(match[0], match.index));
    const identifier = /[_.@]|::/.test(raw) || digit.test(raw);
    return identifier ? [whole(raw, 0), ...parts.filter((one) => one.start > 0 || one.end < raw.length)] : parts;
  };

  const read = (raw: string): readonly Token[] => {
    const known = cache.get(raw);
    if (known !== undefined) return known;
    const tokens = /[:_.@/,'’-]/.test(raw) ? readCompound(raw) : readPiece(raw, 0);
    if (cache.size >= cacheLimit) cache.clear();
    cache.set(raw, tokens);
    return tokens;
  };

  const readUnspaced = (text: string, offset: number): Token[] =>
    letterPairs(text).map((pair) => token(pair.text, offset + pair.start));

  return { read, readUnspaced };
}
