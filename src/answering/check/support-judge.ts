/** Finds support for a model's text in sentences of passages, clause by clause. */

import { byKnownLanguage } from "../../language/data/by-language.ts";
import { isTableRow } from "../../language/text/line-units.ts";
import { addsAddress } from "../../language/text/link-safety.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { isInjectedInstruction } from "../generated/prompt.ts";
import type { Part } from "../question/mismatches.ts";
import { type Begun, beginningOf, type Quotable, type QuotableStatement, quotableAmong } from "./beginnings.ts";
import { compare } from "./comparison.ts";
import { type ReadStatement, type StatedTerm, type Statement, statementReader, wholeWord } from "./stated-facts.ts";
import { hasOtherSubject, hasOwnSubject, mostShared, type SubjectWords } from "./subjects.ts";

export interface Claim {
  readonly text: string;
  /** Passages, from 1. */
  readonly cites: readonly number[];
  /** The whole sentence of a clause; absent: the text itself. */
  readonly within?: string;
  /** The share of terms that must be found; absent: all. */
  readonly least?: number | null;
}

/** Reads the passages once for any number of claims. */
export interface SupportJudge {
  /** Places in the cited passages, or else in another one; empty: no support. */
  placesFor(claim: Claim): readonly PassageSpan[];
  /** Whether anything in the text can be checked. */
  saysAnything(claim: string): boolean;
  /** The sentence that begins as the text does, or says the same. @param from least UTF-16 units @param used to ignore */
  begunBy(text: string, from: number, used: readonly PassageSpan[]): Begun | null;
}

/** The share of terms that must be found in a language without listed words, and in a row. */
const leastOfUnknown = 0.7;
const leastOfRow = 0.66;

interface Rules extends SubjectWords {
  readonly joins: RegExp;
}

const rulesOf = byKnownLanguage(({ statements, announcing }): Rules | null =>
  statements === undefined
    ? null
    : {
        isFirst: statements.subjectFirst,
        by: new RegExp(wholeWord(statements.by), "iu"),
        of: new RegExp(`^(?:${statements.of})$`, "iu"),
        auxiliary: statements.auxiliaries === undefined ? null : new RegExp(`^(?:${statements.auxiliaries})$`, "iu"),
        joins: new RegExp(
          String.raw`[,;](?=\s)(?:\s+(?:${statements.joins})(?=\s))?|\s(?:${statements.joins})(?=\s)`,
          "giu",
        ),
        joint: new RegExp(String.raw`^[\s,;:.!?–—]*(?:(?:${statements.joins})\s+)?`, "iu"),
        announcing: new RegExp(wholeWord(announcing ?? "(?!)"), "iu"),
        conditions: new RegExp(String.raw`^[\s,;:.!?–—]*(?:${statements.conditions})(?=\s)`, "iu"),
        beginsSubject: new RegExp(String.raw`^\s*${wholeWord(statements.determiners)}`, "iu"),
      },
);

/** A claim, or a clause of it. */
interface Asked {
  readonly said: Statement;
  /** All terms of its sentence. */
  readonly whole: readonly StatedTerm[];
  /** Null: all, or what the place requires. */
  readonly least: number | null;
  readonly rules: Rules | null;
}

export function createSupportJudge(passages: readonly RetrievedPassage[], analyzer: Analyzer): SupportJudge {
  const read = remembering(statementReader(analyzer));
  const evidenceIn = evidenceReader(passages, read, analyzer.language);
  const rules = rulesOf(analyzer.language);
  let plain: readonly Quotable[] | null = null;

  /** Support by one sentence for the whole, or by one for each clause. */
  const supportsIn = (passage: number, { text, within = text, least = null }: Claim): readonly Part[] => {
    const some = evidenceIn(passage);
    const asked = { whole: read(within).terms, least, rules };
    const one = bestOf(some, { ...asked, said: read(text) });
    if (one === "contradicted") return [];
    if (one !== null) return [one];
    const clauses = rules === null ? [] : clausesOf(text, rules, read);
    const found = clauses.length < 2 ? [] : clauses.map((said) => bestOf(some, { ...asked, said }));
    return found.every((part) => part !== null && part !== "contradicted") ? found : [];
  };

  return {
    saysAnything: (text) => {
      const { terms, quantities } = read(text);
      return terms.length + quantities.length > 0;
    },
    begunBy: (text, from, used) => {
      plain ??= passages.flatMap((_, passage) => quotableAmong(evidenceIn(passage), passage));
      const supporting = (some: readonly QuotableStatement[], said: Statement) =>
        bestOf(some, { said, whole: said.terms, least: null, rules });
      return beginningOf(text, { plain, used, from, read, supporting: rules === null ? null : supporting });
    },
    placesFor: (claim) => {
      const inPassage = (passage: number) =>
        supportsIn(passage, claim).map(({ start, end }) => ({ passage, start, end }));
      const own = claim.cites.flatMap((number) => inPassage(number - 1));
      if (own.length > 0) return own;
      const others = passages.map((_, passage) => inPassage(passage));
      return others.find((places) => places.length > 0) ?? [];
    },
  };
}

/** A claim is read several times in a row. */
const mostReadings = 64;

function remembering(read: ReadStatement): ReadStatement {
  const known = new Map<string, Statement>();
  return (text) => {
    const statement = known.get(text) ?? read(text);
    if (known.size >= mostReadings) known.clear();
    known.set(text, statement);
    return statement;
  };
}

/** The first of those that have most of it. `contradicted`: all of it is said, but only in another relation. */
function bestOf(some: readonly QuotableStatement[], asked: Asked): QuotableStatement | "contradicted" | null {
  const compared = some.map((evidence) => {
    const subjects = evidence.isRow || asked.least !== null ? null : asked.rules;
    const around = { context: evidence.context, meant: evidence.meant, whole: asked.whole, subjects };
    return { evidence, ...compare(asked.said, evidence.statement, around) };
  });
  const whole = compared.filter(({ isWhole }) => isWhole);
  if (whole.length > 0 && !whole.some(({ agrees }) => agrees())) return "contradicted";
  const enough = compared.filter(({ evidence, share }) => supports(evidence, asked, share));
  const best = enough.toSorted((one, other) => other.share - one.share).find(({ agrees }) => agrees());
  return best === undefined ? null : isSaidElsewhere(best.evidence, some, asked) ? "contradicted" : best.evidence;
}

/** Words in a row that another sentence must have more to be the statement's source. */
const closer = 1;

/** Whether another sentence has more of its words in a row, and another subject. */
function isSaidElsewhere(
  best: QuotableStatement,
  some: readonly QuotableStatement[],
  { said, least, rules }: Asked,
): boolean {
  if (rules === null || least !== null || best.isRow) return false;
  const most = mostShared(said, best.statement) + closer;
  return some.some(
    ({ statement, isRow, meant }) =>
      !isRow && mostShared(said, statement) >= most && hasOtherSubject(said, { evidence: statement, meant }, rules),
  );
}

function supports({ statement, isRow }: QuotableStatement, { said, least, rules }: Asked, share: number): boolean {
  const usual = rules === null ? leastOfUnknown : 1;
  return share >= (least ?? (isRow ? leastOfRow : usual)) && !addsAddress(said.text, statement.text);
}

/** Clauses with content. One without a subject gets that of the first. */
function clausesOf(
  text: string,
  { joins, beginsSubject }: Rules,
  read: (text: string) => Statement,
): readonly Statement[] {
  const cuts = [...text.matchAll(joins)];
  const clauses: string[] = [];
  let from = 0;
  for (const end of [...cuts.map(({ index }) => index), text.length]) {
    const clause = text.slice(from, end).replace(/^[,;\s]+/, "");
    const { terms, quantities } = read(clause);
    if (terms.length + quantities.length >= 2) {
      clauses.push(clause);
      from = end;
    }
  }
  const rest = text.slice(from);
  if (rest !== "" && clauses.length > 0) clauses.push(clauses.pop()! + rest);
  const [first = ""] = clauses;
  const subject = read(first).terms[0];
  return clauses.map((clause, i) => {
    const said = read(clause.replace(new RegExp(`^(?:${joins.source})`, "iu"), ""));
    if (i === 0 || hasOwnSubject(said.text, beginsSubject) || subject === undefined) return said;
    return { ...said, terms: [subject, ...said.terms] };
  });
}

/** By index of the passage, cached. */
function evidenceReader(passages: readonly RetrievedPassage[], read: ReadStatement, language: string) {
  const known = new Map<number, readonly QuotableStatement[]>();
  return (at: number): readonly QuotableStatement[] => {
    const passage = passages[at];
    return passage === undefined ? [] : known.getOrInsertComputed(at, () => evidenceOf(passage, read, language));
  };
}

/** Without commands to a machine. */
function evidenceOf(
  passage: RetrievedPassage,
  read: (text: string) => Statement,
  language: string,
): QuotableStatement[] {
  const { text, title, section, lead } = passage;
  const about = read([title, section, lead?.text ?? ""].join("\n")).words;
  const found: QuotableStatement[] = [];
  let heading: readonly StatedTerm[] = [];
  for (const { start, end } of splitSentences(text, language)) {
    const said = text.slice(start, end);
    if (isInjectedInstruction(said)) continue;
    const statement = read(said);
    const isRow = isTableRow(said) || said.startsWith("|");
    const before = statement.pronoun ? found.slice(-2).flatMap((each) => each.statement.words) : [];
    found.push({
      start,
      end,
      statement,
      isRow,
      context: [...about, ...heading].filter(({ stop }) => !stop),
      meant: before.filter(({ stop }) => !stop),
    });
    if (/^#{1,6} |:$/.test(said)) heading = statement.words;
  }
  return found;
}
