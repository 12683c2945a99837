import { Server } from "lucide-preact";
import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { useAllowedResource } from "../app/resource.ts";
import { LinkButton } from "../parts/buttons.tsx";
import { Figure, Meter } from "../parts/meter.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { BackupsCard } from "./backups-card.tsx";
import { FindingsCard } from "./findings-card.tsx";
import { FoldersCard } from "./folders-card.tsx";
import { HeldCard } from "./held-card.tsx";
import { JobsCard } from "./jobs-card.tsx";
import { ModelCard } from "./model-card.tsx";
import { PacksCard } from "./packs-card.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { WebhooksCard } from "./webhooks-card.tsx";
import { WorkspacesCard } from "./workspaces-card.tsx";

export function SystemPage() {
  const { api, session, t } = useConsole();
  const isAdmin = session.may("admin");
  const system = useAllowedResource(isAdmin, () => api.request("GET", "/v1/system", {}));
  if (!isAdmin) return <EmptyState icon={Server} title={t.common.mayNot} />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>{t.shell.pages.system}</h1>
        <div class="row">
          <LinkButton label={t.palette.apiDocs} href="/docs" />
          <LinkButton label={t.shell.pages.handbook} href="/handbook" />
        </div>
      </header>
      <Loaded of={system} lines={12}>
        {(loaded) => (
          <>
            <StateFigures system={loaded} />
            <ModelCard model={loaded.model} settings={loaded.settings} changed={() => void system.refresh()} />
            <PacksCard packs={loaded.packs} />
            <WorkspacesCard />
            <FindingsCard />
            <BackupsCard backups={loaded.backups} changed={() => void system.refresh()} />
            <HeldCard held={loaded.held} changed={() => void system.refresh()} />
            <WebhooksCard />
            <FoldersCard folders={loaded.folders} />
            <JobsCard jobs={loaded.jobs} />
            <SettingsCard settings={loaded.settings} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function StateFigures({ system }: { readonly system: SystemObject }) {
  const { t, formats } = useConsole();
  const { bytes, count, since } = formats;
  const share = system.index_budget_bytes === 0 ? 0 : system.index_bytes / system.index_budget_bytes;
  const figures: readonly (readonly [name: string, value: string, note: string])[] = [
    [t.system.version, system.version, `${system.commit} · ${system.runtime}`],
    [
      t.system.state,
      system.storage_writable ? t.system.healthy : t.system.diskFull,
      t.system.started(since(system.started_at, Date.now())),
    ],
    [t.system.waiting, count(system.sources_waiting), t.system.waitingNote],
    [t.system.memory, bytes(system.process_bytes), t.system.database(system.database, bytes(system.database_bytes))],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value, note]) => (
        <Figure key={name} name={name} value={value} note={note} />
      ))}
      <Figure
        name={t.system.indexes}
        value={bytes(system.index_bytes)}
        note={t.system.indexBudget(count(system.open_indexes), bytes(system.index_budget_bytes))}
      >
        <Meter label={t.system.indexes} share={share} tone={share > 0.9 ? "warn" : "accent"} />
      </Figure>
    </dl>
  );
}
