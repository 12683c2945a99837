import { Plus, Users } from "lucide-preact";
import type { ExpertObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole } from "../app/console-state.ts";
import { expertPath } from "../app/page-location.ts";
import { StateDot } from "../app/side-navigation.tsx";
import { SuggestedQuestions } from "../asking/suggested-questions.tsx";
import { Button } from "../parts/buttons.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { ImportButton } from "./archive-actions.tsx";
import { aboutOf } from "./expert-state.ts";
import { NewExpertDialog } from "./new-expert-dialog.tsx";

export function ExpertsPage() {
  const { experts, page, session, t } = useConsole();
  const isMaking = page.search.value.has("new");
  return (
    <div class="page">
      <header class="page-head">
        <h1>{t.shell.pages.experts}</h1>
        <div class="row">
          {session.may("admin") && <ImportButton />}
          {session.may("manage") && (
            <Button label={t.experts.creating} kind="primary" icon={Plus} onClick={() => page.adjust({ new: "1" })} />
          )}
        </div>
      </header>
      <Loaded of={experts}>{(all) => <ExpertCards experts={all} />}</Loaded>
      {isMaking && <NewExpertDialog onClose={() => page.adjust({ new: null }, { replace: true })} />}
    </div>
  );
}

function ExpertCards({ experts }: { readonly experts: readonly ExpertObject[] }) {
  const { t } = useConsole();
  const handbook = experts.find(isHandbook);
  const isFirstVisit = experts.every(isHandbook);
  if (experts.length === 0)
    return (
      <EmptyState icon={Users} title={t.experts.none}>
        <p>{t.experts.noneHelp}</p>
      </EmptyState>
    );
  return (
    <>
      {isFirstVisit && handbook !== undefined && <FirstVisit handbook={handbook} />}
      <ul class="expert-cards">
        {experts.map((expert) => (
          <li key={expert.id}>
            <ExpertCard expert={expert} />
          </li>
        ))}
      </ul>
    </>
  );
}

const isHandbook = ({ metadata }: ExpertObject) => metadata.builtin === "handbook";

function ExpertCard({ expert }: { readonly expert: ExpertObject }) {
  const { t, formats } = useConsole();
  const { source_counts: counts } = expert;
  const pending = counts.queued + counts.processing;
  return (
    <a class="card expert-card" href={addressOf(expertPath(expert.slug))}>
      <span class="expert-card-name">
        <StateDot expert={expert} />
        <bdi class="clip">{expert.name}</bdi>
      </span>
      <span class="expert-card-about" dir="auto">
        {aboutOf(expert, t) || t.experts.noDescription}
      </span>
      <span class="faint">
        {t.experts.sources(counts.ready, formats.count(counts.ready))}
        {pending > 0 && ` · ${t.experts.pending(formats.count(pending))}`}
        {counts.failed > 0 && ` · ${t.experts.failed(formats.count(counts.failed))}`}
        {` · ${formats.bytes(expert.content_bytes)}`}
      </span>
    </a>
  );
}

function FirstVisit({ handbook }: { readonly handbook: ExpertObject }) {
  const { page, t } = useConsole();
  const ask = (question: string) => page.go(`${expertPath(handbook.slug)}?ask=${encodeURIComponent(question)}`);
  return (
    <section class="card first-visit">
      <h2>{t.experts.firstTitle}</h2>
      <p>{t.experts.firstText}</p>
      <SuggestedQuestions questions={t.experts.firstQuestions} ask={ask} />
    </section>
  );
}
