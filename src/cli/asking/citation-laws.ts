/** The citation laws of the contract. Tests apply them to every answer. */

import type { AnswerComputation, Citation, Span } from "../../answering/answer.ts";
import { asInSource } from "../../answering/citations.ts";
import { codePointLength, codePointSlicer, sliceCodePoints } from "../../language/text/code-points.ts";
import { recomputed } from "../../tables/recomputing.ts";
import { buildingWords } from "../../tables/table-question.ts";

export interface CitedAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Sentences must be verbatim in what they cite (law 4 for extractive answers). */
  readonly verbatim: boolean;
  /** Docent's own words, to which law 4 does not apply. */
  readonly remarks?: readonly Span[];
  /** Of a computed answer, whose sentence is no quotation. */
  readonly computation?: AnswerComputation | undefined;
}

const marker = /\[(\d+)\]/g;

/** One sentence for each fault. `contentOf` gives a cited version's text, or null if it is gone (law 5). */
export function citationFaults(answer: CitedAnswer, contentOf: (citation: Citation) => string | null): string[] {
  return [
    ...numberingFaults(answer),
    ...answer.citations.flatMap((citation) => quoteFaults(citation, contentOf(citation))),
    ...answer.citations.flatMap((citation) => spanFaults(citation, answer)),
    ...(answer.verbatim ? uncitedFaults(answer) : []),
    ...(answer.computation ? computationFaults(answer.computation, answer, contentOf) : []),
  ];
}

/** Laws 1 and 3: markers and citations correspond, numbered by first appearance. */
function numberingFaults({ text, citations }: CitedAnswer): string[] {
  const appearing = [...new Set([...text.matchAll(marker)].map((match) => Number(match[1])))];
  const expected = appearing.map((_, i) => i + 1);
  const given = citations.map((citation) => citation.index);
  const faults: string[] = [];
  if (appearing.join() !== expected.join()) faults.push(`law 1: markers appear as ${appearing}, not ${expected}`);
  if (given.join() !== expected.join()) faults.push(`law 1: citations are numbered ${given}, the text has ${expected}`);
  return faults;
}

/** Laws 2 and 5: the quote is the text at its position in an existing source. */
function quoteFaults({ index, quote, start, end }: Citation, content: string | null): string[] {
  if (content === null) return [`law 5: [${index}] cites a source version that is gone`];
  if (quote === "") return [`law 2: [${index}] quotes nothing`];
  const found = sliceCodePoints(content, start, end);
  return found === quote && end - start === codePointLength(quote)
    ? []
    : [`law 2: [${index}] does not quote ${start}–${end}`];
}

/** Spans lie in the text with the marker, and their text without markers is in the quote (law 4). */
function spanFaults({ index, quote, answerSpans }: Citation, { text, verbatim }: CitedAnswer): string[] {
  const faults = answerSpans.length === 0 ? [`law 3: nothing in the answer rests on [${index}]`] : [];
  for (const { start, end } of answerSpans) {
    const said = sliceCodePoints(text, start, end);
    if (codePointLength(said) !== end - start || !said.includes(`[${index}]`)) {
      faults.push(`law 3: ${start}–${end} does not hold [${index}]`);
    } else if (verbatim && !quote.includes(asInSource(said))) {
      faults.push(`law 4: ${start}–${end} is not verbatim in the quote of [${index}]`);
    }
  }
  return faults;
}

/** Law 4 for a computed answer: cells are where they say, each quoted by a citation, and give the result. */
function computationFaults(
  computation: AnswerComputation,
  { citations }: CitedAnswer,
  contentOf: (citation: Citation) => string | null,
): string[] {
  const { cells, cellCount } = computation;
  const slice = codePointSlicer((citations[0] && contentOf(citations[0])) ?? "");
  const misplaced = cells
    .filter(({ text, start, end }) => slice(start, end) !== text)
    .map(({ text, start, end }) => `law 4: the cell ${start}–${end} is not "${text}"`);
  if (cellCount > cells.length) return misplaced;
  const empty = citations
    .filter(
      (one) =>
        !cells.some(({ citation, start, end }) => citation === one.index && start >= one.start && end <= one.end),
    )
    .map(({ index }) => `law 4: the quote of [${index}] holds none of the cells`);
  return [...misplaced, ...empty, ...resultFaults(computation)];
}

function resultFaults({ table, operation, most, cells, value, texts }: AnswerComputation): string[] {
  const again = recomputed({ operation, most, cells }, buildingWords(table.language ?? "en"));
  const isSame = again !== null && again.value === value && again.texts.join("\n") === texts.join("\n");
  return isSame ? [] : [`law 4: the cells give ${again?.value ?? again?.texts.join(", ")}, not the result`];
}

/** Law 4: no words outside the spans. */
function uncitedFaults({ text, citations, remarks = [] }: CitedAnswer): string[] {
  const spans = [...citations.flatMap((citation) => citation.answerSpans), ...remarks].toSorted(
    (a, b) => a.start - b.start,
  );
  let at = 0;
  let outside = "";
  for (const { start, end } of spans) {
    if (start > at) outside += sliceCodePoints(text, at, start);
    at = Math.max(at, end);
  }
  outside += sliceCodePoints(text, at, codePointLength(text));
  return /[\p{L}\p{N}]/u.test(outside) ? ["law 4: part of the answer cites nothing"] : [];
}
