/** New content waits until all pages were visited: many alike are probably a maintenance page. */
import type { Source } from "../sources/source.ts";
import { beginningOf, keepPage, type ReplacingContent, type VisitParts, visited } from "./page-visit.ts";
import type { PageResult } from "./ports.ts";
import type { SitePage } from "./site.ts";
import { becameAlike, type ChangedText, sketchOf } from "./text-sketch.ts";

export type ChangedPages = ReturnType<typeof createChangedPages>;

type ApplyParts = Omit<VisitParts, "changed"> & {
  /** False: content that is the same on many pages is held. */
  readonly mayReplace: (sources: readonly Source["id"][]) => Promise<boolean>;
};

interface ChangedPage extends ChangedText {
  readonly page: SitePage;
  readonly content: ReplacingContent;
}

const held: PageResult = {
  status: "held",
  message: "Many pages have the same new text, so it waits for a confirmation.",
};

export function createChangedPages({ sources }: Pick<VisitParts, "sources">) {
  const waiting = new Set<ChangedPage>();
  let isApplied = false;
  return {
    /** Keeps the content until it is applied or discarded. @param bytes the beginning; empty: not a text */
    put: async (page: SitePage, content: ReplacingContent, bytes: Uint8Array) => {
      const before = sketchOf(bytes.length === 0 ? bytes : await firstBytes(sources, content.existing));
      waiting.add({ page, content, before, after: sketchOf(bytes), sha256: content.file.sha256 });
    },
    /** Updates the sources, except those that are held. @throws as `visitPage` */
    apply: async ({ mayReplace, ...parts }: ApplyParts) => {
      if (isApplied && waiting.size === 0) return;
      isApplied = true;
      const alike = new Set(becameAlike([...waiting]));
      const mayAll = await mayReplace([...alike].map(({ content }) => content.existing.id));
      for (const changed of waiting) {
        const { page, content } = changed;
        const isHeld = !mayAll && alike.has(changed);
        const keep = () => visited(parts.signal, () => keepPage(parts, page, content));
        await parts.store.settle(page, isHeld ? held : await keep());
        content.file.discard();
        waiting.delete(changed);
      }
      if (mayAll && alike.size > 0) await mayReplace([]);
    },
    discard: () => {
      for (const { content } of waiting) content.file.discard();
      waiting.clear();
    },
  };
}

const mostRead = 64_000;

async function firstBytes(sources: Pick<VisitParts["sources"], "original">, source: Source): Promise<Uint8Array> {
  try {
    return await beginningOf(await sources.original(source), mostRead);
  } catch {
    return new Uint8Array();
  }
}
