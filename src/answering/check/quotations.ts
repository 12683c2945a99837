/** The citations that quote the places that support a model's text. */
import { codePointCursor } from "../../language/text/code-points.ts";
import type { Citation, PassageSpan, RetrievedPassage, Span } from "../answer.ts";

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
