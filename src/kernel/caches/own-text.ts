/**
 * The same text in memory of its own. JavaScriptCore lets a slice of more than a few characters share the memory of the
 * text that it was cut from, so a cached word would keep the whole text that it was read in.
 */
export function ownText(text: string): string {
  return text.length < shortestShared ? text : (JSON.parse(JSON.stringify(text)) as string);
}

/** A shorter slice is copied when it is cut: sharing would take more memory. */
const shortestShared = 8;
