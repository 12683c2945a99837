/** Sent with a question: a file, web results, a tool's result. It answers with the memory, for this turn only. */

import type { ChunkId, SourceId } from "../kernel/ids.ts";
import { nextTurn } from "../kernel/pause.ts";
import { plainOutline } from "../language/structure/document-outline.ts";
import { codePointCursor } from "../language/text/code-points.ts";
import { splitSentences } from "../language/text/sentences.ts";
import type { Analyzer } from "../language/words/analysis.ts";
import type { QuestionTerm } from "../memory/index-ports.ts";
import type { RetrievedPassage, Span } from "./answer.ts";
import type { Material } from "./asked-question.ts";
import type { Found } from "./retrieval.ts";

/** UTF-16 units, after which a passage ends with its sentence. */
const passageLength = 900;
/** UTF-16 units read in one turn of the event loop: some milliseconds. */
const stretchLength = 3000;
const mostPassages = 12;

/** Adds the passages with most of the question's words. Counts of the retrieval stay. */
export async function withMaterial(
  found: Found,
  materials: readonly Material[],
  question: string,
  analyzer: Analyzer,
): Promise<Found> {
  if (materials.length === 0) return found;
  const terms = found.outcome.terms.length > 0 ? found.outcome.terms : plainTerms(question, analyzer);
  const shareOf = termShare(terms, analyzer);
  const brought: (Unranked & ReturnType<typeof scored>)[] = [];
  for await (const passage of passagesOf(materials, analyzer.language)) {
    brought.push({ ...passage, ...scored(shareOf(`${passage.title}\n${passage.text}`)) });
  }
  const best = brought
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostPassages)
    .map((passage) => ({ ...passage, outline: plainOutline(passage.text, analyzer.language) }));
  const passages = [...best, ...found.passages]
    .toSorted((a, b) => b.score - a.score)
    .map((passage, i) => ({ ...passage, rank: i + 1 }));
  return {
    ...found,
    passages,
    outcome: { ...found.outcome, terms },
    emptyBecause: passages.length === 0 ? found.emptyBecause : null,
  };
}

function scored(score: number): Pick<RetrievedPassage, "score" | "scores"> {
  return { score, scores: { keyword: score, sense: null, vector: null } };
}

function plainTerms(question: string, analyzer: Analyzer): readonly QuestionTerm[] {
  const terms = new Set(analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term])));
  return [...terms].map((term) => ({ term, documentFrequency: 0, idf: 1 }));
}

/** 0–1, weighted by rarity. */
function termShare(terms: readonly QuestionTerm[], analyzer: Analyzer): (text: string) => number {
  const total = terms.reduce((sum, { idf }) => sum + idf, 0);
  return (text) => {
    const held = new Set(analyzer.analyze(text).map(({ term }) => term));
    const found = terms.reduce((sum, { term, idf }) => sum + (held.has(term) ? idf : 0), 0);
    return total === 0 ? 0 : found / total;
  };
}

type Unranked = Omit<RetrievedPassage, "rank" | "score" | "scores">;

/** Over several turns of the event loop if there are many. */
async function* passagesOf(materials: readonly Material[], language: string): AsyncIterable<Unranked> {
  for (const material of materials) {
    const point = codePointCursor(material.text);
    for (let start = 0; start < material.text.length; ) {
      const end = stretchEnd(material.text, start);
      for (const run of runsOf(material.text, { start, end }, language)) yield passageOf(material, run, point);
      if (end < material.text.length) await nextTurn();
      start = end;
    }
  }
}

/** After a line, or else before a space. */
export function stretchEnd(text: string, start: number): number {
  const most = start + stretchLength;
  if (most >= text.length) return text.length;
  const stretch = text.slice(start, most);
  const [line, space] = [stretch.lastIndexOf("\n"), stretch.lastIndexOf(" ")];
  if (line > 0) return start + line + 1;
  return space > 0 ? start + space : most + (isTrailSurrogate(text.charCodeAt(most)) ? 1 : 0);
}

const isTrailSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

function passageOf(material: Material, { start, end }: Span, point: (at: number) => number): Unranked {
  return {
    chunkId: `message-${material.message}` as ChunkId,
    sourceId: `message-${material.message}` as SourceId,
    sourceVersion: 1,
    externalId: null,
    title: material.title,
    url: material.url,
    text: material.text.slice(start, end),
    start: material.start + point(start),
    end: material.start + point(end),
    page: null,
    section: "",
    metadata: {},
    outline: [],
    lead: null,
    brought: { origin: material.origin, message: material.message },
  };
}

/** Runs of whole sentences, in UTF-16 positions. */
export function runsOf(text: string, stretch: Span, language: string): Span[] {
  const runs: { start: number; end: number }[] = [];
  for (const sentence of splitSentences(text.slice(stretch.start, stretch.end), language)) {
    const [start, end] = [stretch.start + sentence.start, stretch.start + sentence.end];
    const last = runs.at(-1);
    if (last === undefined || last.end - last.start >= passageLength) runs.push({ start, end });
    else last.end = end;
  }
  return runs;
}
