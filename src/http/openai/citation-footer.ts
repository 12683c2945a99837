/**
 * The "Sources:" list under a chat answer. Most chat clients drop annotations, so their users see only this list. It is
 * Markdown that is also readable as plain text:
 *
 *     Sources:
 *     - [1] [2] Manual, p. 3
 *     - [3] [Guide](https://example.org/guide)
 *
 * Clients send it back as part of the conversation; `removeFooter` removes it.
 */
import type { Citation } from "../../answering/answer.ts";
import { counted } from "../../language/text/shown-text.ts";

const heading = "Sources:";
const maxTitleLength = 120;
const leftOut = "no source supports it";

/**
 * Starts with a blank line, to be appended; empty without citations. Equal places share a line.
 * @param removed number of the model's sentences that were left out
 */
export function citationFooter(citations: readonly Citation[], removed = 0): string {
  if (citations.length === 0) return "";
  const markersOf = new Map<string, string[]>();
  for (const citation of citations) {
    const place = describePlace(citation);
    markersOf.set(place, [...(markersOf.get(place) ?? []), `[${citation.index}]`]);
  }
  const lines = [...markersOf].map(([place, markers]) => `- ${markers.join(" ")} ${place}`);
  if (removed > 0) lines.push(`- ${counted(removed, "statement")} left out: ${leftOut}`);
  return `\n\n${heading}\n${lines.join("\n")}`;
}

export function removeFooter(text: string): string {
  const lines = text.split("\n");
  let last = lines.length - 1;
  while (last >= 0 && lines[last]?.trim() === "") last--;
  const lastEntry = last;
  while (last >= 0 && isEntry(lines[last] ?? "")) last--;
  if (last === lastEntry || lines[last]?.trim() !== heading) return text;
  return lines.slice(0, last).join("\n").trimEnd();
}

function isEntry(line: string): boolean {
  return /^[-*] \[[1-9]\d{0,2}\] ./.test(line.trim()) || line.trim().endsWith(`left out: ${leftOut}`);
}

function describePlace({ passage }: Citation): string {
  const title = shorten(passage.title.replace(/\s+/g, " ").trim() || passage.url || passage.sourceId);
  const words = withoutMarkup(title);
  const name = passage.url === null ? words : `[${words}](${escapeLinkTarget(passage.url)})`;
  return passage.page === null ? name : `${name}, p. ${passage.page}`;
}

function shorten(title: string): string {
  const points = [...title];
  return points.length <= maxTitleLength ? title : `${points.slice(0, maxTitleLength - 1).join("")}…`;
}

/** As plain words (CommonMark 0.31, section 2.4): no link, HTML or marker. `_` stays for file names. */
const withoutMarkup = (text: string) => text.replace(/[\\[\]<`*]/g, "\\$&");

const escapeLinkTarget = (url: string) =>
  url.replace(/[\s()<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
