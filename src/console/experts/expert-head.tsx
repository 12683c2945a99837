import { Compass, ListChecks, MessagesSquare, PlugZap, Settings } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { ExpertContext, useConsole, useExpertConsole, withExpert } from "../app/console-state.ts";
import { expertPath, qualityPath, settingsPath } from "../app/page-location.ts";
import type { Resource } from "../app/resource.ts";
import { StateDot } from "../app/side-navigation.tsx";
import { ConnectDialog } from "../keys/connect-dialog.tsx";
import { Button, LinkButton } from "../parts/buttons.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { aboutOf } from "./expert-state.ts";
import { useExpert } from "./use-expert.ts";

export function ExpertHead({ children }: { readonly children?: ComponentChildren }) {
  const { expert, page, t } = useExpertConsole();
  return (
    <header class="expert-head">
      <h1>
        <StateDot expert={expert} />
        <bdi class="clip">{expert.name}</bdi>
      </h1>
      <p class="faint clip" dir="auto">
        {aboutOf(expert, t)}
      </p>
      {children}
      <ExpertLinks />
      {page.search.value.has("connect") && (
        <ConnectDialog onClose={() => page.adjust({ connect: null }, { replace: true })} />
      )}
    </header>
  );
}

function ExpertLinks() {
  const { expert, page, session, t } = useExpertConsole();
  const { slug } = expert;
  const pages = [
    { path: expertPath(slug), name: t.panes.names.ask, icon: MessagesSquare },
    { path: qualityPath(slug), name: t.shell.pages.quality, icon: ListChecks },
    { path: settingsPath(slug), name: t.shell.pages.settings, icon: Settings },
  ];
  const current = (path: string) => (page.path.value === path ? "page" : undefined);
  return (
    <nav aria-label={t.panes.label}>
      {pages.slice(0, session.may("manage") ? pages.length : 1).map(({ path, name, icon: Icon }) => (
        <a key={path} class="button quiet" href={addressOf(path)} aria-current={current(path)}>
          <Icon size={16} aria-hidden />
          <span>{name}</span>
        </a>
      ))}
      <Button label={t.connect.open} kind="quiet" icon={PlugZap} onClick={() => page.adjust({ connect: "1" })} />
    </nav>
  );
}

interface LoadedExpertProps {
  readonly of: Resource<ExpertObject>;
  readonly children: (expert: ExpertObject) => ComponentChildren;
}

export function LoadedExpert({ of, children }: LoadedExpertProps) {
  const { t } = useConsole();
  if (of.data.value !== null || of.problem.value?.code !== "expert_not_found")
    return (
      <Loaded of={of} lines={8}>
        {(expert) => <ShownExpert expert={expert}>{children(expert)}</ShownExpert>}
      </Loaded>
    );
  return (
    <EmptyState icon={Compass} title={t.experts.unknown}>
      <p>{t.experts.unknownHelp}</p>
      <LinkButton label={t.shell.toExperts} href="/" />
    </EmptyState>
  );
}

function ShownExpert({ expert, children }: { expert: ExpertObject; children: ComponentChildren }) {
  const state = useConsole();
  const shown = useMemo(() => withExpert(state, expert), [state, expert]);
  return <ExpertContext.Provider value={shown}>{children}</ExpertContext.Provider>;
}

interface ExpertSubpageProps {
  readonly name: string;
  readonly children: (expert: ExpertObject, resource: Resource<ExpertObject>) => ComponentChildren;
}

export function ExpertSubpage({ name, children }: ExpertSubpageProps) {
  const resource = useExpert(name);
  return (
    <div class="expert-page">
      <LoadedExpert of={resource}>
        {(expert) => (
          <>
            <ExpertHead />
            <div class="expert-below">
              <div class="page narrow">{children(expert, resource)}</div>
            </div>
          </>
        )}
      </LoadedExpert>
    </div>
  );
}
