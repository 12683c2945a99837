/**
 * Checks a model's sentences against the sources while it streams. Numbers without a passage are removed, passages that do
 * not support a sentence are not cited for it, supporting passages that the model did not cite are added, and an
 * unsupported sentence is dropped or marked. Quotes are the supporting sentences.
 */

import type { Analyzer } from "../../analysis/analysis.ts";
import { codePointLength } from "../../text/code-points.ts";
import type { Marker, PassageSpan, RetrievedPassage, Span } from "../answer.ts";
import { type AnswerPiece, type CitedText, markersBefore, withMarkers } from "../citations.ts";
import { createSupportJudge } from "./claim-support.ts";
import { type GeneratedSentence, readGeneratedText } from "./generated-text.ts";
import { noAnswer } from "./prompt.ts";
import { createQuotations, placesFor } from "./quotations.ts";

export interface GroundingInput {
  /** The passages that the model saw, numbered from 1. */
  readonly passages: readonly RetrievedPassage[];
  readonly analyzer: Analyzer;
  /** What happens to an unsupported sentence; `keep` leaves it in, for the caller to report. */
  readonly unsupported: "drop" | "mark" | "keep";
}

export interface Grounded extends Omit<CitedText, "remarks"> {
  /** Unsupported sentences in the text. */
  readonly unsupported: readonly Span[];
}

export interface Grounding {
  /** Takes a piece of the model's text and returns the pieces of the answer that are now final. */
  push(piece: string): readonly AnswerPiece[];
  /** As `push`, in two steps: the sentences that a piece completes, or that are left, and the pieces of each. */
  read(piece: string | null): readonly GeneratedSentence[];
  /** @param elsewhere what supports the sentence, if the passages' words do not */
  add(sentence: GeneratedSentence, elsewhere?: readonly PassageSpan[]): readonly AnswerPiece[];
  /** Whether the words of passages support the sentence, or it says nothing that needs support. */
  isSupported(sentence: GeneratedSentence): boolean;
  /** Ends the text. `pieces` of the result are only those of this last step. */
  end(): Grounded;
}

/** The mark after an unsupported sentence. */
export const unsupportedMark = "[unsupported]";

export function groundAnswer(input: GroundingInput): Grounding {
  const reader = readGeneratedText(input.analyzer.language);
  const draft = createDraft(input);
  return {
    push: (piece) => reader.push(piece).flatMap((sentence) => draft.add(sentence)),
    read: (piece) => (piece === null ? reader.end() : reader.push(piece)),
    add: draft.add,
    isSupported: draft.isSupported,
    end: () => {
      const pieces = [...reader.end().flatMap((sentence) => draft.add(sentence)), ...draft.rest()];
      return { ...draft.finish(), pieces };
    },
  };
}

interface Draft extends Pick<Grounding, "isSupported"> {
  add(sentence: GeneratedSentence, elsewhere?: readonly PassageSpan[]): AnswerPiece[];
  /** The pieces that are still held at the end. */
  rest(): AnswerPiece[];
  finish(): Omit<Grounded, "pieces">;
}

function createDraft({ passages, analyzer, unsupported }: GroundingInput): Draft {
  const judge = createSupportJudge(passages, analyzer);
  const quotations = createQuotations(passages);
  const markers: Marker[] = [];
  const unsupportedSpans: Span[] = [];
  let text = "";
  let length = 0;
  /** Sentences with nothing to check ("Yes."), held until the next supported one. */
  let held: GeneratedSentence[] = [];

  /** @param markers with positions in `sentence`. */
  const write = (
    gap: string,
    sentence: string,
    markers: readonly Marker[] = [],
  ): { piece: AnswerPiece; start: number } => {
    const written = (text === "" ? "" : gap || " ") + sentence;
    const textStart = length + codePointLength(written) - codePointLength(sentence);
    text += written;
    length += codePointLength(written);
    const by = written.length - sentence.length;
    const moved = markers.map(({ index, start, end }) => ({ index, start: start + by, end: end + by }));
    return { piece: { type: "text", text: written, markers: moved }, start: textStart };
  };

  const keep = ({ gap, text: said }: GeneratedSentence, places: readonly PassageSpan[]): AnswerPiece[] => {
    const { numbers, added, restsOn } = quotations.cite(places);
    const marked = withMarkers(said, numbers);
    const before = held.map((each) => write(each.gap, each.text).piece);
    held = [];
    const { piece, start } = write(gap, marked.text, markersBefore(marked.spanEnd, numbers));
    const span = { start, end: start + codePointLength(marked.text, 0, marked.spanEnd) };
    markers.push(...markersBefore(span.end, numbers));
    restsOn(span);
    return [...before, piece, ...added().map((citation) => ({ type: "citation" as const, citation }))];
  };

  const tellUnsupported = ({ gap, text: said }: GeneratedSentence): AnswerPiece => {
    const { piece, start } = write(gap, unsupported === "mark" ? `${said} ${unsupportedMark}` : said);
    unsupportedSpans.push({ start, end: start + codePointLength(said) });
    return piece;
  };

  const isNothing = ({ text: said }: GeneratedSentence) => said === "" || said.includes(noAnswer);
  return {
    isSupported: (sentence) =>
      isNothing(sentence) ||
      !judge.saysAnything(sentence.text) ||
      placesFor(judge, sentence, passages.length).length > 0,
    add: (sentence, elsewhere = []) => {
      if (isNothing(sentence)) return [];
      if (!judge.saysAnything(sentence.text)) {
        held.push(sentence);
        return [];
      }
      const byWords = placesFor(judge, sentence, passages.length);
      const places = byWords.length > 0 ? byWords : elsewhere;
      if (places.length > 0) return keep(sentence, places);
      const said = unsupported === "keep" ? held : [];
      held = [];
      return unsupported === "drop" ? [] : [...said, sentence].map(tellUnsupported);
    },
    rest: () => (unsupported === "keep" ? held.splice(0).map(tellUnsupported) : []),
    finish: () => ({ text, citations: quotations.all(), markers, unsupported: unsupportedSpans }),
  };
}
