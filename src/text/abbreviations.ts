/** Words that are written with a full stop that need not end a sentence, by language, for looking up. */
import { english } from "../languages/english.ts";
import { knownLanguages, languageOf } from "../languages/known-languages.ts";
import type { AbbreviationLists } from "../languages/language.ts";

/** As in `AbbreviationLists`. */
export interface Abbreviations {
  readonly titles: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly starters: ReadonlySet<string>;
  readonly ordinals: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" ").filter(Boolean));

function setsOf({ titles, references, others, starters, ordinals }: AbbreviationLists): Abbreviations {
  return {
    titles: words(titles),
    references: words(references),
    others: words(others),
    starters: words(starters),
    ordinals,
  };
}

const byTag: ReadonlyMap<string, Abbreviations> = new Map(
  knownLanguages.flatMap(({ tag, abbreviations }) => (abbreviations === null ? [] : [[tag, setsOf(abbreviations)]])),
);

const none: AbbreviationLists = { titles: "", references: "", others: "", starters: "", ordinals: false };
const otherwise = setsOf(english.abbreviations ?? none);

/** The abbreviations of a BCP 47 tag. A language without a list gets the English ones. */
export function abbreviationsOf(language: string): Abbreviations {
  return byTag.get(languageOf(language).tag) ?? otherwise;
}
