/**
 * A copy of a text. JavaScriptCore lets a slice share the memory of its text, so a cached word would keep the whole
 * text.
 */
export function ownText(text: string): string {
  return text.length < shortestShared ? text : (JSON.parse(JSON.stringify(text)) as string);
}

const shortestShared = 8;
