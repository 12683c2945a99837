/** An answer as Markdown. Its citations are links into this service, for anyone with a key. */
import type { CitationObject } from "../../api/shapes.ts";

interface MarkdownAnswer {
  readonly origin: string;
  readonly expertId: string;
  readonly question: string;
  readonly text: string;
  readonly citations: readonly CitationObject[];
}

export function answerMarkdown({ origin, expertId, question, text, citations }: MarkdownAnswer): string {
  const notes = citations.map(({ index, title, page, quote, ...place }) => {
    const where = page === null ? "" : `, p. ${page}`;
    const link = `${origin}/c/${expertId}/${place.source_id}/${place.source_version}/${place.start}-${place.end}`;
    return `[${index}] [${escaped(title)}](${link})${where}: “${escaped(quote.replace(/\s+/g, " ").trim())}”`;
  });
  return [`**${escaped(question)}**`, text, ...(notes.length === 0 ? [] : [notes.join("  \n")])].join("\n\n");
}

/** Escapes text from sources, so that it is shown literally (CommonMark, section 2.4). */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|!]/g, (sign) => `\\${sign}`);
}
