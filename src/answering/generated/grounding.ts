/**
 * Checks a model's sentences against the sources while it streams. Numbers without a passage are removed, passages that do
 * not support a sentence are not cited for it, supporting passages that the model did not cite are added, and an
 * unsupported sentence is dropped or marked. Quotes are the supporting sentences.
 *
 * Words with which a sentence of a passage begins are final before the sentence is complete: if it turns out unsupported, the
 * passage's own words end it, where it would be dropped.
 */

import { truncateCodePoints } from "../../language/text/code-points.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import type { PassageSpan, RetrievedPassage, Span } from "../answer.ts";
import { type Beginning, createSupportJudge } from "../check/support-judge.ts";
import type { AnswerPiece, CitedText } from "../citations.ts";
import { createCitedText } from "./cited-text.ts";
import { type GeneratedClause, type GeneratedSentence, readGeneratedText } from "./generated-text.ts";
import { noAnswer } from "./prompt.ts";

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
  /** Unsupported sentences that were left out, the first ones. */
  readonly removed: readonly string[];
  /** The share of the clauses that passages support, of those that say something; null if none does. */
  readonly share: number | null;
}

/** Sentences that are told of, and code points of each. */
const mostRemoved = 20;
const longestRemoved = 300;

export interface Grounding {
  /** Takes a piece of the model's text and returns the pieces of the answer that are now final. */
  push(piece: string): readonly AnswerPiece[];
  /** As `push`, in two steps: the sentences that a piece completes, or that are left, and the pieces of each. */
  read(piece: string | null): readonly GeneratedSentence[];
  /** @param elsewhere what supports the sentence, if the passages' words do not */
  add(sentence: GeneratedSentence, elsewhere?: readonly PassageSpan[]): readonly AnswerPiece[];
  /** The pieces of the incomplete sentence that are final. */
  begin(): readonly AnswerPiece[];
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
    push: (piece) => [
      ...reader.push(piece).flatMap((sentence) => draft.add(sentence)),
      ...draft.begin(reader.pending()),
    ],
    read: (piece) => (piece === null ? reader.end() : reader.push(piece)),
    add: draft.add,
    begin: () => draft.begin(reader.pending()),
    isSupported: draft.isSupported,
    end: () => {
      const pieces = [...reader.end().flatMap((sentence) => draft.add(sentence)), ...draft.rest()];
      return { ...draft.finish(), pieces };
    },
  };
}

type GeneratedText = Pick<GeneratedSentence, "gap" | "text">;

interface Draft extends Pick<Grounding, "isSupported"> {
  add(sentence: GeneratedSentence, elsewhere?: readonly PassageSpan[]): AnswerPiece[];
  begin(pending: GeneratedText): AnswerPiece[];
  /** The pieces that are still held at the end. */
  rest(): AnswerPiece[];
  finish(): Omit<Grounded, "pieces">;
}

function createDraft({ passages, analyzer, unsupported }: GroundingInput): Draft {
  const judge = createSupportJudge(passages, analyzer);
  const cited = createCitedText(passages);
  /** Sentences with nothing to check ("Yes."), and the head of a table, held until the next supported one. */
  let held: GeneratedSentence[] = [];
  let inTable = false;
  /** What is shown of the sentence that is not complete. */
  let shown = "";
  /** Sentences of passages that ended one of the model's. */
  const ending: Beginning[] = [];
  const counted = { supported: 0, all: 0 };
  const removed: string[] = [];

  /** The places of each claim of a clause that says something; null if one of them has none. */
  const placesOf = ({ claims, cites }: GeneratedClause, within: string): readonly PassageSpan[] | null => {
    const checked = claims.filter(judge.saysAnything);
    const places = checked.map((claim) => judge.placesFor({ text: claim, cites, within }));
    return places.some((some) => some.length === 0) ? null : places.flat();
  };

  const begunBy = (text: string): Beginning | null => {
    const found = judge.begunBy(text);
    return ending.some(({ place }) => isSamePlace(place, found?.place)) ? null : found;
  };

  /** The gap and the text of a sentence without what is shown of it. */
  const restOf = ({ gap, text }: GeneratedText) => {
    const from = shown;
    shown = "";
    return { gap: from === "" ? gap : null, text: text.slice(from.length) };
  };

  const keep = (sentence: GeneratedText, places: readonly PassageSpan[] | null = null) => {
    const { gap, text } = restOf(sentence);
    return cited.keep(gap, text, places ?? []);
  };

  const tellUnsupported = (sentence: GeneratedText) => {
    const { gap, text: said } = restOf(sentence);
    return cited.unsupported(gap, said, unsupported === "mark" ? ` ${unsupportedMark}` : "");
  };

  /** Ends a sentence as the passage that it begins to repeat does. */
  const endAsPassage = ({ gap, text }: GeneratedText): AnswerPiece[] => {
    const begun = begunBy(text.startsWith(shown) ? text : shown);
    if (begun === null) return [];
    ending.push(begun);
    return keep({ gap, text: begun.said + begun.rest }, [begun.place]);
  };

  const endShown = (sentence: GeneratedText) => (shown === "" ? [] : endAsPassage(sentence));

  const addUnsupported = (sentence: GeneratedSentence): AnswerPiece[] => {
    const said = unsupported === "keep" || (unsupported === "mark" && sentence.isRow) ? held : [];
    const isNextRow = unsupported === "drop" && sentence.isRow;
    if (!isNextRow) held = [];
    if (unsupported !== "drop") return [...said, sentence].map(tellUnsupported);
    if (removed.length < mostRemoved) removed.push(truncateCodePoints(sentence.text, longestRemoved));
    return endAsPassage(sentence);
  };

  const addChecked = (sentence: GeneratedSentence, elsewhere: readonly PassageSpan[]): AnswerPiece[] => {
    const { gap, text: said, clauses } = sentence;
    const found = clauses.map((clause) => placesOf(clause, said));
    const isElsewhere = elsewhere.length > 0 && found.includes(null);
    const supported = isElsewhere ? clauses.length : found.filter((places) => places !== null).length;
    counted.all += clauses.length;
    counted.supported += supported;
    if (supported < clauses.length || !said.startsWith(shown)) return addUnsupported(sentence);
    const before = held.splice(0).map((each) => cited.plain(each.gap, each.text));
    const [first = { text: said }, ...others] = clauses;
    if (isElsewhere) return [...before, ...keep({ gap, text: said }, elsewhere)];
    const kept = keep({ gap, text: first.text }, found[0]);
    return [...before, ...kept, ...others.flatMap(({ text }, i) => cited.keep(null, text, found[i + 1] ?? []))];
  };

  return {
    isSupported: (sentence) =>
      isNothing(sentence) || sentence.clauses.every((clause) => placesOf(clause, sentence.text) !== null),
    begin: (pending) => {
      const said = held.length > 0 || inTable ? "" : (begunBy(pending.text)?.said ?? "");
      if (said.length <= shown.length || !said.startsWith(shown)) return [];
      const piece = cited.begin(shown === "" ? pending.gap : null, said.slice(shown.length));
      shown = said;
      return [piece];
    },
    add: (sentence, elsewhere = []) => {
      if (isNothing(sentence)) return endShown(sentence);
      const isHead = sentence.isRow && (!inTable || !/[\p{L}\p{N}]/u.test(sentence.text));
      if (inTable && !sentence.isRow) held = held.filter(({ isRow }) => !isRow);
      inTable = sentence.isRow;
      if (!isHead && judge.saysAnything(sentence.text)) return addChecked(sentence, elsewhere);
      held.push(sentence);
      return [];
    },
    rest: () => (unsupported === "keep" ? held.splice(0).map(tellUnsupported) : []),
    finish: () => ({ ...cited.finish(), removed, share: counted.all === 0 ? null : counted.supported / counted.all }),
  };
}

const isSamePlace = (one: PassageSpan, other: PassageSpan | undefined) =>
  one.passage === other?.passage && one.start === other.start;

const isNothing = ({ text: said }: GeneratedSentence) => said === "" || said.includes(noAnswer);
