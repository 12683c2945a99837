/** A copy of a text: in JavaScriptCore a slice keeps the whole text in memory. */
export function ownText(text: string): string {
  return text.length < shortestShared ? text : (JSON.parse(JSON.stringify(text)) as string);
}

const shortestShared = 8;
