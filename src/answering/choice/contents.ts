/**
 * What a whole memory or a whole document is about, at any size: by document or by section, each with the statement that begins
 * it. A search finds nothing for `Summarise the documents.`, because no passage says so.
 */

import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { lastHeading } from "../../language/text/section-path.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { RetrievedPassage } from "../answer.ts";
import { type ExtractiveAnswer, headingOf, type SentenceChoice, sectionOf } from "../evidence/evidence.ts";
import { announces, type Unit, unitsOf } from "../evidence/units.ts";
import type { Glimpse, StoredPassage } from "../ports.ts";
import { asksForContents, breadthOf, framingWords } from "../question/breadth.ts";

/** Of a memory, the documents added last, with the first statement of their first sections; of a document, its first sections. */
const ofMemory: Glimpse = { sources: 10, sections: 4 };
const mostSections = 10;
/** What a document is called by beside its title, such as a date, is near its beginning. In code points. */
const farthestName = 500;
/** A shorter unit is a label. */
const leastWords = 4;

/** The passages to describe, in their order. */
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
  const framing = new Set(termsOf(framingWords(question, language)));
  const subject = termsOf(question).filter((term) => !framing.has(term));
  const isNamed = ({ title, turn, start, text }: RetrievedPassage) => {
    const named = new Set(termsOf(title));
    if (turn != null || !subject.some((term) => named.has(term))) return false;
    const opening = new Set(start > farthestName ? [] : termsOf(text));
    return subject.every((term) => named.has(term) || opening.has(term));
  };
  const named = found.find(isNamed);
  return named === undefined ? null : { sources: named.sourceId, sections: mostSections };
}

/** As passages that were found, in their order. */
export function asFound(stored: readonly StoredPassage[]): readonly RetrievedPassage[] {
  const scores = { keyword: null, sense: null, vector: null };
  return stored.map((passage, i) => ({ ...passage, rank: i + 1, score: 1, scores }));
}

/** A statement for each document or section, under its name. Certain: it claims only what it quotes. */
export function contentsAnswer({ of, passages }: Contents, language: string): ExtractiveAnswer {
  const numbered = passages.map((passage, number) => ({ passage, number }));
  const groups = Map.groupBy(numbered, ({ passage, number }) => (of === "memory" ? passage.sourceId : number));
  const sentences = [...groups.values()].flatMap((some): readonly SentenceChoice[] => {
    const units = some.flatMap(({ passage, number }) =>
      unitsOf(passage, number, language).filter((unit) => isStatement(unit, passage)),
    );
    const chosen = units.find((unit) => isSentence(unit) && !isNotice(unit)) ?? units.find(isSentence) ?? units[0];
    if (chosen === undefined) return [];
    const passage = passages[chosen.passage]!;
    const heading = of === "memory" ? passage.title : lastHeading(sectionOf(passage)) || passage.title;
    const { start, end } = chosen;
    return [{ passage: chosen.passage, start, end, also: [], ...(isShowable(heading) ? { heading } : {}) }];
  });
  return { passages, sentences, confidence: sentences.length === 0 ? 0 : 1, least: 0.5 };
}

function isStatement({ kind, text }: Unit, passage: RetrievedPassage): boolean {
  if (kind === "heading" || kind === "question" || hasUnsafeLink(text)) return false;
  return !headingOf(passage).includes(text) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= leastWords;
}

/** No head of a letter, no address, nothing that leads to more. */
const isSentence = (unit: Unit) => unit.kind === "sentence" && !/\n|:\/\//.test(unit.text) && !announces(unit);

/** Whose a document is and who may copy it says nothing of its subject. */
const isNotice = ({ text }: Unit) => /©|\(c\) \d{4}|copyright|licen[cs]e|redistribut|all rights reserved/i.test(text);

const isShowable = (heading: string) => heading !== "" && !hasUnsafeLink(heading);
