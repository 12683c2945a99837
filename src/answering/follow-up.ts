/**
 * Resolves a question that leans on the turns before it: "and in winter?" after "How often do I change the filter?".
 * Without a model: such a question is asked together with the one that it leans on, so that search and sentence choice
 * see the words it leaves out.
 */
import { primarySubtag } from "../text/abbreviations.ts";
import { readAsking } from "./extractive/question-kind.ts";

/** A turn of the conversation, oldest first. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/**
 * What a follow-up begins with, and the words that point back, by language. Words that are also articles (`la`, `das`,
 * `het`) are left out: they stand in every other question.
 */
interface Leaning {
  readonly openers: string;
  readonly pointers: string;
}

const leanings: Readonly<Record<string, Leaning>> = {
  en: {
    openers:
      "and|but|or|so|then|also|what about|how about|what if|same for|why|why not|how so|since when|for how long|until when",
    pointers:
      "it|its|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|the same|the other|the latter|the former|that one|about that|of that|do that|that(?=\\W*$)",
  },
  de: {
    openers: "und|aber|oder|also|dann|auch|was ist mit|wie ist es mit|wie steht es mit|warum|wieso",
    pointers:
      "er|ihn|ihm|sie|ihr|ihre|ihren|ihrem|diese|dieser|dieses|diesen|damit|davon|dafür|dabei|darin|dort|dessen|deren",
  },
  fr: {
    openers: "et|mais|ou|donc|alors|aussi|qu'en est-il|pourquoi",
    pointers: "il|elle|ils|elles|lui|celui-ci|celle-ci|ceci|cela|ça",
  },
  es: {
    openers: "y|e|pero|o|entonces|también|qué tal|qué hay de|por qué",
    pointers: "él|ella|ellos|ellas|su|sus|esto|eso|ese|esa|allí|ahí",
  },
  it: {
    openers: "e|ed|ma|o|allora|anche|che ne dici|perché",
    pointers: "esso|essa|essi|esse|lui|lei|loro|suo|sua|suoi|sue|quello|quella|ciò|lì",
  },
  pt: {
    openers: "e|mas|ou|então|também|e quanto a|por que",
    pointers: "ele|ela|eles|elas|isto|isso|esse|essa|seu|sua|ali|lá",
  },
  nl: {
    openers: "en|maar|of|dus|dan|ook|hoe zit het met|waarom",
    pointers: "hij|zij|ze|hem|hun|deze|ermee|ervan|daarmee|daarvan",
  },
  sv: {
    openers: "och|men|eller|så|då|också|varför",
    pointers: "han|hon|honom|henne|hans|hennes|dem|deras|detta|denna|dessa|där",
  },
  da: {
    openers: "og|men|eller|så|også|hvorfor",
    pointers: "han|hun|ham|hende|hans|hendes|dem|deres|dette|denne|disse",
  },
  no: {
    openers: "og|men|eller|så|også|hvorfor",
    pointers: "han|hun|ham|henne|hans|hennes|dem|deres|dette|denne|disse",
  },
  fi: {
    openers: "ja|mutta|tai|entä|entäpä|miksi",
    pointers: "se|sen|sitä|siinä|ne|niiden|niitä|hän|hänen|tämä|tämän|tuo|siellä",
  },
  ru: {
    openers: "и|а|но|или|тогда|также|почему|а как|а что",
    pointers: "он|она|оно|они|его|её|ее|их|им|ему|ей|это|этот|эта|эти|там|тот|та|те",
  },
  ar: { openers: "و|وماذا عن|ماذا عن|لماذا|لكن|أو", pointers: "هو|هي|هم|هذا|هذه|ذلك|تلك|هناك|له|لها|لهم|فيه|فيها" },
  hi: { openers: "और|लेकिन|या|तो|क्यों", pointers: "यह|वह|ये|वे|इस|उस|इसे|उसे|इसका|उसका|उनका|वहाँ" },
  tr: { openers: "ve|ama|veya|peki|ya|neden", pointers: "onu|onun|ona|onlar|onların|bunu|bunun|orada" },
  el: {
    openers: "και|κι|αλλά|ή|λοιπόν|τότε|γιατί|τι γίνεται με",
    pointers: "αυτό|αυτός|αυτή|αυτά|αυτοί|αυτόν|αυτήν|εκεί|εκείνο",
  },
  ro: {
    openers: "și|şi|dar|sau|atunci|de ce|ce zici de",
    pointers: "ei|ele|îl|lui|lor|său|asta|acesta|aceasta|acela|acolo",
  },
  vi: { openers: "và|còn|nhưng|hay|vậy|tại sao", pointers: "nó|chúng|họ|ông ấy|bà ấy|cái đó|cái này|đó|này|ở đó" },
  zh: {
    openers: "那么|那|还有|但是|或者|为什么|而",
    pointers: "它|它们|他|她|他们|她们|这个|那个|这些|那些|这里|那里",
  },
  ja: {
    openers: "では|じゃあ|それでは|でも|そして|また|なぜ",
    pointers: "それ|これ|あれ|その|この|あの|彼|彼女|そこ|ここ",
  },
  ko: { openers: "그럼|그러면|그리고|하지만|또|왜", pointers: "그것|이것|그|그녀|그들|거기|여기|저것" },
  th: { openers: "แล้ว|และ|แต่|หรือ|ทำไม", pointers: "มัน|เขา|เธอ|พวกเขา|นี้|นั้น|ที่นั่น" },
};

/** Scripts that write no spaces: their words are found anywhere. */
const unspaced = new Set(["zh", "ja", "th"]);

/**
 * The question as it would be asked by itself. One that does not lean on the conversation is given back as it is.
 * @param language BCP 47; an unknown one leans as English does.
 */
export function standaloneQuestion(question: string, history: readonly Turn[], language: string): string {
  const earlier = history.filter(({ role }) => role === "user").map(({ text }) => text.trim());
  const trail: string[] = [];
  for (let current = question, at = earlier.length - 1; at >= 0 && trail.length < 2 && leans(current, language); at--) {
    current = earlier[at] ?? "";
    if (current !== "") trail.unshift(current);
  }
  return [...trail, question].join(" ");
}

/** Whether a question cannot be understood without what was said before. */
function leans(question: string, language: string): boolean {
  const subtag = primarySubtag(language);
  const { openers, pointers } = leanings[subtag] ?? leanings.en ?? { openers: "", pointers: "" };
  const [before, after] = unspaced.has(subtag) ? ["", ""] : ["(?<![\\p{L}\\p{N}])", "(?![\\p{L}\\p{N}])"];
  const opens = new RegExp(`^[\\s¿¡"'“«]*(?:${openers})${after}`, "iu");
  const points = new RegExp(`${before}(?:${pointers})${after}`, "iu");
  const text = question.trim();
  return isFragment(text, language) || (opens.test(text) && text.length < 120) || points.test(text);
}

/** "In winter?", "The other pump?": a few words and no word that asks. */
function isFragment(text: string, language: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length <= 3 && readAsking(text, language).words.trim() === "";
}
