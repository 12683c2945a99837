import { type Language, unlisted } from "./language.ts";
import { scandinavianAbbreviations } from "./norwegian.ts";

export const danish: Language = {
  tag: "da",
  spacing: "words",
  questions: {
    how_to: "hvordan kan jeg|hvordan kan man|hvordan gør|hvordan skal jeg|hvordan … jeg|hvordan … man|hvilke trin",
    how_many: "hvor mange|hvilket antal|hvor stor en andel|hvilken andel|hvor mange procent",
    when: "hvornår|hvilket år|hvilken dato|hvilken dag|hvilken måned|hvilket århundrede|hvilket årti|hvad tid",
    how_much:
      "hvor meget|hvor længe|hvor lang|hvor langt|hvor gammel|hvor stor|hvor stort|hvor høj|hvor højt|hvor tung|hvor hurtig|hvor hurtigt|hvor dyb|hvor ofte|hvor varmt",
    why: "hvorfor|hvilken grund|hvad … grund|hvad … årsag",
    where: "hvor|hvorhen|hvorfra|hvilket land|hvilken by|hvilket sted|hvilken region|hvilken stat|hvilket kontinent",
    list: "^nævn|^list|hvilke er|hvilke typer|hvilke slags|hvad er de|hvilke var",
    who: "hvem|hvis|hvilken person|hvilken præsident|hvilken konge",
    definition: "hvad betyder|definition af|hvad er|hvad var|hvad menes|hvad står … for",
    yes_no: "^er|^var|^har|^havde|^kan|^må|^skal|^findes|^bliver|^blev|^gør",
  },
  negation: "ikke|aldrig|ingen|intet|uden",
  exceptions: "undtagen|udover|bortset fra",
  frames: null,
  ...unlisted,
  compoundLinks: "s e er",
  breadth: null,
  refusal: "Jeg fandt ikke noget svar på det i de tilgængelige kilder.",
  followUps: {
    openers: "og|men|eller|så|også|hvorfor",
    pointers: "han|hun|ham|hende|hans|hendes|dem|deres|dette|denne|disse",
  },
  talk: {
    hello: "hej|goddag|god morgen|god aften",
    thanks: "tak|mange tak|tusind tak",
    goodbye: "farvel|hej hej",
    ability: "hvad kan du|hvad kan du gøre|hvem er du|hjælp",
  },
  replies: {
    hello: "Hej! Jeg er {name}.",
    introduction: "Jeg er {name}.",
    thanks: "Det var så lidt.",
    goodbye: "Farvel.",
    sources: "Jeg svarer ud fra disse kilder: {titles}.",
    noSources: "Jeg har endnu ingen kilder.",
    examples: "Du kan for eksempel spørge mig:",
  },
  abbreviations: scandinavianAbbreviations,
  capitalNouns: false,
};
