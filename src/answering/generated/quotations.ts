/** Finds the places in passages that support a model's text, and makes the citations that quote them. */
import { codePointCursor } from "../../text/code-points.ts";
import type { Citation, PassageSpan, RetrievedPassage, Span } from "../answer.ts";
import { type Support, type SupportJudge, supportedFrom, supportedUncitedFrom } from "./claim-support.ts";

export interface Claim {
  readonly text: string;
  /** The passages that it cites, numbered from 1. */
  readonly cites: readonly number[];
}

/** The places that support a claim: in the passages that it cites, or else in the passage that supports it best. */
export function placesFor(judge: SupportJudge, { text, cites }: Claim, count: number): PassageSpan[] {
  const cited = cites.filter((number) => number >= 1 && number <= count).map((number) => number - 1);
  const own = supportsIn(judge, text, cited).filter(({ share }) => share >= supportedFrom);
  if (own.length > 0) return own;
  const all = Array.from({ length: count }, (_, passage) => passage);
  const elsewhere = supportsIn(judge, text, all).filter(({ share }) => share >= supportedUncitedFrom);
  return elsewhere.sort((a, b) => b.share - a.share).slice(0, 1);
}

function supportsIn(judge: SupportJudge, claim: string, among: readonly number[]): (PassageSpan & Support)[] {
  return among.flatMap((passage) => {
    const support = judge.supportBy(passage, claim);
    return support === null ? [] : [{ passage, ...support }];
  });
}

/** An unfinished citation: later parts of the answer may refer to it too. */
interface Quoted {
  readonly citation: Omit<Citation, "answerSpans">;
  readonly place: PassageSpan;
  readonly spans: Span[];
}

export interface Cited {
  /** The numbers of the citations that quote the places. */
  readonly numbers: readonly number[];
  /** Adds a part of the answer that they support. */
  restsOn(span: Span): void;
  /** The citations that these places added, in their current state. */
  added(): readonly Citation[];
}

export interface Quotations {
  cite(places: readonly PassageSpan[]): Cited;
  all(): readonly Citation[];
}

export function createQuotations(passages: readonly RetrievedPassage[]): Quotations {
  const quoted: Quoted[] = [];
  /** The citation that quotes this place already, or a new one. */
  const quote = (place: PassageSpan): Quoted => {
    const known = quoted.find(
      (each) => each.place.passage === place.passage && each.place.start <= place.start && place.end <= each.place.end,
    );
    if (known !== undefined) return known;
    const fresh = { citation: citationOf(quoted.length + 1, place, passages), place, spans: [] };
    quoted.push(fresh);
    return fresh;
  };
  return {
    cite: (places) => {
      const before = quoted.length;
      const cited = [...new Set(places.map(quote))];
      const after = quoted.length;
      return {
        numbers: cited.map(({ citation }) => citation.index),
        restsOn: (span) => {
          for (const { spans } of cited) spans.push(span);
        },
        added: () => quoted.slice(before, after).map(settled),
      };
    },
    all: () => quoted.map(settled),
  };
}

function citationOf(index: number, { passage: at, start, end }: PassageSpan, passages: readonly RetrievedPassage[]) {
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
