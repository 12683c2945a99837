import type { RetrievedPassage } from "../../src/answering/answer.ts";
import { extract } from "../../src/extraction/extract.ts";
import type { ChunkId, SourceId } from "../../src/kernel/ids.ts";
import { outlined, plainOutline } from "../../src/language/structure/document-outline.ts";
import { outlineFrom } from "../../src/language/structure/outline-bytes.ts";
import { codePointLength } from "../../src/language/text/code-points.ts";
import { chunk } from "../../src/sources/chunker.ts";
import { passageOutlines } from "../../src/sources/outline/passage-outlines.ts";

/** Passages like those of a search: one per source, unless `source` is given, with some text before each. */
export function passagesOf(
  ...texts: readonly (
    | string
    | {
        readonly text: string;
        readonly source?: number;
        readonly before?: string;
        readonly title?: string;
        readonly section?: string;
        readonly score?: number;
      }
  )[]
): RetrievedPassage[] {
  return texts.map((given, i) => {
    const {
      text,
      source = i,
      before = "Before it. ",
      title = `Document ${i}`,
      section = "",
      score = 1 / (i + 1.5),
    } = typeof given === "string" ? { text: given } : given;
    const start = codePointLength(before);
    return {
      rank: i + 1,
      chunkId: `chk_${i}` as ChunkId,
      sourceId: `src_${source}` as SourceId,
      sourceVersion: 1,
      externalId: null,
      title,
      url: null,
      text,
      start,
      end: start + codePointLength(text),
      page: null,
      section,
      score,
      scores: { keyword: score, sense: null, vector: null },
      metadata: {},
      outline: plainOutline(text, "en"),
      lead: null,
    };
  });
}

/** The source texts behind `passagesOf`: some text, the passage, and some text. */
export function contentOfPassages(passages: readonly RetrievedPassage[], before = "Before it. ") {
  const contents = new Map(passages.map((passage) => [passage.chunkId, `${before}${passage.text} After it.`]));
  return (citation: { readonly passage: RetrievedPassage }) => contents.get(citation.passage.chunkId) ?? null;
}

/** The passages of a Markdown or HTML document as a memory has them, all found equally well. */
export async function passagesOfDocument(written: string, filename = "document.md"): Promise<RetrievedPassage[]> {
  const bytes = new TextEncoder().encode(written);
  const { document: extracted } = await extract({ bytes, filename, declaredType: null });
  const document = outlined(extracted, "en");
  const chunks = chunk(document, { language: "en" });
  const outlines = passageOutlines(document, chunks);
  const texts = chunks.map(({ start, end }) => document.text.slice(start, end));
  return passagesOf(...texts.map((text) => ({ text, source: 0, score: 0.6 }))).map((passage, i) => {
    const { blocks, lead } = outlineFrom(outlines[i]!, passage.text);
    const { section, start, end } = chunks[i]!;
    const [from, to] = [codePointLength(document.text, 0, start), codePointLength(document.text, 0, end)];
    return {
      ...passage,
      title: document.title ?? filename,
      section,
      start: from,
      end: to,
      outline: blocks,
      lead,
    };
  });
}
