/**
 * The address of a cited passage, one for each passage: clients that list sources by their addresses must not take two
 * passages for one. A source with an address of its own leads there, to the page or the words; any other source leads
 * to this service's console, which shows the source with the quoted words marked.
 */
import type { Citation } from "../../answering/answer.ts";
import type { Expert } from "../../experts/expert.ts";

/** Words of the quote that a fragment names. */
const fragmentWords = 5;

/** @param base this service's own address, without a slash at its end. */
export function passageLink(base: string, expert: Pick<Expert, "id">): (citation: Citation) => string | null {
  return (citation) => {
    const { url, brought } = citation.passage;
    if (url !== null) return withPassageFragment(url, citation);
    return brought === undefined ? base + consolePath(expert, citation) : null;
  };
}

/** The console's page for a passage. It is made of facts that never change, so nothing has to be stored for it. */
function consolePath({ id }: Pick<Expert, "id">, { passage, start, end }: Citation): string {
  return `/c/${id}/${passage.sourceId}/${passage.sourceVersion}/${start}-${end}`;
}

/**
 * Of a paged document `#page=` (RFC 8118) with the words to search for, of anything else a text fragment (WICG, "URL
 * Fragment Text Directives"). A fragment that the address has already stays in front.
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

/** In a text fragment `-` and `,` have a meaning of their own. */
function encodeWords(words: readonly string[]): string {
  return encodeURIComponent(words.join(" ")).replaceAll("-", "%2D");
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
