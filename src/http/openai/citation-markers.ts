/** Markers in text that a client sends back. In answers of this service their places are known (`marked-text.ts`). */

/** Not an index into a variable (`list[1]`), and not the text of a Markdown link. */
const markersInProse = /(?<![ \t])[ \t]*(?<![A-Za-z0-9_)\]])(?:\[[1-9]\d{0,2}\])+(?!\()/g;

/** Removes markers from text that a client sends back. The text may contain code, so array indexes stay. */
export function removeMarkersFromProse(text: string): string {
  return text.replace(markersInProse, "");
}
