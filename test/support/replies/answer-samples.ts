/** Answers to convert in tests: one of each kind, and arbitrary ones. */
import fc from "fast-check";
import type { Answer, AnswerEvent, Citation, Marker, RetrievedPassage } from "../../../src/answering/answer.ts";
import type { ChunkId, ExpertId, QueryId, SourceId } from "../../../src/kernel/ids.ts";

export const sampleExpertId = "exp_00000000000000000000000001" as ExpertId;
export const sampleQueryId = "qry_00000000000000000000000001" as QueryId;

export function samplePassage(rank: number, changes: Partial<RetrievedPassage> = {}): RetrievedPassage {
  const text = changes.text ?? `Passage ${rank} says something.`;
  return {
    rank,
    chunkId: `chk_${String(rank).padStart(13, "0")}` as ChunkId,
    sourceId: `src_${String(rank).padStart(26, "0")}` as SourceId,
    sourceVersion: 1,
    externalId: null,
    title: `Title ${rank}`,
    url: null,
    text,
    start: 0,
    end: [...text].length,
    page: null,
    section: "",
    score: 0.5,
    scores: { keyword: 0.5, sense: null, vector: null },
    metadata: {},
    outline: [],
    lead: null,
    ...changes,
  };
}

export function sampleCitation(index: number, changes: Partial<RetrievedPassage> = {}): Citation {
  const passage = samplePassage(index, changes);
  return { index, passage, quote: passage.text, start: passage.start, end: passage.end, answerSpans: [] };
}

/** The places of all `[n]`, as answering would tell them. */
export function markersIn(text: string): Marker[] {
  return [...text.matchAll(marker)].map((match) => {
    const start = [...text.slice(0, match.index)].length;
    return { index: Number(match[1]), start, end: start + match[0].length };
  });
}

/** A text of a stream in which every `[n]` is a marker. */
export function markedText(text: string) {
  const markers = [...text.matchAll(marker)].map(({ index, 0: { length }, 1: number }) => ({
    index: Number(number),
    start: index,
    end: index + length,
  }));
  return { text, markers };
}

const marker = /\[([1-9]\d{0,2})\]/g;

export function sampleAnswer(text: string, citations: readonly Citation[], changes: Partial<Answer> = {}): Answer {
  return {
    id: sampleQueryId,
    expertId: sampleExpertId,
    question: "How often are filters changed?",
    text,
    form: "text",
    markers: markersIn(text),
    grounded: null,
    modelFailure: null,
    remarks: [],
    unsupported: [],
    removed: [],
    toolCalls: [],
    abstained: false,
    abstainReason: null,
    confidence: 0.9,
    citations,
    retrieved: citations.map((citation) => citation.passage),
    retrieval: {
      mode: "keyword",
      k: 8,
      returned: citations.length,
      used: citations.length,
      sourcesReady: 1,
      sourcesPending: 0,
    },
    expansion: null,
    mode: "extractive",
    model: null,
    truncated: false,
    usage: { promptTokens: 20, completionTokens: 9 },
    createdAt: 1_795_248_000_000,
    ...changes,
  };
}

export const filterAnswer = sampleAnswer("Replace the filter every six months [1]. Rinse it 💧 weekly [2][1].", [
  sampleCitation(1, { title: "Manual", page: 3, text: "Replace the filter every six months." }),
  sampleCitation(2, { title: "Care [2nd ed.]", url: "https://example.org/care (new)", text: "Rinse it 💧 weekly." }),
]);

export const refusal = sampleAnswer("The sources do not say.", [], {
  abstained: true,
  abstainReason: "not_supported",
  confidence: 0.1,
  usage: { promptTokens: 20, completionTokens: 6 },
});

/** By a model that ran to its limit of tokens. */
export const halfSaid = sampleAnswer(
  "Replace the filter every six months [1]. Rinse it",
  filterAnswer.citations.slice(0, 1),
  { mode: "generated", model: "small", truncated: true },
);

/** The events of an answer whose text comes in the given pieces. */
export async function* eventsOf(answer: Answer, pieces: readonly string[]): AsyncGenerator<AnswerEvent> {
  yield { type: "start", id: answer.id, createdAt: answer.createdAt };
  yield { type: "retrieval", retrieval: answer.retrieval, retrieved: answer.retrieved };
  for (const text of pieces) yield { type: "text", ...markedText(text) };
  for (const citation of answer.citations) yield { type: "citation", citation };
  yield { type: "end", answer };
}

const words = [
  "filter",
  "the",
  "changes",
  "weekly",
  "Grüße",
  "水",
  "💧",
  "👩‍👩‍👧",
  "e\u0301",
  "12345",
  "a[0]",
  "[",
  "]",
  "\n",
  "END",
  "ENDE",
];

/** Text as answers have it: words of several scripts, emoji, brackets, line breaks and markers `[1]` to `[3]`. */
export const answerText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.constantFrom("[1]", "[2]", "[3]", "[1][2]"), fc.string()), {
    maxLength: 30,
  })
  .chain((parts) =>
    fc
      .array(fc.constantFrom(" ", "", ". ", "\n"), { minLength: parts.length, maxLength: parts.length })
      .map((gaps) => parts.map((part, i) => part + gaps[i]).join("")),
  );

/** A text and its pieces. Characters of two UTF-16 units may be cut in two, markers not. */
export function cutText(text: fc.Arbitrary<string>): fc.Arbitrary<{ text: string; pieces: string[] }> {
  return text.chain((whole) =>
    fc.array(fc.nat({ max: whole.length }), { maxLength: 12 }).map((positions) => {
      const { markers } = markedText(whole);
      const uncut = positions.filter((at) => !markers.some(({ start, end }) => start < at && at < end));
      const cuts = [0, ...uncut.toSorted((a, b) => a - b), whole.length];
      return { text: whole, pieces: cuts.slice(1).map((end, i) => whole.slice(cuts[i], end)) };
    }),
  );
}

/** Made of the sources' sentences, or written by a model, which may have run to its limit. */
const maker: fc.Arbitrary<Pick<Answer, "mode" | "model" | "truncated">> = fc.oneof(
  fc.constant({ mode: "extractive" as const, model: null, truncated: false }),
  fc.record({ mode: fc.constant("generated" as const), model: fc.constant("small"), truncated: fc.boolean() }),
);

/** An answer of either kind, with one citation for each marker in its text. */
export const arbitraryAnswer: fc.Arbitrary<{ answer: Answer; pieces: string[] }> = fc
  .tuple(cutText(answerText), maker)
  .map(([{ text, pieces }, made]) => {
    const indices = [...new Set(markersIn(text).map(({ index }) => index))];
    const citations = indices.map((index) =>
      sampleCitation(index, index % 2 === 0 ? { url: `https://example.org/${index}` } : { page: index }),
    );
    return { answer: sampleAnswer(text, citations, made), pieces };
  });
