import { type Language, unlisted } from "./language.ts";
import { scandinavianAbbreviations } from "./norwegian.ts";

export const swedish: Language = {
  tag: "sv",
  spacing: "words",
  questions: {
    how_to: "hur kan jag|hur kan man|hur gör|hur ska jag|hur … jag|hur … man|vilka steg",
    how_many: "hur många|vilket antal|hur stor andel|hur många procent|vilken andel",
    when: "när|vilket år|vilket datum|vilken dag|vilken månad|vilket århundrade|vilket årtionde|hur dags|vilken tid",
    how_much:
      "hur mycket|hur länge|hur lång|hur långt|hur gammal|hur stor|hur stort|hur hög|hur högt|hur tung|hur snabb|hur snabbt|hur djup|hur ofta|hur varmt",
    why: "varför|vilken anledning|vad … orsak|vad … anledning",
    where: "var|vart|varifrån|vilket land|vilken stad|vilken plats|vilken region|vilken delstat|vilken kontinent",
    list: "^nämn|^lista|vilka är|vilka typer|vilka sorter|vilka var",
    who: "vem|vems|vilka personer|vilken person|vilken president|vilken kung",
    definition: "vad betyder|definition av|vad är|vad var|vad menas|vad står … för",
    yes_no: "^är|^var det|^har|^hade|^kan|^får|^måste|^ska|^finns|^blir|^gör|^går",
  },
  negation: "inte|aldrig|ingen|inget|inga|utan",
  exceptions: "utom|förutom",
  frames: null,
  ...unlisted,
  compoundLinks: "s e o u a",
  breadth: null,
  refusal: "Jag hittade inget svar på det i de tillgängliga källorna.",
  announcing: "följande|nedan",
  followUps: {
    openers: "och|men|eller|så|då|också|varför",
    pointers: "han|hon|honom|henne|hans|hennes|dem|deras|detta|denna|dessa|där",
  },
  talk: {
    hello: "hej|hallå|god morgon|god kväll|god dag",
    thanks: "tack|tack så mycket",
    goodbye: "hej då|adjö",
    ability: "vad kan du|vad kan du göra|vem är du|hjälp",
  },
  replies: {
    hello: "Hej! Jag är {name}.",
    introduction: "Jag är {name}.",
    thanks: "Varsågod.",
    goodbye: "Hej då.",
    sources: "Jag svarar utifrån dessa källor: {titles}.",
    noSources: "Jag har inga källor än.",
    examples: "Du kan till exempel fråga mig:",
  },
  abbreviations: scandinavianAbbreviations,
  capitalNouns: false,
};
