import type { Citation, Expert } from "../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { answerRuns } from "./answer-runs.ts";
import type { ShownCitation } from "./citation-card.tsx";

interface AnswerTextProps {
  readonly expert: Expert;
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Parts of the text that are not quoted, in code points. Known when the answer is complete. */
  readonly remarks: readonly { readonly start: number; readonly end: number }[] | undefined;
  readonly show: (shown: ShownCitation | null) => void;
}

/** The answer as plain text, with its headings. Each `[n]` opens the cited words. */
export function AnswerText({ expert, text, citations, remarks = [], show }: AnswerTextProps) {
  const byIndex = new Map(citations.map((citation) => [String(citation.index), citation]));
  return (
    <div class="answer" dir="auto">
      {answerRuns(text, remarks).map((run, at) => {
        if (run.kind === "heading") return <h3 key={at}>{run.text}</h3>;
        const citation = run.kind === "mark" ? byIndex.get(run.text.slice(1, -1)) : undefined;
        if (citation === undefined) return <span key={at}>{run.text}</span>;
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
