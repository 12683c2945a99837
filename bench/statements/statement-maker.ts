/** Makes statements, true and false, of the paragraphs of a text by rule. */
import { splitSentences } from "../../src/language/text/sentences.ts";
import { type Change, type Fault, faults } from "./rules-of-language.ts";
import { nameInside, rulesByLanguage } from "./statement-rules.ts";

export type RuleLanguage = keyof typeof rulesByLanguage;

export interface MadeStatement {
  readonly language: RuleLanguage;
  readonly source: string;
  readonly statement: string;
  /** What is wrong with it; null if it is true. */
  readonly fault: Fault | null;
}

/** Of one paragraph at most so many of each kind; the other kinds have their turn first. */
const mostOfParagraph = 3;

/** @param text paragraphs, with an empty line between them. */
export function statementsOf(text: string, language: RuleLanguage): MadeStatement[] {
  const turns = new Map<string, number>();
  return paragraphsIn(text).flatMap((source) => {
    const made = ofParagraph(source, language);
    const fresh = (some: readonly MadeStatement[]) => {
      const count = ({ fault, statement }: MadeStatement) =>
        turns.get(fault ?? (statement.length % 2 ? "a" : "b")) ?? 0;
      const chosen = some.toSorted((one, other) => count(one) - count(other)).slice(0, mostOfParagraph);
      for (const one of chosen) turns.set(one.fault ?? "", count(one) + 1);
      return chosen;
    };
    const lies = onceEach(
      made.filter(({ fault }) => fault !== null),
      ({ fault }) => fault!,
    );
    const truths = made.filter(({ fault }) => fault === null);
    const changed = truths.filter(({ statement }) => !source.includes(statement));
    const whole = truths.filter(({ statement }) => source.includes(statement));
    return [...fresh(lies), ...[...changed, ...whole].slice(0, Math.min(mostOfParagraph, lies.length))];
  });
}

function onceEach<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...Map.groupBy(items, key).values()].map(([first]) => first!);
}

function paragraphsIn(text: string): string[] {
  const parts = text
    .replace(/```[\s\S]*?```/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]+/g, "")
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s+/g, " ").trim());
  return [...new Set(parts)].filter(
    (part) =>
      /^\p{Lu}/u.test(part) && /[.]$/.test(part) && part.length > 100 && part.length < 700 && !/[|<>]/.test(part),
  );
}

function ofParagraph(source: string, language: RuleLanguage): MadeStatement[] {
  const rules = rulesByLanguage[language];
  const sentences = splitSentences(source, language)
    .map(({ start, end }) => source.slice(start, end))
    .filter((sentence) => /^\p{Lu}.{30,220}\.$/u.test(sentence) && !rules.dependent.test(sentence));
  return sentences.slice(0, 3).flatMap((sentence) => {
    const others = sentences.filter((other) => other !== sentence);
    const truths = [
      sentence,
      ...[...rules.kept, ...numberWritten(rules.numbers)].flatMap((rule) => changedBy(rule, sentence)),
    ];
    const lies = faults.flatMap((fault) =>
      falsehoods(fault, sentence, { language, others }).map((statement) => ({ fault, statement })),
    );
    return [...truths.map((statement) => ({ fault: null, statement })), ...lies].map((made) => ({
      language,
      source,
      ...made,
    }));
  });
}

function changedBy([found, instead]: Change, sentence: string): string[] {
  const changed = typeof instead === "string" ? sentence.replace(found, instead) : sentence.replace(found, instead);
  return changed === sentence ? [] : [changed];
}

/** A number in words as digits, and the other way. */
function numberWritten(numbers: string): readonly Change[] {
  const words = numbers.split(" ");
  return [
    [/(?<![\p{L}\d.,:/-])([2-9]|1[012])(?= \p{Ll})/u, (_, digits) => words[Number(digits)]!],
    [
      new RegExp(String.raw`(?<![-\p{L}])(${words.slice(2).join("|")})(?= \p{L})`, "u"),
      (found) => String(words.indexOf(found)),
    ],
  ];
}

interface Around {
  readonly language: RuleLanguage;
  readonly others: readonly string[];
}

function falsehoods(fault: Fault, sentence: string, { language, others }: Around): string[] {
  const rules = rulesByLanguage[language];
  const words = rules.numbers.split(" ");
  const units = rules.units.split(" ");
  const made: Partial<Record<Fault, () => string[]>> = {
    number: () => [
      ...changedBy(
        [
          /(?<![\p{L}\d.,:/-])(\d{1,6})(?![\p{L}\d.,:/-]|\.\d)/u,
          (digits) => String(Number(digits) + (Number(digits) > 9 ? 7 : 3)),
        ],
        sentence,
      ),
      ...changedBy(
        [
          new RegExp(String.raw`(?<![-\p{L}])(${words.slice(2, 11).join("|")})(?= \p{L})`, "u"),
          (found) => words[words.indexOf(found) + 2]!,
        ],
        sentence,
      ),
    ],
    unit: () =>
      changedBy(
        [
          new RegExp(String.raw`(?<=\p{Ll} (?:\d+|${words.slice(2).join("|")}) )(${units.join("|")})(?!\p{L})`, "u"),
          (unit) => units[(units.indexOf(unit) + 1) % units.length]!,
        ],
        sentence,
      ),
    name: () => changedBy([nameInside, "Oracle"], sentence),
    opposite: () => swapped(rules.opposites, sentence, others),
    prefix: () => swapped(rules.prefixed, sentence, others),
    subject: () => otherSubject(rules.subject, sentence, others),
    predicate: () =>
      /^.{30,160}\p{Ll}\.$/u.test(sentence) && !/[(;:]/.test(sentence)
        ? [sentence.replace(/\.$/, ` ${rules.additions[sentence.length % rules.additions.length]}.`)]
        : [],
  };
  return made[fault]?.() ?? (rules.changed[fault] ?? []).flatMap((rule) => changedBy(rule, sentence)).slice(0, 2);
}

/** The first word of the list that the sentence has, instead the one that excludes it, which no sentence around has. */
function swapped(pairs: string, sentence: string, others: readonly string[]): string[] {
  const around = [sentence, ...others].join(" ");
  return pairs
    .split("|")
    .flatMap((pair) => [pair.split(" "), pair.split(" ").reverse()])
    .flatMap(([one = "", other = ""]) => {
      const whole = (text: string) => new RegExp(String.raw`(?<![\p{L}-])${text}(?![\p{L}-])`, "u");
      return whole(other).test(around) ? [] : changedBy([whole(one), other], sentence);
    })
    .slice(0, 1);
}

/** The subject of another sentence of the paragraph, of which no word begins as one of this one's does. */
function otherSubject(pattern: RegExp, sentence: string, others: readonly string[]): string[] {
  const subjectIn = (text: string) => pattern.exec(text)?.[1];
  const own = subjectIn(sentence);
  const nouns = (text: string) =>
    (text.match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.toLowerCase().slice(0, 4));
  const isOf = (some: string, every: string) => nouns(some).some((noun) => every.toLowerCase().includes(noun));
  const other = others
    .map(subjectIn)
    .find((each) => each !== undefined && own !== undefined && !isOf(each, own) && !isOf(own, each));
  return own === undefined || other === undefined ? [] : [other + sentence.slice(own.length)];
}
