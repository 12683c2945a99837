import type { CitationObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useExpertConsole } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { MarkdownManner, MarkdownView } from "../reading/markdown-view.tsx";
import { isReadable, readMarkdown } from "../reading/read-markdown.ts";
import type { TextMark } from "../reading/text-layout.ts";
import { type AnswerRun, answerRuns } from "./answer-runs.ts";
import type { ShownCitation } from "./citation-card.tsx";

export interface AnswerTextProps {
  readonly text: string;
  readonly citations: readonly CitedPlace[];
  /** Parts of the text that are not quoted, in code points. Known when the answer is complete. */
  readonly remarks: readonly { readonly start: number; readonly end: number }[] | undefined;
  /** Whether a model wrote it, in Markdown; what is quoted is shown as it stands in the source. */
  readonly isMarkdown: boolean;
  readonly show: (shown: ShownCitation | null) => void;
}

export function AnswerText({ text, remarks = [], isMarkdown, ...shown }: AnswerTextProps) {
  if (isMarkdown && isReadable(text)) {
    const manner = { text: (part: string) => <Runs runs={answerRuns(part, [])} {...shown} />, isOurs: false };
    return (
      <div class="answer formatted" dir="auto">
        <MarkdownManner.Provider value={manner}>
          <MarkdownView document={readMarkdown(text)} />
        </MarkdownManner.Provider>
      </div>
    );
  }
  return (
    <div class="answer" dir="auto">
      <Runs runs={answerRuns(text, remarks)} {...shown} />
    </div>
  );
}

interface RunsProps extends Pick<AnswerTextProps, "citations" | "show"> {
  readonly runs: readonly AnswerRun[];
}

function Runs({ runs, citations, show }: RunsProps) {
  const byIndex = new Map(citations.map((citation) => [String(citation.index), citation]));
  return (
    <>
      {runs.map((run, at) => {
        if (run.kind === "heading") return <h3 key={at}>{run.text}</h3>;
        if (run.kind === "bullet") return <span key={at}>•{"\u00a0"}</span>;
        const citation = run.kind === "mark" ? byIndex.get(run.text.slice(1, -1)) : undefined;
        if (citation === undefined) return <span key={at}>{run.text}</span>;
        return <CitationMark key={at} citation={citation} show={show} />;
      })}
    </>
  );
}

export interface CitedPlace extends CitationObject {
  readonly marks: readonly TextMark[];
}

type CitationMarkProps = Pick<AnswerTextProps, "show"> & { readonly citation: CitedPlace };

export function CitationMark({ citation, show }: CitationMarkProps) {
  const { expert, page, t } = useExpertConsole();
  const { index, title, source_id: source, source_version: version, marks } = citation;
  const path = sourcePath(expert.slug, source, { version, marks });
  const appear = ({ currentTarget }: { readonly currentTarget: HTMLElement }) =>
    show({ citation, at: currentTarget.getBoundingClientRect() });
  const isOpen =
    page.path.value + (page.search.value.size === 0 ? "" : `?${decodeURIComponent(String(page.search.value))}`) ===
    path;
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
