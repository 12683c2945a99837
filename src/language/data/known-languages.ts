import { arabic } from "./arabic.ts";
import { chinese, chineseTraditional } from "./chinese.ts";
import { danish } from "./danish.ts";
import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import { finnish } from "./finnish.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { greek } from "./greek.ts";
import { hindi } from "./hindi.ts";
import { italian } from "./italian.ts";
import { japanese } from "./japanese.ts";
import { korean } from "./korean.ts";
import { type Language, primarySubtag } from "./language.ts";
import { norwegian, norwegianNynorsk } from "./norwegian.ts";
import { portuguese } from "./portuguese.ts";
import { romanian } from "./romanian.ts";
import { russian } from "./russian.ts";
import { spanish } from "./spanish.ts";
import { swedish } from "./swedish.ts";
import { thai } from "./thai.ts";
import { turkish } from "./turkish.ts";
import { vietnamese } from "./vietnamese.ts";

export const knownLanguages: readonly Language[] = [
  english,
  arabic,
  chinese,
  chineseTraditional,
  danish,
  dutch,
  finnish,
  french,
  german,
  greek,
  hindi,
  italian,
  japanese,
  korean,
  norwegian,
  norwegianNynorsk,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  thai,
  turkish,
  vietnamese,
];

const byTag: ReadonlyMap<string, Language> = new Map(knownLanguages.map((language) => [language.tag, language]));

/** Bokmål, the usual form of Norwegian. */
const aliases: ReadonlyMap<string, string> = new Map([["nb", "no"]]);

export function knownLanguage(tag: string): Language | null {
  if (/^zh-(?:hant|tw|hk|mo)\b/i.test(tag)) return chineseTraditional;
  const subtag = primarySubtag(tag);
  return byTag.get(aliases.get(subtag) ?? subtag) ?? null;
}

export function languageOf(tag: string): Language {
  return knownLanguage(tag) ?? english;
}
