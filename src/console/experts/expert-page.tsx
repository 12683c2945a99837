import { useSignal } from "@preact/signals";
import { ListChecks, Settings } from "lucide-preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Expert } from "../../api/shapes.ts";
import { unwrap } from "../api/api-client.ts";
import { createResource, type Resource, useLookingAgain } from "../api/resource.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { qualityPath, settingsPath } from "../app/page-location.ts";
import { StateDot } from "../app/side-navigation.tsx";
import { ConversationPane } from "../asking/conversation-pane.tsx";
import { LinkButton } from "../parts/buttons.tsx";
import { Loaded } from "../parts/states.tsx";
import type { OpenSource } from "../reading/reading.ts";
import { ReadingPane } from "../reading/reading-pane.tsx";
import { SourcePanel } from "../sources/source-panel.tsx";
import { expertState } from "./expert-state.ts";

interface ExpertPageProps {
  readonly name: string;
  readonly open: OpenSource | null;
}

export function ExpertPage({ name, open }: ExpertPageProps) {
  const resource = useExpert(name);
  return (
    <div class="expert-page">
      <Loaded of={resource} lines={8}>
        {(expert) => <ExpertPanes expert={expert} open={open} changed={() => void resource.refresh()} />}
      </Loaded>
    </div>
  );
}

const pollInterval = 1000;

/** Loads an expert, and refreshes it while its sources are being read. */
export function useExpert(name: string): Resource<Expert> {
  const { api, experts } = useConsole();
  const resource = useMemo(() => {
    const made = createResource(async () => {
      const expert = await unwrap(api.call.GET("/v1/experts/{id}", { params: { path: { id: name } } }));
      experts.adjust((all) => all.map((each) => (each.id === expert.id ? expert : each)));
      return expert;
    });
    const known = experts.data.peek()?.find(({ id, slug }) => id === name || slug === name);
    if (known !== undefined) made.put(known);
    return made;
  }, [name]);
  useEffect(() => void resource.refresh(), [resource]);
  const expert = resource.data.value;
  const isMoving = expert !== null && expertState(expert) === "reading";
  useLookingAgain(isMoving, pollInterval, () => void resource.refresh());
  return resource;
}

const panes = ["ask", "sources", "read"] as const;
type Pane = (typeof panes)[number];

interface ExpertPanesProps {
  readonly expert: Expert;
  readonly open: OpenSource | null;
  readonly changed: () => void;
}

function ExpertPanes({ expert, open, changed }: ExpertPanesProps) {
  const pane = useSignal<Pane>("ask");
  const adding = useSignal(false);
  const addSource = () => {
    pane.value = "sources";
    adding.value = true;
  };
  const place = open === null ? null : `${open.source} ${open.version} ${open.marks}`;
  useEffect(() => {
    pane.value = place === null ? (pane.value === "read" ? "ask" : pane.value) : "read";
  }, [place]);
  useEffect(() => {
    document.title = `${expert.name} · Docent`;
  }, [expert.name, place]);
  return (
    <>
      <DeskHeader expert={expert} pane={pane.value} isReading={open !== null} choose={(next) => (pane.value = next)} />
      <div class={`expert-panes ${open === null ? "" : "reading"}`} data-pane={pane.value}>
        <SourcePanel expert={expert} current={open?.source ?? null} adding={adding} changed={changed} />
        <ConversationPane expert={expert} addSource={addSource} />
        {open !== null && <ReadingPane key={open.source} expert={expert} open={open} />}
      </div>
    </>
  );
}

interface DeskHeaderProps {
  readonly expert: Expert;
  readonly pane: Pane;
  readonly isReading: boolean;
  readonly choose: (pane: Pane) => void;
}

function DeskHeader({ expert, pane, isReading, choose }: DeskHeaderProps) {
  const { session } = useConsole();
  const t = useTexts();
  return (
    <header class="expert-head">
      <h1>
        <StateDot expert={expert} />
        <bdi class="clip">{expert.name}</bdi>
      </h1>
      {expert.description !== "" && (
        <p class="faint clip" dir="auto">
          {expert.description}
        </p>
      )}
      <fieldset class="pane-switch" aria-label={t.panes.label}>
        {panes
          .filter((each) => each !== "read" || isReading)
          .map((each) => (
            <button key={each} type="button" aria-pressed={pane === each} onClick={() => choose(each)}>
              {t.panes.names[each]}
            </button>
          ))}
      </fieldset>
      {session.may("manage") && (
        <>
          <LinkButton href={qualityPath(expert.slug)} icon={ListChecks} kind="quiet">
            {t.shell.pages.quality}
          </LinkButton>
          <LinkButton href={settingsPath(expert.slug)} icon={Settings} kind="quiet">
            {t.experts.settings}
          </LinkButton>
        </>
      )}
    </header>
  );
}
