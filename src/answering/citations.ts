/**
 * A marker precedes the closing stop: `Replace the filter every six months [1].` Otherwise sentences read as in the
 * source, except that an invisible word joiner marks a `[4]` of the source itself.
 */

import { blockAt, type OutlineBlock } from "../language/structure/outline.ts";
import { codePointCursor, codePointLength } from "../language/text/code-points.ts";
import { isLineUnit, listItem } from "../language/text/line-units.ts";
import type { AnswerEvent, Citation, Marker, PassageSpan, RetrievedPassage, Span } from "./answer.ts";
import type { SentenceChoice } from "./evidence/evidence.ts";

/** In the order of a stream. The joined `text`s are the whole text. */
export type AnswerPiece = Extract<AnswerEvent, { type: "text" | "citation" }>;

export interface CitedText {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly markers: readonly Marker[];
  /** Parts that are not quoted, in code points: headings; later also dates. */
  readonly remarks: readonly Span[];
  readonly pieces: readonly AnswerPiece[];
}

/** UTF-16 units between sentences of a passage beyond which they get separate quotes. */
const quoteGap = 300;

/** Follows the `[` of a bracketed number that is not a marker. */
const wordJoiner = "\u2060";

/**
 * A citation quotes from the first to the last chosen sentence of a passage, unless they are far apart. Items and rows
 * have lines of their own; sentences with a heading are listed under it.
 */
export function assembleAnswer(passages: readonly RetrievedPassage[], sentences: readonly SentenceChoice[]): CitedText {
  const quotes = quotedPlaces(sentences.flatMap(placesOf), passages);
  const growing = createGrowingText(passages);
  const remarks: Span[] = [];
  const pieces = sentences.flatMap((sentence, i) => {
    const lead = leadOf(passages, sentences[i - 1], sentence);
    const start = growing.length() + lead.break.length;
    if (lead.heading !== "") remarks.push({ start, end: start + codePointLength(lead.heading.trimEnd()) });
    const gap = lead.break + lead.heading + lead.bullet;
    const cited = distinctPlaces(sentence, passages).map((place) => quotes.find((quote) => isIn(place, quote))!);
    return growing.keep(gap, textAt(passages, sentence), cited, isCode(passages, sentence));
  });
  const { text, citations, markers } = growing.finish();
  const settled = pieces.map((piece) =>
    piece.type === "text" ? piece : { ...piece, citation: citations[piece.citation.index - 1]! },
  );
  return { text, citations, markers, remarks, pieces: settled };
}

/** The text before a sentence; each part may be empty. */
interface Lead {
  readonly break: string;
  readonly heading: string;
  readonly bullet: string;
}

function leadOf(
  passages: readonly RetrievedPassage[],
  previous: SentenceChoice | undefined,
  sentence: SentenceChoice,
): Lead {
  const own = textAt(passages, sentence);
  const heading = sentence.heading ?? null;
  if (heading === null) {
    const gap = previous === undefined ? "" : separatorOf(passages, previous, sentence);
    return { break: gap, heading: "", bullet: "" };
  }
  const bullet = listItem.test(own) ? "" : "- ";
  if (previous?.heading === heading) return { break: "\n", heading: "", bullet };
  return { break: previous === undefined ? "" : "\n\n", heading: `${withoutOwnMarkers(heading)}\n\n`, bullet };
}

const placesOf = (sentence: SentenceChoice): readonly PassageSpan[] => [sentence, ...sentence.also];

const textAt = (passages: readonly RetrievedPassage[], place: PassageSpan) =>
  passages[place.passage]!.text.slice(place.start, place.end);

/** The ranges to quote of each passage, ascending, at least `quoteGap` apart. */
function quotedPlaces(places: readonly PassageSpan[], passages: readonly RetrievedPassage[]): readonly PassageSpan[] {
  const quotes: PassageSpan[] = [];
  const ordered = places.toSorted((a, b) => a.passage - b.passage || a.start - b.start || a.end - b.end);
  for (const { passage, start, end } of ordered) {
    if (passages[passage] === undefined) throw new RangeError("a sentence names a passage that is not there");
    const last = quotes.at(-1);
    const isNear = last?.passage === passage && start - last.end <= quoteGap;
    if (isNear) quotes.splice(-1, 1, { ...last, end: Math.max(last.end, end) });
    else quotes.push({ passage, start, end });
  }
  return quotes;
}

const isIn = (place: PassageSpan, whole: PassageSpan) =>
  whole.passage === place.passage && whole.start <= place.start && place.end <= whole.end;

/** A sentence's own place first. One shared by overlapping passages counts once. */
function distinctPlaces(sentence: SentenceChoice, passages: readonly RetrievedPassage[]): readonly PassageSpan[] {
  if (sentence.also.length === 0) return [sentence];
  const whereIs = (place: PassageSpan) => {
    const { sourceId, sourceVersion, start, text } = passages[place.passage]!;
    return `${sourceId} ${sourceVersion} ${start + codePointLength(text, 0, place.start)}`;
  };
  return [...Map.groupBy(placesOf(sentence), whereIs).values()].map(([place]) => place!);
}

function isCode(passages: readonly RetrievedPassage[], { passage, start, end }: PassageSpan): boolean {
  return passages[passage]!.outline.some((one) => one.kind === "code" && one.start <= start && end <= one.end);
}

/** Puts markers before the closing stop, after code. `spanEnd`: UTF-16, after the last marker. */
export function withMarkers(
  sentence: string,
  numbers: readonly number[],
  isCode = false,
): { readonly text: string; readonly spanEnd: number } {
  const inert = withoutOwnMarkers(sentence);
  const tail = tailAt(inert);
  const close = isCode ? "" : /$(?<=(\s*[.!?:：…\p{STerm}]+["'”’»›)\]}」』）】〉》]*))/u.exec(inert.slice(tail))?.[1];
  const body = inert.slice(0, inert.length - (close?.length ?? 0));
  const marks = numbers.map((n) => `[${n}]`).join("");
  const head = body + (endsUnspaced(body) ? "" : " ") + marks;
  return { text: head + inert.slice(body.length), spanEnd: head.length };
}

/** The end of the last ASCII letter or digit; the closing stop follows. A search from the start would take longer. */
function tailAt(text: string): number {
  let at = text.length;
  while (at > 0 && !/[A-Za-z0-9]/.test(text[at - 1]!)) at--;
  return at;
}

const withoutOwnMarkers = (text: string) => text.replaceAll(/\[(?=\d+\])/g, `[${wordJoiner}`);

/** Positions of markers that `withMarkers` put before `end`, in the unit of `end`. */
export function markersBefore(end: number, numbers: readonly number[]): Marker[] {
  const widths = numbers.map((n) => `[${n}]`.length);
  return numbers.map((index, i) => {
    const behind = widths.slice(i + 1).reduce((sum, width) => sum + width, 0);
    return { index, start: end - behind - (widths[i] ?? 0), end: end - behind };
  });
}

const endsUnspaced = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]$/u.test(text);

function separatorOf(passages: readonly RetrievedPassage[], previous: SentenceChoice, next: SentenceChoice): string {
  const between = passages[next.passage]!.text.slice(previous.end, next.start);
  const isBeside = previous.passage === next.passage;
  // Two cells of a row.
  if (isBeside && between.startsWith(";") && !between.includes("\n")) return "; ";
  if (isBeside && (between === "\n" || between.startsWith(";"))) return "\n";
  const [before, after] = [previous, next].map(({ passage, start }) => blockAt(passages[passage]!.outline, start));
  return before !== after && (isLine(before) || isLine(after))
    ? "\n"
    : separator(textAt(passages, previous), textAt(passages, next));
}

const isLine = (block: OutlineBlock | undefined) =>
  block?.kind === "list_item" || block?.kind === "table_row" || block?.kind === "code";

function separator(previous: string, next: string): string {
  if (isLineUnit(previous) || isLineUnit(next)) return "\n";
  return endsUnspaced(previous) && !/\p{Script=Thai}$/u.test(previous) ? "" : " ";
}

export interface Cited {
  /** Numbers of the citations that quote the places. */
  readonly numbers: readonly number[];
  /** Adds a part of the answer that they support. */
  restsOn(span: Span): void;
  /** New citations for these places, as they are now. */
  added(): readonly Citation[];
}

export interface Quotations {
  cite(places: readonly PassageSpan[]): Cited;
  all(): readonly Citation[];
}

export function createQuotations(passages: readonly RetrievedPassage[]): Quotations {
  const quoted: { readonly place: PassageSpan; readonly citation: Citation; readonly spans: Span[] }[] = [];
  /** An existing citation of this place, or a new one. */
  const quote = (place: PassageSpan) => {
    const known = quoted.find((each) => isIn(place, each.place));
    if (known !== undefined) return known;
    const spans: Span[] = [];
    const citation = { ...citationOf(quoted.length + 1, place, passages), answerSpans: spans };
    quoted.push({ place, citation, spans });
    return quoted.at(-1)!;
  };
  const settled = (first: number, end: number) =>
    quoted.slice(first, end).map(({ citation, spans }) => ({ ...citation, answerSpans: [...spans] }));
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
        added: () => settled(before, after),
      };
    },
    all: () => settled(0, quoted.length),
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

/** Without `[n]`, the space before it, and word joiners. */
export function asInSource(text: string): string {
  return text.replaceAll(/ ?(?:\[\d+\])+/g, "").replaceAll("[\u2060", "[");
}

/** A text with its markers and citations while it grows. A statement ends with `keep` or `unsupported`. */
export interface GrowingText {
  /** Begins a statement, or goes on with one that was begun. */
  begin(gap: string, said: string): AnswerPiece;
  plain(gap: string, said: string): AnswerPiece;
  /** With markers for the places that support it; none is needed. */
  keep(gap: string, said: string, places: readonly PassageSpan[], isCode?: boolean): AnswerPiece[];
  /** @param mark what follows it */
  unsupported(gap: string, said: string, mark: string): AnswerPiece;
  /** In code points. */
  length(): number;
  finish(): Pick<CitedText, "text" | "citations" | "markers"> & { readonly unsupported: readonly Span[] };
}

export function createGrowingText(passages: readonly RetrievedPassage[]): GrowingText {
  const quotations = createQuotations(passages);
  const { write, begin, end, text, length } = createWriter();
  const markers: Marker[] = [];
  const unsupported: Span[] = [];
  return {
    begin,
    plain: (gap, said) => write(gap, said).piece,
    keep: (gap, said, places, isCode) => {
      if (places.length === 0) return [end(gap, said).piece];
      const { numbers, added, restsOn } = quotations.cite(places);
      const marked = withMarkers(said, numbers, isCode);
      const { piece, start, from } = end(gap, marked.text, markersBefore(gap.length + marked.spanEnd, numbers));
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
    length,
    finish: () => ({ text: text(), citations: quotations.all(), markers, unsupported }),
  };
}

function createWriter() {
  let [text, length] = ["", 0];
  /** Where a statement begins that has not ended; null for none. */
  let begun: number | null = null;
  /** @returns where what is said begins, in code points */
  const write = (gap: string, said: string, markers: readonly Marker[] = []) => {
    const start = length + codePointLength(gap);
    text += gap + said;
    length = start + codePointLength(said);
    return { piece: { type: "text" as const, text: gap + said, markers }, start };
  };
  return {
    write,
    begin: (gap: string, said: string) => {
      const { piece, start } = write(gap, said);
      begun ??= start;
      return piece;
    },
    /** `from`: where the statement begins. */
    end: (...said: Parameters<typeof write>) => {
      const written = write(...said);
      const from = begun ?? written.start;
      begun = null;
      return { ...written, from };
    },
    text: () => text,
    length: () => length,
  };
}
