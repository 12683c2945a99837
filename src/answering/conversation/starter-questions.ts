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
  /** What the answer must also contain. */
  readonly steps: RegExp | null;
}

/** Characters of a heading that asks: `Why?` says too little. */
const shortest = 9;
/** Characters that are read for a question. */
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
    capitalNouns,
  };
});

function setsOf({ verbs, name }: StarterQuestions) {
  return { verbs: verbs.split(" ").join("|"), name };
}

const filled = (pattern: string, { verbs, name }: ReturnType<typeof setsOf>) =>
  pattern.replaceAll("{verbs}", verbs).replaceAll("{name}", name);

/** @param language BCP 47, of the passage */
export function suggestionsOf(passage: StoredPassage, language: string): readonly Suggestion[] {
  const forms = formsIn(language);
  const asked = askingHeading(passage);
  if (forms === null) return asked;
  const inSentences = unitsOf(passage, 0, language).flatMap(({ kind, text }) => {
    if (kind !== "sentence" || text.length > longest.sentence || text.includes("://")) return [];
    return suggested(forms, forms.sentences, plain(text)).map((one) => ({ passage, ...one, said: text, steps: null }));
  });
  return [...asked, ...ofHeading(passage, forms), ...inSentences, ...ofRow(passage, forms)];
}

/** `2.1 `, `A.3. `, `§ 4 `, `B) `, `Section 1. ` */
const numbering = /^(?:[A-Z]?[\p{N}.)§]+|[A-Z][.)]|\p{L}{1,12} \p{N}{1,4}[.:)])\s+/u;

/** The section of a turn is the turn before, no heading. */
export function headingOf({ section, turn }: StoredPassage): string {
  return turn != null ? "" : plain(lastHeading(section)).replace(numbering, "").trim();
}

function askingHeading(passage: StoredPassage): readonly Suggestion[] {
  const heading = headingOf(passage);
  const asks = /[?？؟]$/u.test(heading) && heading.length >= shortest && isClean(heading);
  return asks ? [{ passage, question: heading, rank: 0, said: null, steps: null }] : [];
}

function ofHeading(passage: StoredPassage, forms: StarterForms): readonly Suggestion[] {
  const heading = headingOf(passage);
  if (heading === "" || heading.length > longest.heading) return [];
  return suggested(forms, forms.headings, heading).map((one) => ({
    passage,
    ...one,
    said: null,
    steps: isTask(one.question, forms) ? forms.steps : null,
  }));
}

const plain = (text: string) => text.replace(/[*`]/g, "").replace(/\s+/g, " ").trim();

/** Forms of headings that name a task begin with `How`, in each language. */
const isTask = (question: string, { headings }: StarterForms) =>
  question.split(" ")[0] === headings[0]!.question.split(" ")[0];

function suggested({ small, asker }: StarterForms, forms: readonly StarterForm[], text: string) {
  for (const { pattern, question: template, rank } of forms) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const question = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const text = groups[name] ?? "";
      return name === "what" ? lowered(text, small) : text.toLowerCase();
    });
    const asked = asker.reduce((said, [from, to]) => said.replace(from, to), question);
    return isClean(asked) ? [{ question: upperFirst(asked), rank }] : [];
  }
  return [];
}

const lowered = (text: string, small: RegExp) => (small.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

const upperFirst = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Without marks of a format, unpaired signs or cut words. */
function isClean(question: string): boolean {
  const times = (sign: string) => question.split(sign).length;
  const isPaired = times("(") === times(")") && times("“") < times("”") + times("„");
  return question.length <= longest.question && isPaired && !/[|<>{}[\]\\_=…]|--|: |\s[?？]$/u.test(question);
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

function amountsIn(
  cells: readonly OutlineCell[],
  heads: readonly OutlineCell[],
  textOf: (span: TextSpan) => string,
): readonly NamedAmount[] {
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
