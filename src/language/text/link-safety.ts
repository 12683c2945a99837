/** Only web and mail addresses are safe: `javascript:` runs code, and Markdown decodes entities and backslashes. */

/** `](target`, also with `<`. */
const inline = /\](\(\s*<?([^\s)>]*))/g;
/** `<target>`, where nothing is decoded. */
const alone = /<(?=(?:javascript|vbscript|data|file|blob):)/gi;
/** In `[name]: target`, also with `<`. */
const definedScheme = /<?(?:javascript|vbscript|data|file|blob):/iy;

const isSafe = (target: string) => /^(?:https?:|mailto:)/i.test(target) || !/[:&\\]/.test(target);

export function hasUnsafeLink(text: string): boolean {
  // Every link has one of them.
  if (!text.includes("]") && !text.includes("<")) return false;
  return text !== withoutUnsafeLinks(text);
}

/** A space before the target keeps Markdown from making a link. */
export function withoutUnsafeLinks(text: string): string {
  const inert = text
    .replace(inline, (link, rest: string, target: string) => (isSafe(target) ? link : `] ${rest}`))
    .replace(alone, "< ");
  return inert.includes("]:") ? withoutUnsafeDefinitions(inert) : inert;
}

/** `[name]: target`. Linear. */
function withoutUnsafeDefinitions(text: string): string {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index, decoded: lastDecoded(word) }));
  const unsafe = words.flatMap((word, i) => unsafeNames(word, words[i + 1]).map((at) => word.index + at));
  return [0, ...unsafe].map((from, i) => text.slice(from, unsafe[i])).join(" ");
}

interface LinkWord {
  readonly word: string;
  /** The last character before a colon that Markdown decodes; -1: none. */
  readonly decoded: number;
}

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

export function addsAddress(statement: string, evidence: string): boolean {
  const addresses = statement.match(/(?:https?:\/\/|www\.)[^\s<>()[\]"']+/gi) ?? [];
  return addresses.some((address) => !evidence.includes(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")));
}
