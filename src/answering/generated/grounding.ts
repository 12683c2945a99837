/**
 * Holds a model to its sources while it speaks. Each sentence is compared with what it cites; a number that names no
 * passage goes, a passage that does not support the sentence is not cited for it, one that does although it was not
 * cited is, and a sentence that nothing supports is dropped or marked. Quotes are the sentences that support.
 */

import type { Analyzer } from "../../analysis/analysis.ts";
import { codePointCursor, codePointLength } from "../../text/code-points.ts";
import type { Citation, RetrievedPassage, Span } from "../answer.ts";
import { type AnswerPiece, type CitedText, withMarkers } from "../citations.ts";
import {
  createSupportJudge,
  type Support,
  type SupportJudge,
  supportedFrom,
  supportedUncitedFrom,
} from "./claim-support.ts";
import { type GeneratedSentence, readGeneratedText } from "./generated-text.ts";
import { noAnswer } from "./prompt.ts";

export interface GroundingInput {
  /** Those that the model saw, in its numbering from 1. */
  readonly passages: readonly RetrievedPassage[];
  readonly analyzer: Analyzer;
  readonly unsupported: "drop" | "mark";
}

export interface Grounded extends CitedText {
  /** Sentences that stand on a citation, and sentences that nothing supports. */
  readonly supported: number;
  readonly unsupported: number;
}

export interface Grounding {
  /** Takes a piece of the model's text and gives what of the answer is settled by it. */
  push(piece: string): readonly AnswerPiece[];
  /** No more comes. `pieces` of the result are those of this last step alone. */
  end(): Grounded;
}

/** Follows a sentence that no passage supports, where those are marked. */
export const unsupportedMark = "[unsupported]";

export function groundAnswer(input: GroundingInput): Grounding {
  const reader = readGeneratedText(input.analyzer.language);
  const draft = createDraft(input);
  return {
    push: (piece) => reader.push(piece).flatMap((sentence) => draft.add(sentence)),
    end: () => {
      const pieces = reader.end().flatMap((sentence) => draft.add(sentence));
      return { ...draft.finish(), pieces };
    },
  };
}

/** A citation in the making: more of the answer may come to rest on it. */
interface Quoted {
  readonly citation: Omit<Citation, "answerSpans">;
  readonly place: Place;
  readonly spans: Span[];
}

interface Place {
  readonly passage: number;
  /** UTF-16 positions in its text. */
  readonly start: number;
  readonly end: number;
}

interface Draft {
  add(sentence: GeneratedSentence): AnswerPiece[];
  finish(): Omit<Grounded, "pieces">;
}

function createDraft({ passages, analyzer, unsupported }: GroundingInput): Draft {
  const judge = createSupportJudge(passages, analyzer);
  const quoted: Quoted[] = [];
  const counts = { supported: 0, unsupported: 0 };
  let text = "";
  let length = 0;
  /** Sentences that say nothing to check ("Yes."), kept for the next one that stands. */
  let held: GeneratedSentence[] = [];

  const write = (gap: string, sentence: string): { piece: AnswerPiece; start: number } => {
    const written = (text === "" ? "" : gap || " ") + sentence;
    const start = length + codePointLength(written) - codePointLength(sentence);
    text += written;
    length += codePointLength(written);
    return { piece: { type: "text", text: written }, start };
  };

  const keep = ({ gap, text: said }: GeneratedSentence, places: readonly Place[]): AnswerPiece[] => {
    const cited = places.map((place) => quote(quoted, place, passages));
    const marked = withMarkers(
      said,
      cited.map(({ it }) => it.citation.index),
    );
    const before = held.map((each) => write(each.gap, each.text).piece);
    held = [];
    const { piece, start } = write(gap, marked.text);
    const span = { start, end: start + codePointLength(marked.text, 0, marked.spanEnd) };
    for (const { it } of cited) it.spans.push(span);
    const fresh = cited.filter(({ isNew }) => isNew).map(({ it }) => it);
    return [...before, piece, ...fresh.map((it) => ({ type: "citation" as const, citation: settled(it) }))];
  };

  return {
    add: (sentence) => {
      if (sentence.text === "" || sentence.text.includes(noAnswer)) return [];
      if (!judge.saysAnything(sentence.text)) {
        held.push(sentence);
        return [];
      }
      const places = placesFor(judge, sentence, passages.length);
      if (places.length > 0) counts.supported += 1;
      else counts.unsupported += 1;
      if (places.length > 0) return keep(sentence, places);
      held = [];
      return unsupported === "drop" ? [] : [write(sentence.gap, `${sentence.text} ${unsupportedMark}`).piece];
    },
    finish: () => ({ text, citations: quoted.map(settled), ...counts }),
  };
}

/** What supports the sentence: of the passages it cites, or else of all of them the one that does so best. */
function placesFor(judge: SupportJudge, { text, cites }: GeneratedSentence, count: number): Place[] {
  const cited = cites.filter((number) => number >= 1 && number <= count).map((number) => number - 1);
  const own = supportsIn(judge, text, cited).filter(({ share }) => share >= supportedFrom);
  if (own.length > 0) return own;
  const all = Array.from({ length: count }, (_, passage) => passage);
  const elsewhere = supportsIn(judge, text, all).filter(({ share }) => share >= supportedUncitedFrom);
  return elsewhere.sort((a, b) => b.share - a.share).slice(0, 1);
}

function supportsIn(judge: SupportJudge, claim: string, among: readonly number[]): (Place & Support)[] {
  return among.flatMap((passage) => {
    const support = judge.supportBy(passage, claim);
    return support === null ? [] : [{ passage, ...support }];
  });
}

/** The citation that quotes this place already, or a new one. */
function quote(quoted: Quoted[], place: Place, passages: readonly RetrievedPassage[]): { it: Quoted; isNew: boolean } {
  const known = quoted.find(
    (each) => each.place.passage === place.passage && each.place.start <= place.start && place.end <= each.place.end,
  );
  if (known !== undefined) return { it: known, isNew: false };
  const it = { citation: citationOf(quoted.length + 1, place, passages), place, spans: [] };
  quoted.push(it);
  return { it, isNew: true };
}

function citationOf(index: number, { passage: at, start, end }: Place, passages: readonly RetrievedPassage[]) {
  const passage = passages[at];
  if (passage === undefined) throw new RangeError("a place names a passage that is not there");
  const position = codePointCursor(passage.text);
  return {
    index,
    passage,
    quote: passage.text.slice(start, end),
    start: passage.start + position(start),
    end: passage.start + position(end),
  };
}

function settled({ citation, spans }: Quoted): Citation {
  return { ...citation, answerSpans: [...spans] };
}
