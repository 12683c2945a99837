import type { Static } from "@sinclair/typebox";
import type { Citation, RetrievedPassage } from "../../answering/answer.ts";
import type { CitationObject, RetrievedObject } from "./citation-schemas.ts";

export function citationView(citation: Citation): Static<typeof CitationObject> {
  const { index, passage, quote, start, end, answerSpans, dates = [] } = citation;
  return {
    index,
    ...placeView(passage),
    quote,
    start,
    end,
    dates: dates.map((date) => ({ ...date })),
    answer_spans: answerSpans.map((span) => ({ ...span })),
  };
}

export function retrievedView(passage: RetrievedPassage, withScores: boolean): Static<typeof RetrievedObject> {
  const { rank, text, scores } = passage;
  return { rank, ...placeView(passage), text, ...(withScores ? { scores } : {}) };
}

function placeView(passage: RetrievedPassage) {
  return {
    source_id: passage.sourceId,
    source_version: passage.sourceVersion,
    chunk_id: passage.chunkId,
    title: passage.title,
    url: passage.url,
    external_id: passage.externalId,
    start: passage.start,
    end: passage.end,
    page: passage.page,
    section: passage.section,
    score: passage.score,
    speaker: passage.turn?.speaker ?? null,
    said_at: passage.turn?.saidAt ?? null,
    metadata: passage.metadata,
  };
}
