/** The text of an answer while a model writes it, with its markers and citations. */
import { codePointLength } from "../../language/text/code-points.ts";
import type { Citation, Marker, PassageSpan, RetrievedPassage, Span } from "../answer.ts";
import { createQuotations } from "../check/quotations.ts";
import { type AnswerPiece, markersBefore, withMarkers } from "../citations.ts";

interface Finished {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly markers: readonly Marker[];
  readonly unsupported: readonly Span[];
}

/** Each adds to the text; a gap of null goes on from the text before. */
export interface CitedText {
  /** Begins a statement, or goes on with one that was begun: what `keep` or `unsupported` then adds ends it. */
  begin(gap: string | null, said: string): AnswerPiece;
  plain(gap: string | null, said: string): AnswerPiece;
  /** With markers for the places that support it; none is needed. */
  keep(gap: string | null, said: string, places: readonly PassageSpan[]): AnswerPiece[];
  /** @param mark what follows it */
  unsupported(gap: string | null, said: string, mark: string): AnswerPiece;
  finish(): Finished;
}

export function createCitedText(passages: readonly RetrievedPassage[]): CitedText {
  const quotations = createQuotations(passages);
  const markers: Marker[] = [];
  const unsupported: Span[] = [];
  let text = "";
  let length = 0;
  /** Where a statement begins that has not ended; null for none. */
  let begun: number | null = null;

  /** @param markers with positions in `said`. */
  const write = (gap: string | null, said: string, own: readonly Marker[] = []) => {
    const written = (text === "" || gap === null ? "" : gap || " ") + said;
    const start = length + codePointLength(written) - codePointLength(said);
    text += written;
    length += codePointLength(written);
    const by = written.length - said.length;
    const moved = own.map((marker) => ({ ...marker, start: marker.start + by, end: marker.end + by }));
    return { piece: { type: "text" as const, text: written, markers: moved }, start };
  };

  /** Ends a statement. @returns where it begins and where what was written now does */
  const end = (gap: string | null, said: string, own: readonly Marker[] = []) => {
    const { piece, start } = write(gap, said, own);
    const from = begun ?? start;
    begun = null;
    return { piece, start, from };
  };

  return {
    begin: (gap, said) => {
      const { piece, start } = write(gap, said);
      begun ??= start;
      return piece;
    },
    plain: (gap, said) => write(gap, said).piece,
    keep: (gap, said, places) => {
      if (places.length === 0) return [end(gap, said).piece];
      const { numbers, added, restsOn } = quotations.cite(places);
      const marked = withMarkers(said, numbers);
      const { piece, start, from } = end(gap, marked.text, markersBefore(marked.spanEnd, numbers));
      const span = { start: from, end: start + codePointLength(marked.text, 0, marked.spanEnd) };
      markers.push(...markersBefore(span.end, numbers));
      restsOn(span);
      return [piece, ...added().map((citation) => ({ type: "citation" as const, citation }))];
    },
    unsupported: (gap, said, mark) => {
      const { piece, start, from } = end(gap, said + mark);
      unsupported.push({ start: from, end: start + codePointLength(said) });
      return piece;
    },
    finish: () => ({ text, citations: quotations.all(), markers, unsupported }),
  };
}
