import type { CitationObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";

export interface ShownCitation {
  readonly citation: CitationObject;
  readonly at: DOMRect;
}

/** Pixels; style/asking.css has the same. */
const width = 360;
const gap = 8;

export function CitationCard({ shown: { citation, at } }: { readonly shown: ShownCitation }) {
  const { t } = useConsole();
  const left = Math.max(gap, Math.min(at.left - 24, innerWidth - width - gap));
  const isLow = at.bottom > innerHeight * 0.6;
  const place = isLow
    ? { left: `${left}px`, bottom: `${innerHeight - at.top + gap}px` }
    : { left: `${left}px`, top: `${at.bottom + gap}px` };
  return (
    <div class="citation-card" role="tooltip" style={place}>
      <blockquote dir="auto">{citation.quote}</blockquote>
      <p class="faint">
        <bdi>{citation.title}</bdi>
        {citation.page !== null && ` · ${t.reading.page(citation.page)}`}
        {citation.section !== "" && (
          <>
            {" · "}
            <bdi>{citation.section}</bdi>
          </>
        )}
      </p>
    </div>
  );
}
