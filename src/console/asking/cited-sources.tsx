import type { ExpertObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { CitationMark, type CitedPlace } from "./answer-text.tsx";
import type { ShownCitation } from "./citation-card.tsx";

interface CitedSourcesProps {
  readonly expert: ExpertObject;
  readonly citations: readonly CitedPlace[];
  readonly show: (shown: ShownCitation | null) => void;
}

export function CitedSources({ expert, citations, show }: CitedSourcesProps) {
  const { t } = useConsole();
  if (citations.length === 0) return null;
  return (
    <ol class="cited" aria-label={t.asking.cited}>
      {citations.map((citation) => (
        <li key={citation.index}>
          <CitationMark expert={expert} citation={citation} show={show} />
          <span class="clip">
            <bdi>{citation.title}</bdi>
            {citation.page !== null && ` · ${t.reading.page(citation.page)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
