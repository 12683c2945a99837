import { type Language, unlisted } from "./language.ts";

export const finnish: Language = {
  tag: "fi",
  spacing: "words",
  questions: {
    how_to: "miten voin|miten voi|kuinka voin|kuinka voi|miten tehdään|miten … minä|mitä vaiheita",
    how_many: "kuinka monta|kuinka moni|montako|mikä määrä|kuinka suuri osuus|mikä osuus|kuinka monessa",
    when: "milloin|koska|minä vuonna|mikä vuosi|minä päivänä|missä kuussa|millä vuosisadalla|millä vuosikymmenellä|mihin aikaan|mistä lähtien",
    how_much:
      "kuinka paljon|paljonko|kuinka kauan|kuinka pitkä|kuinka vanha|kuinka suuri|kuinka korkea|kuinka painava|kuinka nopea|kuinka syvä|kuinka usein|miten usein",
    why: "miksi|mistä syystä|minkä takia|minkä vuoksi|mikä … syy",
    where: "missä|mihin|mistä|minne|mikä maa|missä maassa|missä kaupungissa|mikä kaupunki|mikä paikka",
    list: "^luettele|^nimeä|mitkä ovat|mitkä olivat|mitä … ovat|minkä tyyppisiä",
    who: "kuka|ketkä|kenen|kenet|kenelle|kuka henkilö",
    definition: "mitä tarkoittaa|mitä … tarkoittaa|määritelmä|mikä on|mitä on|mikä oli|mitä ovat",
    yes_no: "^onko|^ovatko|^oliko|^olivatko|^voiko|^voinko|^voivatko|^pitääkö|^saako|^täytyykö",
  },
  negation: "ei|eivät|ollut|koskaan|ilman",
  exceptions: "paitsi|lukuun ottamatta",
  frames: null,
  ...unlisted,
  breadth: null,
  refusal: "En löytänyt vastausta tähän käytettävissä olevista lähteistä.",
  followUps: {
    openers: "ja|mutta|tai|entä|entäpä|miksi",
    pointers: "se|sen|sitä|siinä|ne|niiden|niitä|hän|hänen|tämä|tämän|tuo|siellä",
  },
  talk: {
    hello: "hei|moi|terve|hyvää huomenta|hyvää päivää|hyvää iltaa",
    thanks: "kiitos|kiitos paljon|paljon kiitoksia",
    goodbye: "näkemiin|hei hei",
    ability: "mitä osaat|mitä voit tehdä|kuka olet|apua",
  },
  replies: {
    hello: "Hei! Olen {name}.",
    introduction: "Olen {name}.",
    thanks: "Ole hyvä.",
    goodbye: "Näkemiin.",
    sources: "Vastaan näiden lähteiden perusteella: {titles}.",
    noSources: "Minulla ei ole vielä lähteitä.",
    examples: "Voit kysyä minulta esimerkiksi:",
  },
  abbreviations: {
    titles: "tri prof hra rva nti",
    references: "nro s ks luku kuva n",
    others: "esim mm jne eaa jaa ym yms ts tms ko em v klo puh milj mrd",
    starters: "se ne hän he me minä tämä nämä tuo nuo ja mutta tai jos kun kuin myös sen niiden hänen siellä",
    ordinals: true,
  },
  capitalNouns: false,
};
