/** Romanian: what the program knows about how the language is written and how its questions are phrased. */
import type { Language } from "./language.ts";

export const romanian: Language = {
  tag: "ro",
  spacing: "words",
  questions: {
    how_to: "cum pot|cum se poate|cum să|cum trebuie|cum se|ce pași",
    how_many: "câți|câte|ce număr|ce procent|ce proporție",
    when: "când|ce an|care an|ce dată|ce zi|ce lună|ce secol|ce deceniu|la ce oră|ce perioadă",
    how_much: "cât|câtă|cât de|ce distanță|ce vârstă|ce înălțime|ce lungime|ce mărime|ce preț|ce temperatură|ce viteză",
    why: "de ce|din ce motiv|care … motivul|care … cauza",
    where: "unde|de unde|încotro|ce țară|care țară|ce oraș|care oraș|ce loc|ce regiune|ce stat|ce continent",
    list: "^enumeră|^listează|^numește|care sunt|ce tipuri|ce feluri|care au fost|care erau",
    who: "cine|cui|pe cine|al cui|ce persoană|ce președinte|ce rege",
    definition: "ce înseamnă|definiția|ce este|ce sunt|ce era|ce e",
    yes_no: "^este|^sunt|^era|^a fost|^are|^au|^poate|^pot|^trebuie|^există",
  },
  negation: "nu|niciodată|niciun|nicio|fără|cu excepția",
  opposites: null,
  breadth: null,
  refusal: "Nu am găsit un răspuns la această întrebare în sursele disponibile.",
  followUps: {
    openers: "și|şi|dar|sau|atunci|de ce|ce zici de",
    pointers: "ei|ele|îl|lui|lor|său|asta|acesta|aceasta|acela|acolo",
  },
  talk: {
    hello: "salut|bună|bună ziua|bună dimineața|bună seara",
    thanks: "mulțumesc|mulțumesc mult|mersi",
    goodbye: "la revedere|pa",
    ability: "ce poți face|cine ești|ajutor",
  },
  replies: {
    hello: "Bună ziua! Sunt {name}.",
    introduction: "Sunt {name}.",
    thanks: "Cu plăcere.",
    goodbye: "La revedere.",
    sources: "Răspund din aceste surse: {titles}.",
    noSources: "Nu am încă surse.",
    examples: "Mă puteți întreba, de exemplu:",
    about: "Ce spun sursele despre {subject}?",
  },
  numbers: "doi două trei patru cinci șase șapte opt nouă zece sută",
  reasons: "deoarece|pentru că|din cauza",
  eras: "secolul|secolului",
  abbreviations: {
    titles: "dl dna dr prof ing sf",
    references: "nr art p pag fig vol cap alin",
    others: "etc ex î.hr d.hr tel str max min",
    starters: "un o în la de din pe cu și dar sau dacă când cum acest această aceste el ea ei ele nu după",
    ordinals: false,
  },
  capitalNouns: false,
};
