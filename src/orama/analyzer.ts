/** Reads text as terms, by language: words folded, stemmed, stop words marked, identifiers whole and in parts. */
import type { Analyzer, Token } from "../text/analysis.ts";
import { contentTerms, type IndexTerm } from "./index-term.ts";
import { longestForm, mixHash, WordForms } from "./word-forms.ts";
import { WordReader, wordStretch } from "./word-reader.ts";

/** An analyzer that can also hand out terms one by one, for indexing: no positions, no objects. */
export interface TermAnalyzer extends Analyzer {
  /** Changes when the same text may be read as other terms; an index of another fingerprint does not fit. */
  readonly fingerprint: string;
  /** Gives every term that is not a stop word, in the order of `analyze`. */
  eachTerm(text: string, take: (term: IndexTerm) => void): void;
}

export type TermAnalyzers = (language: string) => TermAnalyzer;

/** Raise it with every change to how text is read. */
const analysisVersion = 1;

/** One analyzer a language, made when first asked for. Analyzers remember what they read, so share them. */
export function createAnalyzers(): TermAnalyzers {
  const known = new Map<string, TermAnalyzer>();
  return (language) => {
    const found = known.get(language) ?? createAnalyzer(language);
    known.set(language, found);
    return found;
  };
}

function createAnalyzer(language: string): TermAnalyzer {
  const reader = new WordReader(language);
  const tokensOf = rememberRecent((stretch) => reader.read(stretch));
  const rare = rememberRecent((stretch) => contentTerms(reader.read(stretch)));
  const forms = new WordForms((word) => reader.read(word));
  return {
    language,
    fingerprint: `${language}/${analysisVersion}`,
    analyze(text) {
      const tokens: Token[] = [];
      for (const { 0: stretch, index } of text.matchAll(wordStretch)) {
        for (const token of tokensOf(stretch)) {
          tokens.push({ term: token.term, start: index + token.start, end: index + token.end, stop: token.stop });
        }
      }
      return tokens;
    },
    eachTerm: (text, take) => eachTerm(text, { forms, rare, take }),
  };
}

interface Reading {
  readonly forms: WordForms;
  /** The terms of a stretch that is not a plain ASCII word. */
  readonly rare: (stretch: string) => readonly IndexTerm[];
  readonly take: (term: IndexTerm) => void;
}

/** What a character below 128 is to the scanner: nothing, part of a word, or a possible connector. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) return 1;
  return /[_.:'@/,-]/.test(character) ? 2 : 0;
});

/**
 * Plain ASCII words are recognised in place; any other stretch is cut out and read by the pattern. No character is read
 * beyond the end: `charCodeAt` would give NaN there, and the loop would run at a third of its speed.
 */
function eachTerm(text: string, reading: Reading): void {
  const { forms, rare, take } = reading;
  const { letters } = forms;
  const end = text.length;
  let at = 0;
  while (at < end) {
    let code = text.charCodeAt(at);
    if (isAsciiGap(code)) {
      at += 1;
      continue;
    }
    const start = at;
    let hash = 0;
    while (isAsciiWord(code)) {
      hash = mixHash(hash, code);
      letters[at - start] = code;
      at += 1;
      if (at === end) break;
      code = text.charCodeAt(at);
    }
    if (at - start <= longestForm && isPlainEnd(text, at)) forms.give(text, { start, end: at, hash, take });
    else at = readStretch(text, start, { rare, take });
  }
}

const isAsciiWord = (code: number) => code < 128 && kinds[code] === 1;
const isAsciiGap = (code: number) => code < 128 && kinds[code] !== 1;

/** Whether an ASCII word ends here for certain: no other letter, mark or connector follows. */
function isPlainEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code >= 128) return false;
  if (kinds[code] === 0 || at + 1 >= text.length) return true;
  const next = text.charCodeAt(at + 1);
  return next < 128 && kinds[next] === 0;
}

/** Reads the stretch at `start` by the pattern and returns its end; one character on where none begins there. */
function readStretch(text: string, start: number, reading: Pick<Reading, "rare" | "take">): number {
  stickyStretch.lastIndex = start;
  const stretch = stickyStretch.exec(text)?.[0];
  if (stretch === undefined) return start + 1;
  for (const term of reading.rare(stretch)) reading.take(term);
  return start + stretch.length;
}

const stickyStretch = new RegExp(wordStretch.source, "uy");

/** Keeps the last 65,536 to 131,072 results. */
function rememberRecent<T>(compute: (key: string) => T): (key: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (key) => {
    const recent = young.get(key);
    if (recent !== undefined) return recent;
    const found = old.get(key) ?? compute(key);
    if (young.size === 65_536) {
      old = young;
      young = new Map();
    }
    young.set(key, found);
    return found;
  };
}
