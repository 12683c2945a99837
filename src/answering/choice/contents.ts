/**
 * What a whole memory or a whole document is about, at any size: by document or by section, each with the statement that begins
 * it. A search finds nothing for `Summarise the documents.`, because no passage says so.
 */

import { chunkId, type ExpertId } from "../../kernel/ids.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { mayBeSame, type NamedDate, namedDates } from "../../language/text/named-dates.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { Hit } from "../../memory/index-ports.ts";
import type { RetrievedPassage } from "../answer.ts";
import { type ExtractiveAnswer, headingOf, type SentenceChoice, sectionOf } from "../evidence/evidence.ts";
import { announces, type Unit, unitsOf } from "../evidence/units.ts";
import type { Glimpse, PassageReader, StoredPassage } from "../ports.ts";
import { asksForContents, breadthOf, framingWords, readAsking, saysDecision } from "../question/breadth.ts";

/** Of a memory, the documents added last, with the first statement of their first sections; of a document, its first sections. */
const ofMemory: Glimpse = { sources: 10, sections: 4 };
const mostSections = 10;
/** Of a document with few sections, each is described by more statements. */
const mostStatements = 12;
const mostOfSection = 3;
/** What a document is called by beside its title, such as a date, is near its beginning. In code points. */
const farthestName = 500;
const farthestDate = 100;
/** A shorter unit is a label. */
const leastWords = 4;

export interface Contents {
  readonly of: "memory" | "document";
  readonly passages: readonly RetrievedPassage[];
}

/** Whether a question asks what is in the whole memory, and what is to be read for it. */
export function memoryGlimpse(question: string, language: string): Glimpse | null {
  return asksForContents(question, language) ? ofMemory : null;
}

/**
 * For an overview whose subject is the title of a document that was found (with what its beginning says: the date of the minutes), what
 * is to be read of it.
 * @param found best first
 */
export function documentGlimpse(
  question: string,
  found: readonly RetrievedPassage[],
  analyzer: Analyzer,
): Glimpse | null {
  const { language } = analyzer;
  if (breadthOf(question, language) !== "overview") return null;
  const termsOf = (text: string) => analyzer.analyze(text).flatMap(({ term, stop }) => (stop ? [] : [term]));
  const dates = namedDates(question, language);
  const framing = new Set(termsOf(framingWords(question, language)));
  const undated = dates.reduce((text, { phrase }) => text.replace(phrase, " "), question);
  const subject = termsOf(undated).filter((term) => !framing.has(term));
  const isNamed = (passage: RetrievedPassage) => {
    const { title, externalId, turn, start, text } = passage;
    const named = new Set(termsOf(`${title} ${externalId ?? ""}`));
    const opening = new Set(termsOf(start > farthestName ? "" : text.slice(0, farthestName)));
    const own = ownDates(passage, language)[0];
    const isOfDates = dates.every((date) => own !== undefined && mayBeSame(date, own));
    if (turn != null || !isOfDates || !(dates.length > 0 || subject.some((term) => named.has(term)))) return false;
    return subject.every((term) => named.has(term) || opening.has(term));
  };
  const named = subject.length + dates.length === 0 ? undefined : found.find(isNamed);
  return named === undefined ? null : { sources: named.sourceId, sections: mostSections };
}

/** The dates of a document, its own first: the minutes of May may name the next meeting, but first their own day. */
export function ownDates({ title, externalId, start, text }: StoredPassage, language: string): readonly NamedDate[] {
  const named = namedDates(`${title} ${externalId ?? ""}`, language);
  return named.length > 0 || start > farthestDate ? named : namedDates(text.slice(0, farthestName), language);
}

/** As passages that were found, in their order. */
export function asFound(stored: readonly StoredPassage[]): readonly RetrievedPassage[] {
  const scores = { keyword: null, sense: null, vector: null };
  return stored.map((passage, i) => ({ ...passage, rank: i + 1, score: 1, scores }));
}

/** Statements for each document or section, under its name. Certain: it claims only what it quotes. */
export function contentsAnswer({ of, passages }: Contents, language: string): ExtractiveAnswer {
  const numbered = passages.map((passage, number) => ({ passage, number }));
  const groups = Map.groupBy(numbered, ({ passage, number }) => (of === "memory" ? passage.sourceId : number));
  const each = of === "memory" ? 1 : Math.max(1, Math.min(mostOfSection, Math.floor(mostStatements / groups.size)));
  const sentences = [...groups.values()].flatMap((some): readonly SentenceChoice[] => {
    const units = some.flatMap(({ passage, number }) => statementsOf(passage, number, language));
    return chosenOf(units, each, language).map(({ passage: number, start, end }) => {
      const passage = passages[number]!;
      const heading = of === "memory" ? passage.title : lastHeading(sectionOf(passage)) || passage.title;
      return { passage: number, start, end, also: [], ...(isShowable(heading) ? { heading } : {}) };
    });
  });
  return { passages, sentences, confidence: sentences.length === 0 ? 0 : 1, least: 0.5 };
}

/** The first statement of a document that says something of its subject. @param passages from its beginning on */
export function firstStatement(passages: readonly StoredPassage[], language: string): string | null {
  const units = passages.flatMap((passage, number) => statementsOf(passage, number, language));
  return chosenOf(units, 1, language)[0]?.text ?? null;
}

const statementsOf = (passage: StoredPassage, number: number, language: string) =>
  unitsOf(passage, number, language).filter((unit) => isStatement(unit, passage));

/** What comes first and what was decided, in the order of the text. */
function chosenOf(units: readonly Unit[], most: number, language: string): readonly Unit[] {
  const some = units.filter((unit) => !unit.text.includes("://") && !announces(unit));
  const first = some.find((unit) => !isNotice(unit)) ?? some[0];
  const decided = some.filter(({ text }) => saysDecision(text, language));
  const chosen = [...new Set([...(first === undefined ? [] : [first]), ...decided, ...some])].slice(0, most);
  return some.filter((unit) => chosen.includes(unit));
}

/** A sentence or an item of a list; no head of a letter, no label. */
function isStatement({ kind, text, start }: Unit, passage: StoredPassage): boolean {
  const isItem = passage.outline.some((one) => one.kind === "list_item" && one.start <= start && start < one.end);
  if (!isItem && (kind !== "sentence" || text.includes("\n"))) return false;
  if (hasUnsafeLink(text)) return false;
  return !headingOf(passage).includes(text) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= leastWords;
}

/** Whose a document is and who may copy it says nothing of its subject. */
const isNotice = ({ text }: Unit) => /©|\(c\) \d{4}|copyright|licen[cs]e|redistribut|all rights reserved/i.test(text);

const isShowable = (heading: string) => heading !== "" && !hasUnsafeLink(heading);

/** The sections of so many of the best passages are read. */
const sectionsRead = 3;
/** How many passages are read before and behind each of them. */
const reach = { before: 2, behind: 4 };
/** The score of a passage, relative to the one that is one place nearer to the passage that was found. */
const nearness = 0.98;

export interface FoundPassages {
  readonly expert: ExpertId;
  /** Of the standing that the question is answered by. */
  readonly revision: number;
  /** Best first, with the row behind each. */
  readonly hits: readonly Hit[];
  readonly passages: readonly RetrievedPassage[];
}

/**
 * Whether one of the best passages is of a section, and the words of the question want what a whole section says. To read the
 * question takes much longer than to look at the passages.
 */
export function wantsSections(question: string, language: string, passages: readonly RetrievedPassage[]): boolean {
  if (passages.slice(0, sectionsRead).every(({ section }) => section === "")) return false;
  const { kind } = readAsking(question, language);
  return kind === "how_to" || kind === "list" || breadthOf(question, language) === "overview";
}

/**
 * The passages directly before and behind the best ones, as far as they belong to their sections. The passages of a source
 * have consecutive row numbers; where they have not, some are left out.
 */
export async function restOfSections(
  reader: PassageReader,
  found: FoundPassages,
): Promise<readonly RetrievedPassage[]> {
  const known = new Set(found.hits.map(({ no }) => no));
  const runs = found.passages.slice(0, sectionsRead).flatMap((passage) => runsBeside(passage, found.hits));
  const unread = new Set(runs.flatMap(({ numbers }) => numbers).filter((no) => no > 0 && !known.has(no)));
  if (unread.size === 0) return [];
  const rows = await reader.passages(found.expert, [...unread], found.revision);
  const rest = runs.flatMap((run) => passagesOf(run, rows, known));
  return [...new Map(rest.toReversed().map((one) => [one.chunkId, one])).values()].toReversed();
}

/** Up to the end of the section or of what was read. */
function passagesOf({ passage, numbers }: Run, rows: ReadonlyMap<number, StoredPassage>, known: ReadonlySet<number>) {
  const rest: RetrievedPassage[] = [];
  for (const [i, no] of numbers.entries()) {
    if (known.has(no)) continue;
    const row = rows.get(no);
    if (row === undefined || !isOfSection(row, passage)) break;
    rest.push(beside(row, passage, i + 1));
  }
  return rest;
}

/** Rows in the order of their distance from a passage. */
interface Run {
  readonly passage: RetrievedPassage;
  readonly numbers: readonly number[];
}

function runsBeside(passage: RetrievedPassage, hits: readonly Hit[]): readonly Run[] {
  const no = hits.find((hit) => chunkId(hit.no) === passage.chunkId)?.no;
  if (no === undefined || passage.section === "") return [];
  const behind = Array.from({ length: reach.behind }, (_, i) => no + 1 + i);
  const before = Array.from({ length: reach.before }, (_, i) => no - 1 - i);
  return [
    { passage, numbers: behind },
    { passage, numbers: before },
  ];
}

function isOfSection(row: StoredPassage, { sourceId, sourceVersion, section }: RetrievedPassage): boolean {
  const isInside = row.section === section || row.section.startsWith(`${section} > `);
  return row.sourceId === sourceId && row.sourceVersion === sourceVersion && isInside;
}

/** With the rank of the passage that was found, and a lower score the farther it is. */
function beside(row: StoredPassage, { rank, score }: RetrievedPassage, distance: number): RetrievedPassage {
  return { ...row, rank, score: score * nearness ** distance, scores: { keyword: null, sense: null, vector: null } };
}
