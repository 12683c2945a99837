import { type Language, unlisted } from "./language.ts";

export const scandinavianAbbreviations = {
  titles: "dr hr fr frk prof st ing",
  references: "nr s kap fig art pkt tab bl ca jan febr feb mar apr jun jul aug sept sep okt nov dec des ref",
  others:
    "bl.a bla d.v.s dvs t.ex ex f.eks f.ex m.m m.fl mfl o.s.v osv etc ev evt inkl max min tel kl kr mio mia f.kr e.kr",
  starters:
    "den det de en ett et ei han hun hon vi jeg jag i på av af för for med til till från fra och og men eller om når när da då som der där her här dette detta denne denna ikke inte",
  ordinals: true,
};

export const norwegian: Language = {
  tag: "no",
  spacing: "words",
  questions: {
    how_to: "hvordan kan jeg|hvordan kan man|hvordan gjør|hvordan skal jeg|hvordan … jeg|hvordan … man|hvilke steg",
    how_many: "hvor mange|hvilket antall|hvor stor andel|hvilken andel|hvor mange prosent",
    when: "når|hvilket år|hvilken dato|hvilken dag|hvilken måned|hvilket århundre|hvilket tiår|hvilken tid",
    how_much:
      "hvor mye|hvor lenge|hvor lang|hvor langt|hvor gammel|hvor stor|hvor stort|hvor høy|hvor høyt|hvor tung|hvor rask|hvor raskt|hvor dyp|hvor ofte|hvor varmt",
    why: "hvorfor|hvilken grunn|hva … grunn|hva … årsak",
    where: "hvor|hvorhen|hvorfra|hvilket land|hvilken by|hvilket sted|hvilken region|hvilken stat|hvilket kontinent",
    list: "^nevn|^list|hvilke er|hvilke typer|hvilke slags|hva er de|hvilke var",
    who: "hvem|hvilken person|hvilken president|hvilken konge",
    definition: "hva betyr|definisjon av|hva er|hva var|hva menes|hva står … for",
    yes_no: "^er|^var|^har|^hadde|^kan|^må|^skal|^finnes|^blir|^ble|^gjør",
  },
  negation: "ikke|aldri|ingen|intet|uten",
  exceptions: "unntatt|bortsett fra",
  frames: null,
  ...unlisted,
  compoundLinks: "s e er",
  breadth: null,
  refusal: "Jeg fant ikke noe svar på det i de tilgjengelige kildene.",
  followUps: {
    openers: "og|men|eller|så|også|hvorfor",
    pointers: "han|hun|ham|henne|hans|hennes|dem|deres|dette|denne|disse",
  },
  talk: {
    hello: "hei|hallo|god morgen|god kveld|god dag",
    thanks: "takk|tusen takk|mange takk",
    goodbye: "ha det|farvel",
    ability: "hva kan du|hva kan du gjøre|hvem er du|hjelp",
  },
  replies: {
    hello: "Hei! Jeg er {name}.",
    introduction: "Jeg er {name}.",
    thanks: "Bare hyggelig.",
    goodbye: "Ha det.",
    sources: "Jeg svarer ut fra disse kildene: {titles}.",
    noSources: "Jeg har ingen kilder ennå.",
    examples: "Du kan for eksempel spørre meg:",
  },
  abbreviations: scandinavianAbbreviations,
  capitalNouns: false,
};

export const norwegianNynorsk: Language = {
  ...norwegian,
  tag: "nn",
  negation: "ikkje|aldri|ingen|inga|utan",
  exceptions: "unnateke|bortsett frå",
  refusal: "Eg fann ikkje noko svar på det i dei tilgjengelege kjeldene.",
  replies: {
    hello: "Hei! Eg er {name}.",
    introduction: "Eg er {name}.",
    thanks: "Berre hyggeleg.",
    goodbye: "Ha det.",
    sources: "Eg svarar ut frå desse kjeldene: {titles}.",
    noSources: "Eg har ingen kjelder enno.",
    examples: "Du kan til dømes spørje meg:",
  },
};
