/**
 * The `[n]` markers in the text of an answer, n from 1. In a stream, a marker may be split between pieces, so text that may
 * be the beginning of a marker is held back.
 */
/** At most three digits, because an answer never cites a thousand passages. */
const markerAndSpace = /(?<![ \t])[ \t]*\[[1-9]\d{0,2}\]/g;
/** Not an index into a variable (`list[1]`), and not the text of a Markdown link. */
const markersInProse = /(?<![ \t])[ \t]*(?<![A-Za-z0-9_)\]])(?:\[[1-9]\d{0,2}\])+(?!\()/g;
const markerDigits = 3;

/** Removes every marker of an answer, with the space before it. In an answer every `[n]` is a marker. */
export function removeMarkers(text: string): string {
  return text.replace(markerAndSpace, "");
}

/** Removes markers from text that a client sends back. The text may contain code, so array indexes stay. */
export function removeMarkersFromProse(text: string): string {
  return text.replace(markersInProse, "");
}

/** The start (UTF-16) of a possible incomplete marker at the end of `text`, else the length of `text`. */
export function partialMarkerStart(text: string): number {
  let position = text.length;
  while (position > 0 && text.length - position < markerDigits && isDigit(text.charCodeAt(position - 1))) position--;
  return position > 0 && text[position - 1] === "[" ? position - 1 : text.length;
}

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;
