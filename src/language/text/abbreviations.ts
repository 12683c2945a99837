import { byLanguage } from "../data/by-language.ts";
import { english } from "../data/english.ts";
import type { AbbreviationLists } from "../data/language.ts";

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

const none: AbbreviationLists = { titles: "", references: "", others: "", starters: "", ordinals: false };

/** English ones for a language without a list. */
export const abbreviationsOf = byLanguage(({ abbreviations }) =>
  setsOf(abbreviations ?? english.abbreviations ?? none),
);
