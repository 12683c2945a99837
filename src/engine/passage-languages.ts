import { autoLanguage, findable, findLanguage, followedLanguage } from "../language/find-language.ts";
import type { IndexTerm } from "../language/words/analysis.ts";
import type { TermAnalyzer, TermAnalyzers } from "../language/words/analyzer.ts";
import type { PartSet } from "./parts/part-set.ts";
import { type TermKey, termKey } from "./parts/term-key.ts";

export interface QuestionLanguage {
  readonly analyzer: TermAnalyzer;
  readonly others: readonly TermAnalyzer[];
  readonly asked: string | null;
}

/** Passages in rarer languages are found only by words that are the same there. */
const mostOthers = 3;

export class PassageLanguages {
  readonly #set: string;
  readonly #analyzers: TermAnalyzers;
  readonly #marks = new Map<string, LanguageMark>();

  /** @param set the expert's language, BCP 47 or `auto` */
  constructor(set: string, analyzers: TermAnalyzers) {
    this.#set = set;
    this.#analyzers = analyzers;
  }

  analyzerFor(found: string | null): TermAnalyzer {
    return this.#analyzers(followedLanguage(this.#set, found));
  }

  /** Counts a language's passages; null for the expert's own. */
  markFor(found: string | null): IndexTerm | null {
    const language = followedLanguage(this.#set, found);
    return language === this.#set ? null : this.#markOf(language).term;
  }

  ofQuestion(text: string, parts: PartSet): QuestionLanguage {
    const present = this.#present(parts);
    const expected = [...present, ...(this.#set === autoLanguage ? [] : [this.#set])];
    const asked = findLanguage(text, expected);
    const own = followedLanguage(this.#set, asked);
    const language = present.includes(own) ? own : (present[0] ?? (this.#set === autoLanguage ? own : this.#set));
    const others = present.filter((one) => one !== language).slice(0, mostOthers);
    return { analyzer: this.#analyzers(language), others: others.map(this.#analyzers), asked };
  }

  #present(parts: PartSet): string[] {
    const marked = findable().flatMap((language) => {
      const { key, term } = this.#markOf(language);
      const passages = parts.documentFrequency(term.text, key);
      return passages === 0 ? [] : [{ language, passages }];
    });
    const unmarked = parts.passages - marked.reduce((sum, { passages }) => sum + passages, 0);
    const all = unmarked > 0 ? [...marked, { language: this.#set, passages: unmarked }] : marked;
    return all.toSorted((a, b) => b.passages - a.passages).map(({ language }) => language);
  }

  #markOf(language: string): LanguageMark {
    const known = this.#marks.get(language);
    if (known !== undefined) return known;
    const text = `\0${language}`;
    const mark = { term: { text, owner: null, id: -1 }, key: termKey(text) };
    this.#marks.set(language, mark);
    return mark;
  }
}

interface LanguageMark {
  readonly term: IndexTerm;
  readonly key: TermKey;
}
