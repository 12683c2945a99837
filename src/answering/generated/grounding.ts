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
import { createSupportJudge, type SupportJudge } from "../check/support-judge.ts";
import { type AnswerPiece, type CitedText, createGrowingText, type GrowingText } from "../citations.ts";
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
  /** The sentences that a piece of the model's text completes. @param piece null: what is left */
  read(piece: string | null): Iterable<GeneratedSentence>;
  /** The pieces of the answer that are now final. @param elsewhere what supports it, if the passages' words do not */
  add(sentence: GeneratedSentence, elsewhere?: readonly PassageSpan[]): readonly AnswerPiece[];
  /** The pieces of the incomplete sentence that are final. */
  begin(): readonly AnswerPiece[];
  /** Whether the words of passages support the sentence, or it says nothing that needs support. */
  isSupported(sentence: GeneratedSentence): boolean;
  /** `pieces` of the result are only those of this last step. */
  end(): Grounded;
}

/** The mark after an unsupported sentence. */
export const unsupportedMark = "[unsupported]";

export function groundAnswer({ passages, analyzer, unsupported }: GroundingInput): Grounding {
  const reader = readGeneratedText(analyzer.language);
  const judge = createSupportJudge(passages, analyzer);
  const cited = createGrowingText(passages);
  const opening = createOpening(judge, cited);
  const counted = { supported: 0, all: 0 };
  const drafting: Drafting = { judge, cited, opening, unsupported, held: [], counted, removed: [] };
  let inTable = false;
  const add: Grounding["add"] = (sentence, elsewhere = []) => {
    if (isNothing(sentence)) return opening.giveUp(sentence);
    const isHead = sentence.isRow && (!inTable || !/[\p{L}\p{N}]/u.test(sentence.text));
    if (inTable && !sentence.isRow) drafting.held = drafting.held.filter(({ isRow }) => !isRow);
    inTable = sentence.isRow;
    if (!isHead && judge.saysAnything(sentence.text)) return addChecked(drafting, sentence, elsewhere);
    drafting.held.push(sentence);
    return [];
  };
  return {
    read: (piece) => (piece === null ? reader.end() : reader.push(piece)),
    add,
    begin: () => (drafting.held.length > 0 || inTable ? [] : opening.begin(reader.pending())),
    isSupported: (sentence) =>
      isNothing(sentence) || sentence.clauses.every((clause) => placesOf(judge, clause, sentence.text) !== null),
    end: () => {
      const last = reader.end().flatMap((sentence) => add(sentence));
      const kept = unsupported === "keep" ? drafting.held.splice(0).map((each) => opening.unsupported(each, "")) : [];
      const share = counted.all === 0 ? null : counted.supported / counted.all;
      return { ...cited.finish(), removed: drafting.removed, share, pieces: [...last, ...kept] };
    },
  };
}

type Piece = Pick<GeneratedSentence, "gap" | "text">;

interface Drafting extends Pick<GroundingInput, "unsupported"> {
  readonly judge: SupportJudge;
  readonly cited: GrowingText;
  readonly opening: Opening;
  /** Sentences with nothing to check ("Yes."), and the head of a table, held until the next supported one. */
  held: GeneratedSentence[];
  /** Clauses that say something. */
  readonly counted: { supported: number; all: number };
  readonly removed: string[];
}

/** The places of each claim of a clause that says something; null if one of them has none. */
function placesOf(
  judge: SupportJudge,
  { claims, cites }: GeneratedClause,
  within: string,
): readonly PassageSpan[] | null {
  const checked = claims.filter(judge.saysAnything);
  const places = checked.map((claim) => judge.placesFor({ text: claim, cites, within }));
  return places.some((some) => some.length === 0) ? null : places.flat();
}

function addChecked(drafting: Drafting, sentence: GeneratedSentence, elsewhere: readonly PassageSpan[]): AnswerPiece[] {
  const { judge, cited, opening, counted } = drafting;
  const { gap, text: said, clauses } = sentence;
  const found = clauses.map((clause) => placesOf(judge, clause, said));
  const isElsewhere = elsewhere.length > 0 && found.includes(null);
  const supported = isElsewhere ? clauses.length : found.filter((places) => places !== null).length;
  counted.all += clauses.length;
  counted.supported += supported;
  if (supported < clauses.length || !opening.isOf(said)) return addUnsupported(drafting, sentence);
  const before = drafting.held.splice(0).map(({ gap, text }) => cited.plain(gapIn(cited, gap), text));
  const [first = { text: said }, ...others] = clauses;
  if (isElsewhere) return [...before, ...opening.keep({ gap, text: said }, elsewhere)];
  const kept = opening.keep({ gap, text: first.text }, found[0]);
  return [...before, ...kept, ...others.flatMap(({ text }, i) => cited.keep("", text, found[i + 1] ?? []))];
}

function addUnsupported(drafting: Drafting, sentence: GeneratedSentence): AnswerPiece[] {
  const { opening, unsupported, held, removed } = drafting;
  const said = unsupported === "keep" || (unsupported === "mark" && sentence.isRow) ? held : [];
  const isNextRow = unsupported === "drop" && sentence.isRow;
  if (!isNextRow) drafting.held = [];
  const mark = unsupported === "mark" ? ` ${unsupportedMark}` : "";
  if (unsupported !== "drop") return [...said, sentence].map((each) => opening.unsupported(each, mark));
  if (removed.length < mostRemoved) removed.push(truncateCodePoints(sentence.text, longestRemoved));
  return opening.endAsPassage(sentence);
}

/** The part of a sentence that is shown before the sentence is complete. */
interface Opening {
  begin(pending: Piece): AnswerPiece[];
  /** Whether a text begins with what is shown. */
  isOf(text: string): boolean;
  /** The rest of a sentence, as of `GrowingText`. */
  keep(sentence: Piece, places?: readonly PassageSpan[] | null): AnswerPiece[];
  unsupported(sentence: Piece, mark: string): AnswerPiece;
  /** Ends a sentence as the passage that it begins to repeat does; nothing if it repeats none. */
  endAsPassage(sentence: Piece): AnswerPiece[];
  /** The same, if some of it is shown. */
  giveUp(sentence: Piece): AnswerPiece[];
}

function createOpening(judge: SupportJudge, cited: GrowingText): Opening {
  let shown = "";
  /** Sentences of passages that ended one of the model's. */
  const used: PassageSpan[] = [];

  const restOf = ({ gap, text }: Piece): readonly [string, string] => {
    const rest = [shown === "" ? gapIn(cited, gap) : "", text.slice(shown.length)] as const;
    shown = "";
    return rest;
  };
  const keep: Opening["keep"] = (sentence, places) => cited.keep(...restOf(sentence), places ?? []);
  const endAsPassage: Opening["endAsPassage"] = ({ gap, text }) => {
    const begun = judge.begunBy(text.startsWith(shown) ? text : shown, 0, used);
    if (begun === null) return [];
    used.push(begun.place);
    return keep({ gap, text: begun.said + begun.rest }, [begun.place]);
  };
  return {
    begin: ({ gap, text }) => {
      const said = judge.begunBy(text, shown.length + 1, used)?.said ?? "";
      if (said.length <= shown.length || !said.startsWith(shown)) return [];
      const piece = cited.begin(shown === "" ? gapIn(cited, gap) : "", said.slice(shown.length));
      shown = said;
      return [piece];
    },
    isOf: (text) => text.startsWith(shown),
    keep,
    unsupported: (sentence, mark) => cited.unsupported(...restOf(sentence), mark),
    endAsPassage,
    giveUp: (sentence) => (shown === "" ? [] : endAsPassage(sentence)),
  };
}

const isNothing = ({ text: said }: GeneratedSentence) => said === "" || said.includes(noAnswer);

const gapIn = (written: GrowingText, gap: string) => (written.length() === 0 ? "" : gap || " ");
