import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useExpertConsole } from "../app/console-state.ts";
import { ConversationPane } from "../asking/conversation-pane.tsx";
import type { OpenSource } from "../reading/reading.ts";
import { ReadingPane } from "../reading/reading-pane.tsx";
import { SourcePanel } from "../sources/source-panel.tsx";
import { ExpertHead, LoadedExpert } from "./expert-head.tsx";
import { useExpert } from "./use-expert.ts";

export function ExpertPage({ name, open }: { readonly name: string; readonly open: OpenSource | null }) {
  const resource = useExpert(name);
  return (
    <div class="expert-page">
      <LoadedExpert of={resource}>
        {() => <ExpertPanes open={open} changed={() => void resource.refresh()} />}
      </LoadedExpert>
    </div>
  );
}

const panes = ["ask", "sources", "read"] as const;

function ExpertPanes({ open, changed }: { readonly open: OpenSource | null; readonly changed: () => void }) {
  const { expert, t } = useExpertConsole();
  const pane = useSignal<(typeof panes)[number]>("ask");
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
      <ExpertHead>
        <fieldset class="pane-switch" aria-label={t.panes.label}>
          {panes
            .filter((each) => each !== "read" || open !== null)
            .map((each) => (
              <button key={each} type="button" aria-pressed={pane.value === each} onClick={() => (pane.value = each)}>
                {t.panes.names[each]}
              </button>
            ))}
        </fieldset>
      </ExpertHead>
      <div class={`expert-panes ${open === null ? "" : "reading"}`} data-pane={pane.value}>
        <SourcePanel current={open?.source ?? null} adding={adding} changed={changed} />
        <ConversationPane addSource={addSource} />
        {open !== null && <ReadingPane key={open.source} open={open} />}
      </div>
    </>
  );
}
