import type { Citation, Expert } from "../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import type { ShownCitation } from "./citation-card.tsx";

interface AnswerTextProps {
  readonly expert: Expert;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly show: (shown: ShownCitation | null) => void;
}

/** The answer as plain text. Each `[n]` opens the cited words. */
export function AnswerText({ expert, text, citations, show }: AnswerTextProps) {
  const byIndex = new Map(citations.map((citation) => [String(citation.index), citation]));
  const pieces = text.split(/(\[\d+\])/);
  return (
    <div class="answer" dir="auto">
      {pieces.map((piece, at) => {
        const citation = byIndex.get(piece.slice(1, -1));
        if (citation === undefined || !/^\[\d+\]$/.test(piece)) return <span key={at}>{piece}</span>;
        return <CitationMark key={at} expert={expert} citation={citation} show={show} />;
      })}
    </div>
  );
}

interface CitationMarkProps {
  readonly expert: Expert;
  readonly citation: Citation;
  readonly show: (shown: ShownCitation | null) => void;
}

export function CitationMark({ expert, citation, show }: CitationMarkProps) {
  const { page } = useConsole();
  const t = useTexts();
  const { index, title, source_id: source, source_version: version, start, end } = citation;
  const path = sourcePath(expert.slug, source, { version, start, end });
  const appear = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
    show({ citation, at: currentTarget.getBoundingClientRect() });
  const isOpen = page.path.value + (page.search.value.size === 0 ? "" : `?${page.search.value}`) === path;
  return (
    <a
      class="citation-mark"
      href={addressOf(path)}
      aria-label={t.asking.citation(index, title)}
      aria-current={isOpen ? "true" : undefined}
      onMouseEnter={appear}
      onMouseLeave={() => show(null)}
      onFocus={appear}
      onBlur={() => show(null)}
      onClick={() => show(null)}
    >
      {index}
    </a>
  );
}
