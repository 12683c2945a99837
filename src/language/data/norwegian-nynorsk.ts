import type { Language } from "./language.ts";
import { norwegian } from "./norwegian.ts";

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
    about: "Kva seier kjeldene om {subject}?",
  },
};
