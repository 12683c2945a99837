/** The address of a cited passage: the source's own, at the page or the words, or our console. One for each passage. */
import type { Citation } from "../../answering/answer.ts";
import type { Expert } from "../../experts/expert.ts";

const fragmentWords = 5;

/** @param base without a trailing slash */
export function passageLink(base: string, expert: Pick<Expert, "id">): (citation: Citation) => string | null {
  return (citation) => {
    const { url, brought } = citation.passage;
    if (url !== null) return withPassageFragment(url, citation);
    return brought === undefined ? base + consolePath(expert, citation) : null;
  };
}

/** Made of facts that never change, so nothing is stored. */
function consolePath({ id }: Pick<Expert, "id">, { passage, start, end }: Citation): string {
  return `/c/${id}/${passage.sourceId}/${passage.sourceVersion}/${start}-${end}`;
}

/** `#page=` (RFC 8118), or a text fragment (WICG), behind an existing fragment. */
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

/** `-` and `,` mean something in a text fragment. */
function encodeWords(words: readonly string[]): string {
  return encodeURIComponent(words.join(" ")).replaceAll("-", "%2D");
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
