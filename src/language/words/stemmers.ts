/** Snowball's stemmers as Orama publishes them, and our own for Hindi; tables are made when first needed. */

import { stemHindi } from "./hindi-stemmer.ts";

type Stem = (word: string) => string;

const modules: Readonly<Record<string, () => unknown>> = {
  en: () => require("@orama/stemmers/english"),
  de: () => require("@orama/stemmers/german"),
  fr: () => require("@orama/stemmers/french"),
  es: () => require("@orama/stemmers/spanish"),
  it: () => require("@orama/stemmers/italian"),
  pt: () => require("@orama/stemmers/portuguese"),
  nl: () => require("@orama/stemmers/dutch"),
  sv: () => require("@orama/stemmers/swedish"),
  da: () => require("@orama/stemmers/danish"),
  no: () => require("@orama/stemmers/norwegian"),
  fi: () => require("@orama/stemmers/finnish"),
  ru: () => require("@orama/stemmers/russian"),
  ar: () => require("@orama/stemmers/arabic"),
  tr: () => require("@orama/stemmers/turkish"),
  el: () => require("@orama/stemmers/greek"),
  ro: () => require("@orama/stemmers/romanian"),
};

/** Without one, words stay as they are. */
export function stemmerOf(subtag: string): Stem {
  if (subtag === "hi") return stemHindi;
  const module = modules[subtag]?.();
  return module === undefined ? (word) => word : (module as { readonly stemmer: Stem }).stemmer;
}
