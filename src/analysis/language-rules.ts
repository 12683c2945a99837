/**
 * What languages differ in: stop words, stemmer, letters that keep their marks, and the meaning of an apostrophe.
 *
 * The stemmers are Snowball's, and the stop words are the lists that Orama publishes with them. Both are imported
 * statically, so that the compiled program contains them.
 */
import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stopwords as arabicStops } from "@orama/stopwords/arabic";
import { stopwords as danishStops } from "@orama/stopwords/danish";
import { stopwords as dutchStops } from "@orama/stopwords/dutch";
import { stopwords as englishStops } from "@orama/stopwords/english";
import { stopwords as finnishStops } from "@orama/stopwords/finnish";
import { stopwords as frenchStops } from "@orama/stopwords/french";
import { stopwords as germanStops } from "@orama/stopwords/german";
import { stopwords as greekStops } from "@orama/stopwords/greek";
import { stopwords as hindiStops } from "@orama/stopwords/indian";
import { stopwords as italianStops } from "@orama/stopwords/italian";
import { stopwords as japaneseStops } from "@orama/stopwords/japanese";
import { stopwords as chineseStops } from "@orama/stopwords/mandarin";
import { stopwords as norwegianStops } from "@orama/stopwords/norwegian";
import { stopwords as portugueseStops } from "@orama/stopwords/portuguese";
import { stopwords as romanianStops } from "@orama/stopwords/romanian";
import { stopwords as russianStops } from "@orama/stopwords/russian";
import { stopwords as spanishStops } from "@orama/stopwords/spanish";
import { stopwords as swedishStops } from "@orama/stopwords/swedish";
import { stopwords as turkishStops } from "@orama/stopwords/turkish";
import { primarySubtag } from "../languages/subtag.ts";

/**
 * What is dropped at an apostrophe inside a word: the ending after it (`Newton's`, `İstanbul'da`), or the article or
 * pronoun before it (`l'avion`, `dell'acqua`).
 */
export type Apostrophe = "ending" | "elision";

export interface LanguageRules {
  readonly stem: (word: string) => string;
  /** Whether the stemmer knows only plain letters, so that marks are dropped before stemming rather than after. */
  readonly stemsFolded?: boolean;
  readonly stopWords: readonly string[];
  /** Letters with marks that count as letters of their own and keep the marks; `all` if marks are never dropped. */
  readonly ownLetters: string | "all";
  readonly apostrophe: Apostrophe;
}

const unchanged = (word: string) => word;

const plain: LanguageRules = { stem: unchanged, stopWords: [], ownLetters: "", apostrophe: "ending" };
const nordic = { ownLetters: "åäöæø", apostrophe: "ending" } as const;
const folding = { ownLetters: "", apostrophe: "ending" } as const;
const eliding = { ownLetters: "", apostrophe: "elision" } as const;

/** The published English list lacks the article. */
const allEnglishStops = [...englishStops, "a"];

const rules: ReadonlyMap<string, LanguageRules> = new Map<string, LanguageRules>([
  ["en", { stem: english, stemsFolded: true, stopWords: allEnglishStops, ...folding }],
  ["de", { stem: german, stopWords: germanStops, ...folding }],
  ["fr", { stem: french, stopWords: frenchStops, ...eliding }],
  ["es", { stem: spanish, stopWords: spanishStops, ownLetters: "ñ", apostrophe: "ending" }],
  ["it", { stem: italian, stopWords: italianStops, ...eliding }],
  ["pt", { stem: portuguese, stopWords: portugueseStops, ...folding }],
  ["nl", { stem: dutch, stopWords: dutchStops, ...folding }],
  ["sv", { stem: swedish, stopWords: swedishStops, ...nordic }],
  ["da", { stem: danish, stopWords: danishStops, ...nordic }],
  ["no", { stem: norwegian, stopWords: norwegianStops, ...nordic }],
  ["fi", { stem: finnish, stopWords: finnishStops, ...nordic }],
  ["ru", { stem: russian, stopWords: russianStops, ...folding }],
  ["ar", { stem: arabic, stopWords: arabicStops, ...folding }],
  ["hi", { stem: hindi, stopWords: hindiStops, ...folding }],
  ["tr", { stem: turkish, stopWords: turkishStops, ownLetters: "çğıöşü", apostrophe: "ending" }],
  ["el", { stem: greek, stopWords: greekStops, ...folding }],
  ["ro", { stem: romanian, stopWords: romanianStops, ...folding }],
  ["vi", { ...plain, ownLetters: "all" }],
  ["zh", { ...plain, stopWords: chineseStops }],
  ["ja", { ...plain, stopWords: japaneseStops }],
]);

/** The rules of a BCP 47 language, by its primary subtag (`pt-BR` is `pt`). For unknown languages: plain Unicode words. */
export function languageRules(language: string): LanguageRules {
  return rules.get(rulesTag(language)) ?? plain;
}

/** `pt-BR` → `pt`. Both written standards of Norwegian share one set of rules. */
export function rulesTag(language: string): string {
  const subtag = primarySubtag(language);
  return subtag === "nb" || subtag === "nn" ? "no" : subtag;
}
