/** Stop words are mostly Orama's, imported statically for the executable. */
import { stopwords as arabicStops } from "@orama/stopwords/arabic";
import { stopwords as danishStops } from "@orama/stopwords/danish";
import { stopwords as dutchStops } from "@orama/stopwords/dutch";
import { stopwords as englishStops } from "@orama/stopwords/english";
import { stopwords as finnishStops } from "@orama/stopwords/finnish";
import { stopwords as frenchStops } from "@orama/stopwords/french";
import { stopwords as germanStops } from "@orama/stopwords/german";
import { stopwords as greekStops } from "@orama/stopwords/greek";
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
import { primarySubtag } from "../data/language.ts";
import { stemmerOf } from "./stemmers.ts";

/** Our own lists: the published Hindi one has content words (`घर`, house), which cost .02 of nDCG@10. */
const words = (list: string): readonly string[] => list.split(" ");

const hindiStops = words(
  "का के की को में से पर ने है हैं था थे थी थीं " + "कौन कब कहां किस किसने किसे किसका किसकी किसके किसको कितना कितने कितनी कैसे क्यों",
);

/** Only question words; dropping the letter pairs of function words costs .02. */
const thaiStops = words(
  "อะไร ใคร ไหน ใด ที่ไหน ที่ใด เมื่อไร เมื่อไหร่ เมื่อใด เท่าไร เท่าไหร่ เท่าใด กี่ อย่างไร ยังไง ทำไม ไหม มั้ย บ้าง ครับ ค่ะ คะ",
);

/** An ending (`Newton's`) or an elided article (`l'avion`). */
export type Apostrophe = "ending" | "elision";

export interface LanguageRules {
  readonly stem: (word: string) => string;
  /** Marks are dropped before stemming. */
  readonly stemsFolded?: boolean;
  readonly stopWords: readonly string[];
  /** Letters that keep their marks. */
  readonly ownLetters: string | "all";
  readonly apostrophe: Apostrophe;
}

type WrittenRules = Omit<LanguageRules, "stem">;

const plain: WrittenRules = { stopWords: [], ownLetters: "", apostrophe: "ending" };
const nordic = { ownLetters: "åäöæø", apostrophe: "ending" } as const;
const folding = { ownLetters: "", apostrophe: "ending" } as const;
const eliding = { ownLetters: "", apostrophe: "elision" } as const;

/** The published English list lacks the article. */
const allEnglishStops = [...englishStops, "a"];

const rules: ReadonlyMap<string, WrittenRules> = new Map<string, WrittenRules>([
  ["en", { stemsFolded: true, stopWords: allEnglishStops, ...folding }],
  ["de", { stopWords: germanStops, ...folding }],
  ["fr", { stopWords: frenchStops, ...eliding }],
  ["es", { stopWords: spanishStops, ownLetters: "ñ", apostrophe: "ending" }],
  ["it", { stopWords: italianStops, ...eliding }],
  ["pt", { stopWords: portugueseStops, ...folding }],
  ["nl", { stopWords: dutchStops, ...folding }],
  ["sv", { stopWords: swedishStops, ...nordic }],
  ["da", { stopWords: danishStops, ...nordic }],
  ["no", { stopWords: norwegianStops, ...nordic }],
  ["fi", { stopWords: finnishStops, ...nordic }],
  ["ru", { stopWords: russianStops, ...folding }],
  ["ar", { stopWords: arabicStops, ...folding }],
  ["hi", { stopWords: hindiStops, ...folding }],
  ["tr", { stopWords: turkishStops, ownLetters: "çğıöşü", apostrophe: "ending" }],
  ["el", { stopWords: greekStops, ...folding }],
  ["ro", { stopWords: romanianStops, ...folding }],
  ["vi", { ...plain, ownLetters: "all" }],
  ["zh", { ...plain, stopWords: chineseStops }],
  ["th", { ...plain, stopWords: thaiStops }],
  ["ja", { ...plain, stopWords: japaneseStops }],
]);

export function languageRules(language: string): LanguageRules {
  const tag = rulesTag(language);
  return { ...(rules.get(tag) ?? plain), stem: stemmerOf(tag) };
}

export function rulesTag(language: string): string {
  const subtag = primarySubtag(language);
  return subtag === "nb" || subtag === "nn" ? "no" : subtag;
}
