import type { AnswerObject, RetrievedPassageObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { Meter } from "../parts/meter.tsx";

const kinds = ["keyword", "sense", "vector"] as const;

export function RetrievedPassages({ answer, isOpen }: { readonly answer: AnswerObject; readonly isOpen: boolean }) {
  const { t } = useConsole();
  const passages = answer.passages ?? [];
  return (
    <details class="retrieved" open={isOpen}>
      <summary>
        {t.asking.retrieved(passages.length)} <span class="faint">{t.asking.searchedBy[answer.retrieval.mode]}</span>
      </summary>
      <PassageList passages={passages} />
    </details>
  );
}

export function PassageList({ passages }: { readonly passages: readonly RetrievedPassageObject[] }) {
  return (
    <ol>
      {passages.map((passage) => (
        <li key={passage.passage_id}>
          <PassageView passage={passage} />
        </li>
      ))}
    </ol>
  );
}

function PassageView({ passage }: { readonly passage: RetrievedPassageObject }) {
  const { expert, formats, t } = useExpertConsole();
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
