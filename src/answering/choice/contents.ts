/** Overviews of a topic, a document or a whole memory; the last two need no search. */

import { chunkId, type ExpertId } from "../../kernel/ids.ts";
import { blockAt } from "../../language/structure/outline.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { mayBeSame, type NamedDate, namedDates } from "../../language/text/named-dates.ts";
import { lastHeading } from "../../language/text/shown-text.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { Hit } from "../../memory/index-ports.ts";
import type { RetrievedPassage } from "../answer.ts";
import { announces, type Unit, unitsOf } from "../evidence/blocks.ts";
import {
  type Evidence,
  type ExtractiveAnswer,
  headingOf,
  type SentenceChoice,
  sectionOf,
} from "../evidence/evidence.ts";
import { shareOf } from "../evidence/read-units.ts";
import type { Scored } from "../evidence/sentence-evidence.ts";
import type { Glimpse, PassageReader, StoredPassage } from "../ports.ts";
import { asksForContents, breadthOf, framingWords, saysDecision } from "../question/breadth.ts";
import { type QuestionModel, readAsking } from "../question/question-model.ts";

/** The newest documents, and first sections of each; of a single document, its first sections. */
const ofMemory: Glimpse = { sources: 10, sections: 4 };
const mostSections = 10;
/** With few sections, each is described by more statements. */
const mostStatements = 12;
const mostOfSection = 3;
/** How far from the beginning other names of a document may be, such as its date. Code points. */
const farthestName = 500;
const farthestDate = 100;
/** A shorter unit is a label. */
const leastWords = 4;

export interface Contents {
  readonly of: "memory" | "document";
  readonly passages: readonly RetrievedPassage[];
}

/** Null: not a question about the whole memory. */
export function memoryGlimpse(question: string, language: string): Glimpse | null {
  return asksForContents(question, language) ? ofMemory : null;
}

/** For an overview of a document, named by its title or its date. @param found best first */
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

/** Its own first: the minutes of May may name the next meeting later. */
export function ownDates({ title, externalId, start, text }: StoredPassage, language: string): readonly NamedDate[] {
  const named = namedDates(`${title} ${externalId ?? ""}`, language);
  return named.length > 0 || start > farthestDate ? named : namedDates(text.slice(0, farthestName), language);
}

export function asFound(stored: readonly StoredPassage[]): readonly RetrievedPassage[] {
  const scores = { keyword: null, sense: null, vector: null };
  return stored.map((passage, i) => ({ ...passage, rank: i + 1, score: 1, scores }));
}

/** Statements under the name of each document or section. Certain, because it only quotes. */
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

/** The first that says something of the subject. @param passages from the document's beginning */
export function firstStatement(passages: readonly StoredPassage[], language: string): string | null {
  const units = passages.flatMap((passage, number) => statementsOf(passage, number, language));
  return chosenOf(units, 1, language)[0]?.text ?? null;
}

const statementsOf = (passage: StoredPassage, number: number, language: string) =>
  unitsOf(passage, number, language).filter((unit) => isStatement(unit, passage));

/** First statements and decisions, in the order of the text. */
function chosenOf(units: readonly Unit[], most: number, language: string): readonly Unit[] {
  const some = units.filter((unit) => !unit.text.includes("://") && !announces(unit));
  const first = some.find((unit) => !isNotice(unit)) ?? some[0];
  const decided = some.filter(({ text }) => saysDecision(text, language));
  const chosen = [...new Set([...(first === undefined ? [] : [first]), ...decided, ...some])].slice(0, most);
  return some.filter((unit) => chosen.includes(unit));
}

const endsSentence = (text: string) => /[.!?…:;。！？؟।]["'”’»)\]」』）]*$/u.test(text);

/** A sentence or an item; no head of a letter, no label. */
function isStatement({ kind, text, start }: Unit, passage: StoredPassage): boolean {
  const isItem = blockAt(passage.outline, start)?.kind === "list_item";
  if (!isItem && (kind !== "sentence" || text.includes("\n") || !endsSentence(text))) return false;
  if (hasUnsafeLink(text)) return false;
  return !headingOf(passage).includes(text) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= leastWords;
}

/** Notices of copyright say nothing of a document's subject. */
const isNotice = ({ text }: Unit) => /©|\(c\) \d{4}|copyright|licen[cs]e|redistribut|all rights reserved/i.test(text);

const isShowable = (heading: string) => heading !== "" && !hasUnsafeLink(heading);

/** Best passages whose sections are read. */
const sectionsRead = 3;
/** Passages read around each of them. */
const reach = { before: 2, behind: 4 };
/** A passage's score relative to the next one nearer to the found passage. */
const nearness = 0.98;

export interface FoundPassages {
  readonly expert: ExpertId;
  /** Of the standing that the question is answered by. */
  readonly revision: number;
  /** Best first, with the row behind each. */
  readonly hits: readonly Hit[];
  readonly passages: readonly RetrievedPassage[];
}

/** A best passage is in a section, and the question wants a whole section. The slower test comes last. */
export function wantsSections(question: string, language: string, passages: readonly RetrievedPassage[]): boolean {
  if (passages.slice(0, sectionsRead).every(({ section }) => section === "")) return false;
  const { kind } = readAsking(question, language);
  return kind === "how_to" || kind === "list" || breadthOf(question, language) === "overview";
}

/** Neighbours of the best passages in their sections, by row number; numbers in a source are consecutive. */
export async function restOfSections(
  reader: PassageReader,
  { expert, revision, hits, passages }: FoundPassages,
): Promise<readonly RetrievedPassage[]> {
  const known = new Set(hits.map(({ no }) => no));
  const runs = passages.slice(0, sectionsRead).flatMap((passage) => {
    const no = hits.find((hit) => chunkId(hit.no) === passage.chunkId)?.no;
    if (no === undefined || passage.section === "") return [];
    const numbers = (most: number, step: number) => Array.from({ length: most }, (_, i) => no + step * (i + 1));
    return [numbers(reach.behind, 1), numbers(reach.before, -1)].map((some) => ({ passage, numbers: some }));
  });
  const unread = new Set(runs.flatMap(({ numbers }) => numbers).filter((no) => no > 0 && !known.has(no)));
  if (unread.size === 0) return [];
  const rows = await reader.passages(expert, [...unread], revision);
  const rest = new Map<string, RetrievedPassage>();
  for (const { passage, numbers } of runs) {
    const end = numbers.findIndex((no) => !known.has(no) && !isOfSection(rows.get(no), passage));
    for (const [i, no] of numbers.slice(0, end < 0 ? numbers.length : end).entries()) {
      const row = rows.get(no);
      if (row !== undefined && !rest.has(row.chunkId)) rest.set(row.chunkId, beside(row, passage, i + 1));
    }
  }
  return [...rest.values()];
}

function isOfSection(row: StoredPassage | undefined, { sourceId, sourceVersion, section }: RetrievedPassage): boolean {
  const isInside = row?.section === section || row?.section.startsWith(`${section} > `) === true;
  return isInside && row.sourceId === sourceId && row.sourceVersion === sourceVersion;
}

/** With the found passage's rank, and a score that falls with distance. */
function beside(row: StoredPassage, { rank, score }: RetrievedPassage, distance: number): RetrievedPassage {
  return { ...row, rank, score: score * nearness ** distance, scores: { keyword: null, sense: null, vector: null } };
}

/** At most; `words` of all statements together. */
const most = { statements: 12, words: 230, passages: 6 };
/** Of a passage, and of its statements, relative to the best. */
const leastWorth = 0.75;
const leastLikely = 0.05;
/** Weights of the topic's share in the heading and in the whole passage, relative to the passage's standing. */
const headingWeight = 0.8;
const textWeight = 0.5;

/**
 * The best passage first, its statements in the order of the text; headings by position of the passage, if they differ.
 * @param ranked the sentences to choose from, best first
 */
export function overviewOf(evidence: Evidence, question: QuestionModel, ranked: readonly Scored[]) {
  const chosen = topicPassages(evidence, question, ranked);
  const ofEach = Math.ceil(most.statements / Math.max(1, chosen.length));
  let words = 0;
  const statements = chosen.flatMap((number) => {
    const best = ranked.filter((one) => one.unit.passage === number && one.words >= leastWords).slice(0, ofEach);
    const fitting = best.filter((one) => {
      const isFitting = words + one.words <= most.words;
      if (isFitting) words += one.words;
      return isFitting;
    });
    return fitting.toSorted((a, b) => a.unit.start - b.unit.start);
  });
  const quoted = chosen.filter((number) => statements.some(({ unit }) => unit.passage === number));
  return { statements, headings: headingsFor(evidence, quoted) };
}

/** The last heading, after the title if several sources are quoted. */
function headingsFor({ passages }: Evidence, quoted: readonly number[]): ReadonlyMap<number, string> {
  const isOneSource = new Set(quoted.map((number) => passages[number]!.sourceId)).size === 1;
  const headings = quoted.map((number) => {
    const passage = passages[number]!;
    const last = lastHeading(sectionOf(passage));
    const parts = isOneSource ? [last || passage.title] : [passage.title, last];
    return [number, [...new Set(parts)].filter((part) => part !== "").join(" – ")] as const;
  });
  const names = new Set(headings.map(([, heading]) => heading));
  const isShown = names.size > 1 && !names.values().some((name) => name === "" || hasUnsafeLink(name));
  return new Map(isShown ? headings : []);
}

/** Passages about the topic, best first. */
function topicPassages(evidence: Evidence, { weights }: QuestionModel, ranked: readonly Scored[]): readonly number[] {
  const { analyzer, question, passages } = evidence;
  const termsOf = (text: string) => new Set(analyzer.analyze(text).map(({ term }) => term));
  const framing = termsOf(framingWords(question, analyzer.language));
  const named = [...weights].filter(([term]) => !framing.has(term));
  const topic = named.length === 0 ? [...weights] : named;
  const judged = [...Map.groupBy(ranked, ({ unit }) => unit.passage)].map(([number, mates]) => {
    const passage = passages[number]!;
    const heading = termsOf(sectionOf(passage) || passage.title);
    const isAbove = (term: string) => heading.has(term) || heading.values().some((other) => areKin(term, other));
    const inHeading = shareOf(topic, isAbove);
    const inText = shareOf(topic, (term) => mates.some((one) => one.marks.says(term)));
    const likelihood = mates.reduce((sum, one) => sum + one.likelihood, 0);
    return { number, likelihood, worth: mates[0]!.evidence.standing + headingWeight * inHeading + textWeight * inText };
  });
  // Without headings, each passage must be a likely answer.
  const isBare = passages.every((passage) => sectionOf(passage) === "");
  const least = isBare ? leastLikely * Math.max(...judged.map(({ likelihood }) => likelihood)) : 0;
  const ordered = judged.filter(({ likelihood }) => likelihood >= least).toSorted((a, b) => b.worth - a.worth);
  const enough = leastWorth * (ordered[0]?.worth ?? 0);
  const chosen = ordered.slice(0, most.passages).filter(({ worth }) => worth >= enough);
  return chosen.map(({ number }) => number);
}
