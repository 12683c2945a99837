/**
 * The address of a cited passage. Each passage has its own, so that clients that list sources by address keep passages
 * apart. If the source has an address, the link leads there, to the page or the words; otherwise to this service's console,
 * which shows the source with the quote marked.
 */
import type { Citation } from "../../answering/answer.ts";
import type { Expert } from "../../experts/expert.ts";

/** Number of words of the quote in a fragment. */
const fragmentWords = 5;

/** @param base this service's address, without a trailing slash. */
export function passageLink(base: string, expert: Pick<Expert, "id">): (citation: Citation) => string | null {
  return (citation) => {
    const { url, brought } = citation.passage;
    if (url !== null) return withPassageFragment(url, citation);
    return brought === undefined ? base + consolePath(expert, citation) : null;
  };
}

/** The console's page for a passage. It consists of facts that never change, so nothing needs to be stored. */
function consolePath({ id }: Pick<Expert, "id">, { passage, start, end }: Citation): string {
  return `/c/${id}/${passage.sourceId}/${passage.sourceVersion}/${start}-${end}`;
}

/**
 * For a paged document `#page=` (RFC 8118) with the words to search; otherwise a text fragment (WICG, "URL Fragment Text
 * Directives"). An existing fragment of the address stays in front.
 */
function withPassageFragment(url: string, { passage, quote }: Citation): string {
  const words = quote.split(/\s+/).filter((word) => word !== "");
  const [address = "", fragment = ""] = splitOnce(url, "#");
  if (passage.page !== null) {
    const search = encodeURIComponent(`"${words.slice(0, fragmentWords).join(" ")}"`);
    return `${address}#page=${passage.page}&search=${search}`;
  }
  const isShort = words.length <= 2 * fragmentWords;
  const ends = [words.slice(0, fragmentWords), words.slice(-fragmentWords)];
  const text = isShort ? encodeWords(words) : ends.map(encodeWords).join(",");
  return `${address}#${fragment}:~:text=${text}`;
}

/** `-` and `,` have a special meaning in a text fragment. */
function encodeWords(words: readonly string[]): string {
  return encodeURIComponent(words.join(" ")).replaceAll("-", "%2D");
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
