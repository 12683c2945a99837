import type { AnswerObject, ExpertObject, RetrievedPassageObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { Meter } from "../parts/meter.tsx";

interface RetrievedPassagesProps {
  readonly expert: ExpertObject;
  readonly answer: AnswerObject;
  readonly isOpen: boolean;
}

const kinds = ["keyword", "sense", "vector"] as const;

export function RetrievedPassages({ expert, answer, isOpen }: RetrievedPassagesProps) {
  const { t } = useConsole();
  const passages = answer.passages ?? [];
  return (
    <details class="retrieved" open={isOpen}>
      <summary>
        {t.asking.retrieved(passages.length)} <span class="faint">{t.asking.searchedBy[answer.retrieval.mode]}</span>
      </summary>
      <PassageList expert={expert} passages={passages} />
    </details>
  );
}

interface PassageListProps {
  readonly expert: ExpertObject;
  readonly passages: readonly RetrievedPassageObject[];
}

export function PassageList({ expert, passages }: PassageListProps) {
  return (
    <ol>
      {passages.map((passage) => (
        <li key={passage.passage_id}>
          <PassageView expert={expert} passage={passage} />
        </li>
      ))}
    </ol>
  );
}

function PassageView({ expert, passage }: { readonly expert: ExpertObject; readonly passage: RetrievedPassageObject }) {
  const { formats, t } = useConsole();
  const { title, page, section, text, score, scores, source_id: source, source_version: version, start, end } = passage;
  return (
    <div class="retrieved-passage">
      <a href={addressOf(sourcePath(expert.slug, source, { version, marks: [[start, end]] }))}>
        <bdi>{title}</bdi>
        {page !== null && ` · ${t.reading.page(page)}`}
      </a>
      {section !== "" && <bdi class="faint clip">{section}</bdi>}
      <p class="passage-text" dir="auto">
        {text}
      </p>
      <dl class="scores">
        <ScoreLine label={t.asking.score} score={score} text={formats.percent(score)} />
        {kinds.map((kind) => {
          const value = scores?.[kind] ?? null;
          return value === null ? null : (
            <ScoreLine key={kind} label={t.asking.scoreKinds[kind]} score={value} text={value.toFixed(2)} />
          );
        })}
      </dl>
    </div>
  );
}

function ScoreLine({ label, score, text }: { readonly label: string; readonly score: number; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Meter label={label} share={Math.min(1, score)} tone="quiet" /> <span>{text}</span>
      </dd>
    </div>
  );
}
