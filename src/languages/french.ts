/** French: what the program knows about how the language is written and how its questions are phrased. */
import type { Language } from "./language.ts";

export const french: Language = {
  tag: "fr",
  spacing: "words",
  questions: {
    how_to: "comment faire|comment puis-je|comment peut-on|comment … je|comment … on|comment … vous|quelles étapes",
    how_many: "combien de|combien d|quel nombre|quel pourcentage|quelle proportion",
    when: "quand|quelle année|quelle date|quel jour|quel mois|quel siècle|quelle décennie|quelle heure|quelle époque|depuis quand",
    how_much:
      "combien|quelle distance|quel âge|quelle taille|quelle hauteur|quelle longueur|quelle durée|quelle quantité|quelle fréquence|quel prix|quelle température|quelle vitesse",
    why: "pourquoi|quelle raison|quelle … raison|quelle est la cause",
    where: "où|d'où|quel pays|quelle ville|quel endroit|quel lieu|quelle région|quel état|quel continent",
    list: "^liste|^énumère|^nomme|^citez|quels sont|quelles sont|quels types|quelles sortes|quels étaient",
    who: "qui|à qui|de qui|quelle personne|quel président|quel roi",
    definition: "que signifie|définition|qu'est-ce que|qu’est-ce que|c'est quoi|que veut dire|qu'est-ce qu",
    yes_no:
      "^est-ce|^est-il|^est-elle|^y a-t-il|^peut-on|^puis-je|^faut-il|^a-t-il|^a-t-elle|^existe-t-il|^sont-ils|^sont-elles",
  },
  negation: "pas|jamais|aucun|aucune|sans|ni",
  exceptions: "sauf|hormis|excepté|à part|en dehors de",
  frames:
    "sorte sortes type types exemple exemples nom noms terme termes mot mots façon manière pourcentage nombre date chose choses raison but selon normalement généralement habituellement passe passé arrive arrivé arriva puis peut peux dois doit faut appelé appelée appelle appelés connu connue signifie signifient désigne sert servent utilise utilisent utilisé utilisée exactement vraiment",
  forms: null,
  verbPrefixes: null,
  defines:
    "(?:est|sont|était|étaient) (?:une?|des|le|la|les|l['’]\\p{L}+)|signifie|désigne|désignent|veut dire|se définit comme",
  opposites: null,
  negatingPrefixes: "in im ir il dé",
  counting: null,
  breadth: {
    sides: String.raw`\bcompar(?:e|er|ez|aison)\b|\bdifférences?\b|\bdiffèrent\b|\bversus\b|\bvs\b|\b(?:plus|moins) \p{L}+.*,.*\bou\b|\b(?:et|ou) (?:qui|quand|où|quel(?:le)?s?|pourquoi|comment|combien)(?!\p{L})`,
    linked: String.raw`\b(?:dont|duquel|desquel(?:le)?s|auquel|auxquel(?:le)?s|(?:de|dans|sur|par|pour|avec) (?:laquelle|lequel|lesquel(?:le)?s))\b|\soù\s`,
    overview: String.raw`\brésum(?:e|er|ez|é)(?!\p{L})|\baperçu\b|\bvue d['’]ensemble\b|^(?:explique|expliquez|décris|décrivez|énumère|énumérez|liste|listez)\b|^parlez?[- ]moi\b|\btout (?:sur|ce qu['’e]|ce qui)|^que (?:dit|disent|exige|exigent|recommande|recommandent|prévoit|prescrit) (?<source>.*?) (?:sur|à propos|au sujet|pour|concernant)\b|^quel(?:le)?s sont les (?:\p{L}+ )?(?:exigences|règles|limites|options|étapes|principes|recommandations|différences|conditions|avantages|restrictions)\b|^comment (?:fonctionne(?:nt)?|marche(?:nt)?)\b|^comment .* (?:traite|gère)(?:-t-|nt|\b)|^que (?:faut-il|dois-je|doit-on) (?:faire|savoir|prendre)\b`,
    several: String.raw`^comment (?:est|sont|se|fonctionne|fonctionnent|peut|peuvent|doit|doivent|a été|ont été)(?!\p{L})|^quel(?:le)?s \p{L}+ |^qu['’]est-ce qui (?:se passe|est|peut|doit)(?!\p{L})|^que (?:se passe|peut|faut|doit|fait)(?!\p{L})|^(?:exigences|règles|limites|étapes|options|raisons)(?!\p{L})`,
    about:
      "résumé résume résumer résumez aperçu vue ensemble explique expliquez décris décrivez énumère énumérez liste listez parle parlez moi tout dit disent exige exigent recommande recommandent prévoit prescrit compare comparer comparez faire savoir prendre fonctionne fonctionnent marche traite gère",
  },
  refusal: "Je n’ai pas trouvé de réponse à cette question dans les sources disponibles.",
  followUps: {
    openers: "et|mais|ou|donc|alors|aussi|qu'en est-il|pourquoi",
    pointers: "il|elle|ils|elles|lui|celui-ci|celle-ci|ceci|cela|ça",
  },
  talk: {
    hello: "bonjour|salut|bonsoir|coucou",
    thanks: "merci|merci beaucoup|merci bien",
    goodbye: "au revoir|à bientôt|bonne nuit",
    ability:
      "que peux-tu faire|que sais-tu faire|que savez-vous faire|que pouvez-vous faire|qui es-tu|qui êtes-vous|aide|que sais-tu",
  },
  replies: {
    hello: "Bonjour ! Je suis {name}.",
    introduction: "Je suis {name}.",
    thanks: "Je vous en prie.",
    goodbye: "Au revoir.",
    sources: "Je réponds à partir de ces sources : {titles}.",
    noSources: "Je n’ai pas encore de sources.",
    examples: "Vous pouvez me demander, par exemple :",
    about: "Que disent les sources sur {subject} ?",
  },
  numbers: "deux trois quatre cinq six sept huit neuf dix douze cent mille",
  reasons: "parce que|car|en raison|grâce à",
  eras: "siècles?",
  abbreviations: {
    titles: "m mm mme mmes mlle mlles dr pr me st ste mgr drs prof",
    references: "n no art chap fig p pp t vol al éd env janv févr avr juil sept oct nov déc réf eq éq sect",
    others: "etc cf ex p.ex c.-à-d av apr j.-c max min tél",
    starters:
      "le la les l un une des il elle ils elles on nous vous je ce cet cette ces dans en à au aux sur par pour avec et mais ou donc or ni car si quand lorsque comme après avant depuis selon son sa ses leur leurs",
    ordinals: false,
  },
  capitalNouns: false,
};
