/** Text with the ranges of its `[n]` markers, which limits must not split. */
import type { Span } from "../../answering/answer.ts";

export interface MarkedText {
  readonly text: string;
  /** Ascending, in UTF-16. */
  readonly markers?: readonly Span[] | undefined;
}

export const emptyText: MarkedText = { text: "" };

export function joined(first: MarkedText, second: MarkedText): MarkedText {
  const by = first.text.length;
  return { text: first.text + second.text, markers: [...markersOf(first), ...moved(markersOf(second), by)] };
}

/** UTF-16. What is left of a cut marker is plain text. */
export function slice(marked: MarkedText, start: number, end = marked.text.length): MarkedText {
  const whole = markersOf(marked).filter((marker) => marker.start >= start && marker.end <= end);
  return { text: marked.text.slice(start, end), markers: moved(whole, -start) };
}

/** In order. Positions are UTF-16. */
export function* parts(marked: MarkedText): Generator<Span & { readonly isMarker: boolean }> {
  let start = 0;
  for (const marker of markersOf(marked)) {
    yield { start, end: marker.start, isMarker: false };
    yield { ...marker, isMarker: true };
    start = marker.end;
  }
  yield { start, end: marked.text.length, isMarker: false };
}

/** The start of the marker that `position` would split, or `position`. */
export function unsplit(marked: MarkedText, position: number): number {
  return markersOf(marked).find(({ start, end }) => start < position && position < end)?.start ?? position;
}

export function withoutMarkers(marked: MarkedText): string {
  let text = "";
  for (const { start, end, isMarker } of parts(marked)) {
    text = isMarker ? text.slice(0, blanksStart(text)) : text + marked.text.slice(start, end);
  }
  return text;
}

export function blanksStart(text: string): number {
  let start = text.length;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start;
}

const markersOf = ({ markers }: MarkedText) => markers ?? [];

const moved = (spans: readonly Span[], by: number) =>
  by === 0 ? spans : spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }));

/** Markers in text that a client sends back. */

/** Not `list[1]`, and not the text of a Markdown link. */
const markersInProse = /(?<![ \t])[ \t]*(?<![A-Za-z0-9_)\]])(?:\[[1-9]\d{0,2}\])+(?!\()/g;

export function removeMarkersFromProse(text: string): string {
  return text.replace(markersInProse, "");
}
