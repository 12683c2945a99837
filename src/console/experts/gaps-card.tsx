import type { ExpertObject, GapObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { useResource } from "../app/resource.ts";
import { PassageList } from "../asking/retrieved-passages.tsx";
import { ActionButton } from "../parts/buttons.tsx";
import { Loaded } from "../parts/states.tsx";

const shownAtMost = 50;

export function GapsCard({ saved }: { readonly saved: (expert: ExpertObject) => void }) {
  const { api, expert, t } = useExpertConsole();
  const path = { id: expert.id };
  const gaps = useResource(
    () => api.request("GET", "/v1/experts/{id}/gaps", { path, query: { limit: shownAtMost } }),
    [expert.id],
  );
  const isKept = expert.settings.keep_questions;
  const keep = async (wanted: boolean) => {
    const body = { settings: { keep_questions: wanted } };
    saved(await api.request("PATCH", "/v1/experts/{id}", { path, body }));
  };
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.quality.gaps}</h2>
        <ActionButton label={isKept ? t.quality.stopKeeping : t.quality.keep} act={() => keep(!isKept)} />
      </header>
      <p class="faint">{isKept ? t.quality.kept : t.quality.notKept}</p>
      <Loaded of={gaps}>
        {({ data }) =>
          data.length > 0 ? <GapList gaps={data} changed={gaps.refresh} /> : isKept && <p>{t.quality.noGaps}</p>
        }
      </Loaded>
    </section>
  );
}

function GapList({ gaps, changed }: { readonly gaps: readonly GapObject[]; readonly changed: () => Promise<void> }) {
  const { api, expert, t } = useExpertConsole();
  const forget = async () => {
    await api.request("DELETE", "/v1/experts/{id}/gaps", { path: { id: expert.id } });
    await changed();
  };
  return (
    <>
      <ul class="gaps">
        {gaps.map((gap) => (
          <GapLine key={gap.question} gap={gap} />
        ))}
      </ul>
      <ActionButton label={t.quality.forget} kind="danger" act={forget} />
    </>
  );
}

function GapLine({ gap }: { readonly gap: GapObject }) {
  const { t, formats } = useConsole();
  const { question, others, count, last_asked_at, answered_now, nearest } = gap;
  return (
    <li>
      <p>
        <bdi>{question}</bdi> {answered_now && <span class="chip">{t.quality.answeredNow}</span>}
      </p>
      <p class="faint">
        {t.quality.asked(count, formats.count(count))} · {formats.since(last_asked_at, Date.now())}
        {others.length > 0 && ` · ${others.join(" · ")}`}
      </p>
      {nearest.length > 0 && (
        <details class="retrieved">
          <summary>{t.quality.nearest}</summary>
          <PassageList passages={nearest} />
        </details>
      )}
    </li>
  );
}
