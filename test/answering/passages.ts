import type { RetrievedPassage } from "../../src/answering/answer.ts";
import type { ChunkId, SourceId } from "../../src/kernel/ids.ts";
import { plainOutline } from "../../src/language/structure/plain-blocks.ts";
import { codePointLength } from "../../src/language/text/code-points.ts";

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
