/**
 * Writes test/fixtures/statements/real.txt: statements made by rules from paragraphs of real documents, true and false. It
 * was run once; the documents change, and the set must not.
 *
 * Run as `bun test/support/statements/write-real-statements.ts FILE…`, each a page of Markdown in English.
 */
import { readFileSync } from "node:fs";
import { splitSentences } from "../../../src/language/text/sentences.ts";

const target = new URL("../../fixtures/statements/real.txt", import.meta.url);

const words = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const units: Readonly<Record<string, string>> = {
  seconds: "minutes",
  minutes: "hours",
  minute: "hour",
  hours: "days",
  days: "weeks",
  day: "week",
  weeks: "months",
  months: "years",
  years: "months",
  MB: "GB",
  GB: "MB",
  ms: "s",
  tokens: "pages",
  characters: "pages",
};

interface Made {
  readonly sign: string;
  readonly text: string;
}

type Rule = (sentence: string, others: readonly string[]) => string | null;

const once =
  (pattern: RegExp, change: (...found: string[]) => string): Rule =>
  (sentence) => {
    const changed = sentence.replace(pattern, change);
    return changed === sentence ? null : changed;
  };

const subjectOf = (sentence: string) =>
  /^((?:The|A|An|Your|Every|Each) (?:[a-z-]+ ){0,2}?[a-z-]+|[A-Z][a-z]+) (?=(?:is|are|was|has|can|must|may|needs|takes|keeps|reads|shows|makes|answers|sends|removes|counts|writes|asks|says|starts|stops|works)\b)/.exec(
    sentence,
  )?.[1];

const truths: readonly Rule[] = [
  (sentence) => sentence,
  once(/(?<![\d.,:/-])([2-9]|1[012])(?= [a-z])/, (_, digits) => words[Number(digits)]!),
  once(/(?<![-\w])(two|three|four|five|six|seven|eight|nine|ten|twelve)(?= [a-z])/, (word) =>
    String(words.indexOf(word)),
  ),
  once(/ \([^()]{3,80}\)/, () => ""),
  once(/, and (?:it |they )?[^,]{10,90}\.$/, () => "."),
  once(/, (?:because|so that|which) [^,]{10,120}\.$/, () => "."),
];

/** `A key` and `Every key`. */
const isSameThing = (one: string, other: string) => one.split(" ").at(-1) === other.split(" ").at(-1);

const additions = [
  "and costs nothing extra",
  "on a Raspberry Pi",
  "and needs a licence",
  "once a quarter",
  "with the help of a technician",
  "and is painted blue",
];

const lies: readonly (readonly [kind: string, rule: Rule])[] = [
  [
    "number",
    once(/(?<![\w.,:/-])(\d{1,6})(?![\w.,:/-])/, (digits) => String(Number(digits) + (Number(digits) > 9 ? 7 : 3))),
  ],
  [
    "number",
    once(
      /(?<![-\w])(two|three|four|five|six|seven|eight|nine|ten)(?= [a-z]+s\b)/,
      (word) => words[words.indexOf(word) + 2]!,
    ),
  ],
  [
    "unit",
    once(
      /(?<=(?:\d|two|three|four|five|six|ten) )(seconds|minutes|hours|days|weeks|months|years|MB|GB|ms|tokens|characters)\b/,
      (unit) => units[unit]!,
    ),
  ],
  [
    "name",
    once(/(?<=[a-z,] )(Docent|Ollama|PostgreSQL|SQLite|Docker|Linux|Bun|OpenAI|Debian|Windows)\b/, (name) =>
      name === "Oracle" ? "MySQL" : "Oracle",
    ),
  ],
  [
    "negation",
    once(/(?<=[a-z`] )(is|are|can|may|must|was|does|do|will)(?! not|n't)(?= [a-z])/, (verb) => `${verb} not`),
  ],
  ["negation", once(/\b(is|are|can|must|was|does|do|will) not /, (_, verb) => `${verb} `)],
  ["negation", once(/\bcannot\b/, () => "can")],
  ["frequency", once(/(?<=[a-z`] )(is|are) (?!not|never|always|only)(?=[a-z]+ed\b)/, (_, verb) => `${verb} rarely `)],
  [
    "subject",
    (sentence, others) => {
      const own = subjectOf(sentence);
      const other = others.map(subjectOf).find((each) => each !== undefined && each !== own);
      if (own === undefined || other === undefined || isSameThing(own, other)) return null;
      return other + sentence.slice(own.length);
    },
  ],
  [
    "predicate",
    (sentence) => {
      const added = additions[sentence.length % additions.length]!;
      return /^[A-Z][^.]{20,120}[a-z]\.$/.test(sentence) ? sentence.replace(/\.$/, ` ${added}.`) : null;
    },
  ],
];

function paragraphsIn(page: string): string[] {
  const text = page
    .replace(/```[\s\S]*?```/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]+/g, "");
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter(
      (part) =>
        /^[A-Z]/.test(part) && /[.]$/.test(part) && part.length > 120 && part.length < 700 && !part.includes("|"),
    );
}

function statementsOf(paragraph: string): Made[] {
  const sentences = splitSentences(paragraph, "en")
    .map(({ start, end }) => paragraph.slice(start, end))
    .filter(
      (sentence) => /^[A-Z].{25,220}\.$/.test(sentence) && !/^(?:It|They|This|That|Then|These|There)\b/.test(sentence),
    );
  const made = new Map<string, Made>();
  for (const [i, sentence] of sentences.slice(0, 3).entries()) {
    const others = sentences.filter((other) => other !== sentence);
    const good = truths.flatMap((rule, at) => (at > 0 || i === 0 ? (rule(sentence, others) ?? []) : []));
    const bad = lies.flatMap(([kind, rule]) => {
      const text = rule(sentence, others);
      return text === null ? [] : [{ sign: `- ${kind}:`, text }];
    });
    for (const text of good.slice(0, 3)) made.set(text, { sign: "+", text });
    for (const one of bad.slice(i, i + 3)) made.set(one.text, one);
  }
  return [...made.values()];
}

const blocks = process.argv.slice(2).flatMap((file) => {
  const paragraphs = paragraphsIn(readFileSync(file, "utf8")).slice(0, 4);
  return paragraphs.flatMap((paragraph) => {
    const made = statementsOf(paragraph);
    return made.length < 3 ? [] : [`= ${paragraph}\n${made.map(({ sign, text }) => `${sign} ${text}`).join("\n")}`];
  });
});
await Bun.write(target, `${blocks.join("\n")}\n`);
