/** Questions from headings that ask or name a task, sentences of a known form, and rows of tables. */
import { byKnownLanguage } from "../../language/data/by-language.ts";
import type { Language, StarterQuestions } from "../../language/data/language.ts";
import type { OutlineCell } from "../../language/structure/outline.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import { unitsOf } from "../evidence/blocks.ts";
import type { StoredPassage } from "../ports.ts";

export interface Suggestion {
  readonly passage: StoredPassage;
  readonly question: string;
  /** Lower numbers are asked more often. */
  readonly rank: number;
  /** What the answer must quote; null: anything below the heading. */
  readonly said: string | null;
  /** What the answer must also begin with, up to its first marker. */
  readonly steps: RegExp | null;
}

/** Characters of a heading that asks: `Why?` says too little. */
const shortest = 9;
const longest = { heading: 90, sentence: 260, question: 100 };

interface StarterForm {
  readonly pattern: RegExp;
  readonly question: string;
  readonly rank: number;
}

interface StarterForms {
  readonly headings: readonly StarterForm[];
  readonly sentences: readonly StarterForm[];
  readonly cell: Omit<StarterForm, "rank">;
  readonly steps: RegExp;
  readonly asker: readonly (readonly [RegExp, string])[];
  /** Words without a capital in the middle of a sentence. */
  readonly small: RegExp;
  readonly asks: RegExp;
  readonly elsewhere: RegExp;
  readonly unclear: RegExp;
  readonly beforeNouns: readonly string[];
  readonly capitalNouns: boolean;
}

const formsIn = byKnownLanguage(({ starters, capitalNouns }: Language): StarterForms | null => {
  if (starters === undefined) return null;
  const sets = setsOf(starters);
  const form = (line: string) => {
    const [pattern = "", question = ""] = line.split(" => ");
    return { pattern: new RegExp(filled(pattern, sets), "iu"), question };
  };
  const read = (lines: readonly string[], firstRank: number) =>
    lines.map((line, at): StarterForm => ({ ...form(line), rank: firstRank + at / lines.length }));
  return {
    headings: read(starters.headings, 1),
    sentences: read(starters.sentences, 2),
    cell: form(starters.cell),
    steps: new RegExp(filled(starters.steps, sets), "iu"),
    asker: starters.asker.map((line) => {
      const [from = "", to = ""] = line.split(" => ");
      return [new RegExp(`(?<![\\p{L}\\p{M}])(?:${from})(?![\\p{L}\\p{M}])`, "giu"), to];
    }),
    small: new RegExp(`^(?:${starters.small}|${sets.verbs})(?![\\p{L}\\p{M}])`, "iu"),
    asks: new RegExp(starters.asks, "iu"),
    elsewhere: wordsOf(starters.elsewhere),
    beforeNouns: starters.beforeNouns?.split(" ") ?? [],
    unclear: wordsOf(`${starters.elsewhere}|${starters.unclear}`),
    capitalNouns,
  };
});

const wordsOf = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, "iu");

function setsOf({ verbs, name }: StarterQuestions) {
  return { verbs: verbs.split(" ").join("|"), name };
}

const filled = (pattern: string, { verbs, name }: ReturnType<typeof setsOf>) =>
  pattern.replaceAll("{verbs}", verbs).replaceAll("{name}", name);

/** @param language BCP 47, of the passage */
export function suggestionsOf(passage: StoredPassage, language: string): readonly Suggestion[] {
  const forms = formsIn(language);
  const asked = askingHeading(passage, forms);
  if (forms === null) return asked;
  const inSentences = unitsOf(passage, 0, language).flatMap(({ kind, text }) => {
    if (kind !== "sentence" || text.length > longest.sentence || text.includes("://")) return [];
    if (/[?？]$/u.test(text) || (forms.elsewhere.test(text) && !text.endsWith(":"))) return [];
    const said = { ...passage, asked: plain(text) };
    return suggested(forms, forms.sentences, said).map((one) => ({ passage, ...one, said: text, steps: null }));
  });
  return [...asked, ...ofHeading(passage, forms), ...inSentences, ...ofRow(passage, forms)];
}

/** `2.1 `, `A.3. `, `§ 4 `, `B) `, `Section 1. ` */
const numbering = /^(?:[A-Z]?[\p{N}.)§]+|[A-Z][.)]|\p{L}{1,12} \p{N}{1,4}[.:)])\s+/u;

/** The section of a turn is the turn before, no heading. */
export function headingOf({ section, turn }: StoredPassage): string {
  return turn != null ? "" : plain(lastHeading(section)).replace(numbering, "").trim();
}

function askingHeading(passage: StoredPassage, forms: StarterForms | null): readonly Suggestion[] {
  const heading = headingOf(passage);
  const asks = /[?？؟]$/u.test(heading) && !/[.!?] /.test(heading) && heading.length >= shortest && isClean(heading);
  const isClear = forms === null || (forms.asks.test(heading) && !forms.unclear.test(heading));
  return asks && isClear ? [{ passage, question: heading, rank: 0, said: null, steps: null }] : [];
}

function ofHeading(passage: StoredPassage, forms: StarterForms): readonly Suggestion[] {
  const heading = headingOf(passage);
  if (heading === "" || heading.length > longest.heading || isNoun(heading, passage, forms)) return [];
  const below = passage.text.replaceAll(heading, "");
  return suggested(forms, forms.headings, { asked: heading, text: below }).map((one) => ({
    passage,
    ...one,
    said: null,
    steps: isTask(one.question, forms) ? forms.steps : null,
  }));
}

function isNoun(heading: string, { text }: StoredPassage, { beforeNouns }: StarterForms): boolean {
  const [said, two] = [text.toLowerCase(), heading.toLowerCase().split(" ", 2).join(" ")];
  return beforeNouns.some((word) => said.includes(` ${word} ${two} `));
}

const plain = (text: string) => text.replace(/[*`]/g, "").replace(/\s+/g, " ").trim();

/** Forms of headings that name a task begin with `How`, in each language. */
const isTask = (question: string, { headings }: StarterForms) =>
  question.split(" ")[0] === headings[0]!.question.split(" ")[0];

function suggested(
  { small, asker, unclear, capitalNouns }: StarterForms,
  forms: readonly StarterForm[],
  { asked: from, text }: { readonly asked: string; readonly text: string },
) {
  const said = capitalNouns ? from : asInText(from, text);
  if (said === null) return [];
  for (const { pattern, question: template, rank } of forms) {
    const groups = pattern.exec(said)?.groups;
    if (groups === undefined) continue;
    const question = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const group = groups[name] ?? "";
      return name === "what" ? lowered(group, small) : group.toLowerCase();
    });
    const asked = asker.reduce((said, [from, to]) => said.replace(from, to), question);
    return isClean(asked) && !unclear.test(asked) ? [{ question: upperFirst(asked), rank }] : [];
  }
  return [];
}

/** Without capitals that words have only in a heading. @returns null if the text does not tell for one of them */
function asInText(said: string, text: string): string | null {
  let isSure = true;
  const shown = said.replace(/(?<![\p{L}\p{N}-])\p{Lu}\p{Ll}+(?![\p{L}\p{N}-])/gu, (word, at: number) => {
    const [small, isName] = [word.toLowerCase(), new RegExp(`[\\p{Ll},] ${word}(?!\\p{L})`, "u").test(text)];
    if (isName) return word;
    if (new RegExp(`(?<!\\p{L})${small}(?!\\p{L})`, "u").test(text)) return small;
    isSure &&= at === 0;
    return word;
  });
  return isSure ? shown : null;
}

const lowered = (text: string, small: RegExp) => (small.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

const upperFirst = (text: string) => text[0]!.toUpperCase() + text.slice(1);

function isClean(question: string): boolean {
  const times = (sign: string) => question.split(sign).length;
  const isPaired = times("(") === times(")") && times("“") < times("”") + times("„");
  return question.length <= longest.question && isPaired && !/[|<>{}[\]\\_=…]|--|: |[\s.][?？]$/u.test(question);
}

/** The first amount of a table that reads well as a question: what it is. */
function ofRow(passage: StoredPassage, forms: StarterForms): readonly Suggestion[] {
  const textOf = (span: TextSpan) => plain(passage.text.slice(span.start, span.end));
  const heads = passage.outline.find(({ header, cells }) => header === true && cells !== undefined)?.cells ?? [];
  for (const block of passage.outline) {
    const amounts = block.header === true ? [] : amountsIn(block.cells ?? [], heads, textOf);
    const question = amounts.map((amount) => amountQuestion(amount, forms)).find((each) => each !== null);
    if (question === undefined) continue;
    return [{ passage, question, rank: 3.5, said: passage.text.slice(block.start, block.end), steps: null }];
  }
  return [];
}

interface NamedAmount {
  readonly row: string;
  readonly column: string;
}

function amountQuestion({ row, column }: NamedAmount, { cell, capitalNouns }: StarterForms): string | null {
  const asked = capitalNouns || /\p{Lu}{2}/u.test(column) ? column : column.toLowerCase();
  const question = cell.question.replace("{column}", () => asked).replace("{row}", () => row);
  return cell.pattern.test(question) && isClean(question) ? question : null;
}

function amountsIn(cells: readonly OutlineCell[], heads: typeof cells, textOf: (span: TextSpan) => string) {
  const [first, ...others] = cells;
  if (first === undefined || others.length > 12) return [];
  const row = textOf(first.value);
  return others.flatMap(({ value, name, column: at }) => {
    const head = name ?? heads.find(({ column }) => column === at)?.value;
    const column = head === undefined ? "" : withoutUnit(textOf(head));
    return isAmount.test(textOf(value)) && isName(row, 40) && isName(column, 24) ? [{ row, column }] : [];
  });
}

const withoutUnit = (column: string) => column.replace(/ \([^()]*\)$/, "");

/** `18.50`, `€ 20`, `40 kg`, `2026-03-01` */
const isAmount = /^\p{Sc}? ?\p{N}[\p{N}.,/-]* ?(?:\p{L}{1,8}|%|\p{Sc})?$/u;

const isName = (text: string, most: number) => text.length <= most && /^\p{L}[\p{L}\p{M}\p{N} .'’()/-]+$/u.test(text);
