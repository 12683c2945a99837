/** The dates of the turns that an answer quotes. They follow the answer and are not part of a quote. */

import { codePointLength } from "../../text/code-points.ts";
import type { Citation, SpokenDate } from "../answer.ts";
import type { AnswerPiece, CitedText } from "../citations.ts";
import { readAsking } from "../extractive/question/question-kind.ts";
import { spokenDates } from "./relative-dates.ts";

interface RemarkContext {
  readonly question: string;
  /** BCP 47. */
  readonly language: string;
}

/**
 * Adds a line for each quoted turn whose date matters: the question asks when, or the question or the quote mentions days.
 * `(Maria, 2026-03-23; “yesterday” = 2026-03-22)`
 */
export function withDateRemarks(cited: CitedText, { question, language }: RemarkContext): CitedText {
  if (cited.citations.every(({ passage }) => passage.turn?.saidAt == null)) return cited;
  const isAboutTime =
    readAsking(question, language).kind === "when" || spokenDates(question, anyDay, language).length > 0;
  const citations = cited.citations.map((one) => ({ ...one, dates: datesOf(one, language) }));
  const lines = citations.flatMap(({ passage: { turn }, dates }) => {
    if (turn?.saidAt == null || !(isAboutTime || dates.length > 0)) return [];
    return [remarkOf(turn.speaker, turn.saidAt, dates)];
  });
  if (lines.length === 0) return cited;
  const remark = [...new Set(lines)].join("\n");
  const text = `${cited.text}\n\n${remark}`;
  const start = codePointLength(cited.text) + 2;
  const dated = cited.pieces.map((piece) => (piece.type === "citation" ? withDates(piece, citations) : piece));
  const pieces = [...dated, { type: "text" as const, text: `\n\n${remark}` }];
  return { ...cited, citations, text, remarks: [...cited.remarks, { start, end: codePointLength(text) }], pieces };
}

function withDates(piece: Extract<AnswerPiece, { type: "citation" }>, citations: readonly Citation[]): AnswerPiece {
  const dated = citations.find(({ index }) => index === piece.citation.index);
  return { type: "citation", citation: dated ?? piece.citation };
}

/** Any day, to find phrases without their meaning. */
const anyDay = "2026-01-01";

function datesOf({ quote, passage: { turn } }: Citation, language: string): readonly SpokenDate[] {
  return turn?.saidAt == null ? [] : spokenDates(quote, turn.saidAt, language);
}

function remarkOf(speaker: string, saidAt: string, phrases: readonly SpokenDate[]): string {
  const dates = phrases.map(({ phrase, date }) => `“${phrase}” = ${date}`);
  return `(${[`${speaker}, ${saidAt.slice(0, 10)}`, ...dates].join("; ")})`;
}
