/** An answer from the wire as the citation laws read it. */
import type { Static } from "@sinclair/typebox";
import type { AnswerComputation, Citation } from "../../../src/answering/answer.ts";
import { AnswerObject, type CitationObject } from "../../../src/api/answer-schemas.ts";
import { type CitedAnswer, citationFaults } from "../../../src/cli/asking/citation-laws.ts";
import { type ChunkId, isId } from "../../../src/kernel/ids.ts";
import type { Reply } from "../reply.ts";

type CitationView = Static<typeof CitationObject>;

/** The text of a version of a source; null when it is gone. */
export type ReadContent = (sourceId: string, version: number) => Promise<string | null>;

export interface AnswerView extends Omit<Static<typeof AnswerObject>, "citations"> {
  readonly citations: readonly CitationView[];
}

export function answerFrom(reply: Reply): AnswerView {
  const answer = reply.as(AnswerObject);
  // `as` has checked each against its schema.
  return { ...answer, citations: answer.citations as CitationView[] };
}

/** The violations of the citation laws in an extractive answer, one per line. */
export async function faultsOf(answer: AnswerView, read: ReadContent): Promise<string[]> {
  const texts = new Map<number, string | null>();
  for (const { index, source_id, source_version } of answer.citations) {
    texts.set(index, await read(source_id, source_version));
  }
  const cited: CitedAnswer = {
    text: answer.abstained ? "" : (answer.answer ?? ""),
    citations: answer.citations.map(citationFrom),
    verbatim: answer.answer_mode === "extractive",
    remarks: answer.remarks,
    computation: answer.computation && computationFrom(answer.computation),
  };
  return citationFaults(cited, ({ index }) => texts.get(index) ?? null);
}

function computationFrom({ table, cell_count, ...rest }: NonNullable<AnswerView["computation"]>): AnswerComputation {
  const { source_id, source_version, ...said } = table;
  const place = {
    sourceId: source_id as AnswerComputation["table"]["sourceId"],
    sourceVersion: source_version,
    ...said,
  };
  return { ...rest, table: place, cellCount: cell_count };
}

function citationFrom(view: CitationView): Citation {
  const { index, quote, start, end, source_id: sourceId } = view;
  if (!isId("source", sourceId)) throw new Error(`${sourceId} names no source`);
  const passage = {
    rank: 1,
    chunkId: view.chunk_id as ChunkId,
    sourceId,
    sourceVersion: view.source_version,
    text: quote,
    externalId: view.external_id,
    title: view.title,
    url: view.url,
    start,
    end,
    page: view.page,
    section: view.section,
    score: view.score,
    metadata: view.metadata,
    outline: [],
    lead: null,
    scores: { keyword: null, sense: null, vector: null },
  };
  return { index, passage, quote, start, end, answerSpans: view.answer_spans };
}
