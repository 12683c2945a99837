/**
 * Links in text that a client may show as Markdown. A safe target is a web page or a mail address; anything else
 * (`javascript:`, `data:`) may run code. Markdown decodes entities and backslashes in a target (CommonMark 0.31, sections
 * 2.4 and 2.5), so a target with any of these is unsafe too.
 */

/** `](target`, with or without `<`. */
const inline = /\](\(\s*<?([^\s)>]*))/g;
/** `<target>`, in which nothing is decoded. */
const alone = /<(?=(?:javascript|vbscript|data|file|blob):)/gi;
/** `[name]: target`, with or without `<`. */
const definition = /\](?=:\s*<?(?:(?:javascript|vbscript|data|file|blob):|\S*[&\\]\S*:))/gi;

const isSafe = (target: string) => /^(?:https?:|mailto:)/i.test(target) || !/[:&\\]/.test(target);

/** Whether Markdown would turn the text into a link that leads neither to the web nor to a mail address. */
export function hasUnsafeLink(text: string): boolean {
  // Every link has one of these.
  if (!text.includes("]") && !text.includes("<")) return false;
  return text !== withoutUnsafeLinks(text);
}

/** The same text without unsafe links: a space before the target keeps Markdown from making one. */
export function withoutUnsafeLinks(text: string): string {
  return text
    .replace(inline, (link, rest: string, target: string) => (isSafe(target) ? link : `] ${rest}`))
    .replace(alone, "< ")
    .replace(definition, "] ");
}
