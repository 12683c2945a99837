/** Norwegian Nynorsk, where it differs from Bokmål. */
import type { Language } from "./language.ts";
import { norwegian } from "./norwegian.ts";

export const norwegianNynorsk: Language = {
  ...norwegian,
  tag: "nn",
  negation: "ikkje|aldri|ingen|inga|utan|unnateke",
  refusal: "Eg fann ikkje noko svar på det i dei tilgjengelege kjeldene.",
};
