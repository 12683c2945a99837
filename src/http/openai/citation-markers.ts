/** Markers in text that a client sends back. */

/** Not `list[1]`, and not the text of a Markdown link. */
const markersInProse = /(?<![ \t])[ \t]*(?<![A-Za-z0-9_)\]])(?:\[[1-9]\d{0,2}\])+(?!\()/g;

export function removeMarkersFromProse(text: string): string {
  return text.replace(markersInProse, "");
}
