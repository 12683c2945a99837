/**
 * Links in text that a client may show as Markdown. A safe target is a web page or a mail address; anything else
 * (`javascript:`, `data:`) may run code. Markdown decodes entities and backslashes in a target (CommonMark 0.31, sections
 * 2.4 and 2.5), so a target with any of these is unsafe too.
 */

/** `](target`, with or without `<`. */
const inline = /\](\(\s*<?([^\s)>]*))/g;
/** `<target>`, in which nothing is decoded. */
const alone = /<(?=(?:javascript|vbscript|data|file|blob):)/gi;
/** The scheme of the target of `[name]: target`, with or without `<`. */
const definedScheme = /<?(?:javascript|vbscript|data|file|blob):/iy;

const isSafe = (target: string) => /^(?:https?:|mailto:)/i.test(target) || !/[:&\\]/.test(target);

/** Whether Markdown would turn the text into a link that leads neither to the web nor to a mail address. */
export function hasUnsafeLink(text: string): boolean {
  // Every link has one of these.
  if (!text.includes("]") && !text.includes("<")) return false;
  return text !== withoutUnsafeLinks(text);
}

/** The same text without unsafe links: a space before the target keeps Markdown from making one. */
export function withoutUnsafeLinks(text: string): string {
  const inert = text
    .replace(inline, (link, rest: string, target: string) => (isSafe(target) ? link : `] ${rest}`))
    .replace(alone, "< ");
  return inert.includes("]:") ? withoutUnsafeDefinitions(inert) : inert;
}

/** `[name]: target`. Each word is read once, however many names it has. */
function withoutUnsafeDefinitions(text: string): string {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index, decoded: lastDecoded(word) }));
  const unsafe = words.flatMap((word, i) => unsafeNames(word, words[i + 1]).map((at) => word.index + at));
  return [0, ...unsafe].map((from, i) => text.slice(from, unsafe[i])).join(" ");
}

interface LinkWord {
  readonly word: string;
  /** The place of the last character that is decoded before a colon; -1 for none. */
  readonly decoded: number;
}

/** Where in a word the targets of unsafe definitions begin, at their colons. */
function unsafeNames(word: LinkWord, next: LinkWord | undefined): number[] {
  return [...word.word.matchAll(/\](?=:)/g)]
    .map(({ index }) => index + 1)
    .filter((colon) => {
      const isLast = colon + 1 === word.word.length;
      return isLast ? next !== undefined && isUnsafeTarget(next, 0) : isUnsafeTarget(word, colon + 1);
    });
}

function lastDecoded(word: string): number {
  const before = word.lastIndexOf(":") - 1;
  return before < 0 ? -1 : Math.max(word.lastIndexOf("&", before), word.lastIndexOf("\\", before));
}

function isUnsafeTarget({ word, decoded }: LinkWord, at: number): boolean {
  definedScheme.lastIndex = at;
  return decoded >= at || definedScheme.test(word);
}
