/** Finds the sentences of passages that support what a model wrote, clause by clause. */

import { byKnownLanguage } from "../../language/data/by-language.ts";
import { isTableRow } from "../../language/text/line-units.ts";
import { addsAddress } from "../../language/text/link-safety.ts";
import { splitSentences } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { isInjectedInstruction } from "../generated/prompt.ts";
import type { Part } from "../question/mismatches.ts";
import { type Begun, beginningOf, type Quotable, quotableAmong } from "./beginnings.ts";
import { compare } from "./comparison.ts";
import { type ReadStatement, type StatedTerm, type Statement, statementReader, wholeWord } from "./stated-facts.ts";
import { hasOtherSubject, hasOwnSubject, mostShared, type SubjectWords } from "./subjects.ts";

export interface Claim {
  readonly text: string;
  /** The passages that it cites, numbered from 1. */
  readonly cites: readonly number[];
  /** The sentence that it is a clause of; itself if absent. */
  readonly within?: string;
  /** The share of its terms that must be found; all if absent. */
  readonly least?: number | null;
}

/** Reads the passages once and judges any number of claims. */
export interface SupportJudge {
  /** The places that support a claim: in the passages that it cites, or else in another one. Empty for none. */
  placesFor(claim: Claim): readonly PassageSpan[];
  /** Whether the text contains anything that can be checked. */
  saysAnything(claim: string): boolean;
  /**
   * The sentence of a passage that begins as the text does or says what its first words say; of several, the one with the
   * most of it. Less than `from` units is not looked for. @param used places that do not count
   */
  begunBy(text: string, from: number, used: readonly PassageSpan[]): Begun | null;
}

/** A sentence of a passage. */
interface QuotableStatement extends Part {
  readonly statement: Statement;
  /** What it is about without saying so. */
  readonly context: readonly StatedTerm[];
  readonly meant: readonly StatedTerm[];
  readonly isRow: boolean;
}

/** The share of a claim's terms that must be found where a language's words are not listed, and in a row of a table. */
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
  /** The terms of the sentence that it is a part of. */
  readonly whole: readonly StatedTerm[];
  /** Null: all, or what the place asks for. */
  readonly least: number | null;
  readonly rules: Rules | null;
}

export function createSupportJudge(passages: readonly RetrievedPassage[], analyzer: Analyzer): SupportJudge {
  const read = remembering(statementReader(analyzer));
  const evidenceIn = evidenceReader(passages, read, analyzer.language);
  const rules = rulesOf(analyzer.language);
  let plain: readonly Quotable<QuotableStatement>[] | null = null;

  /** In one sentence, or each clause in one. */
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

/** Readings that are kept: a claim is read several times in a row. */
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

/**
 * The sentence that has the most of it; of several, the first. Contradicted: a sentence says all of it in another relation,
 * and none does in the same.
 */
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

/** Words in a row that another sentence must have more than the one that supports a statement, to be what it is made of. */
const closer = 1;

/** Whether another sentence has more of the statement's own words, and says them of another subject. */
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

/** Each with something of its own to say; one without a subject gets that of the first one. */
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

/** The evidence in the passage at an index, read once. */
function evidenceReader(passages: readonly RetrievedPassage[], read: ReadStatement, language: string) {
  const known = new Map<number, readonly QuotableStatement[]>();
  return (at: number): readonly QuotableStatement[] => {
    const passage = passages[at];
    const found = known.get(at) ?? (passage === undefined ? [] : evidenceOf(passage, read, language));
    known.set(at, found);
    return found;
  };
}

/** The sentences of a passage that may support a claim, without commands to a machine. */
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
