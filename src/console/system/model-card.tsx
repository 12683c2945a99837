import { PlugZap } from "lucide-preact";
import type { SystemObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { ActionButton } from "../parts/buttons.tsx";

interface ModelCardProps {
  readonly model: SystemObject["model"];
  readonly settings: SystemObject["settings"];
  readonly changed: () => void;
}

export function ModelCard({ model, settings, changed }: ModelCardProps) {
  const { api, t } = useConsole();
  const tryNow = async () => {
    await api.request("POST", "/v1/system/model", {}).finally(changed);
  };
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.system.model}</h2>
        {model !== null && <ActionButton label={t.system.tryModel} icon={PlugZap} act={tryNow} />}
      </header>
      {model === null ? (
        <p class="faint">{t.system.noModel}</p>
      ) : (
        <>
          <p>
            <code>{model.model}</code> <code>{settings.find(({ name }) => name === "DOCENT_LLM_URL")?.value}</code>{" "}
            {model.trial === null ? t.system.notTried : <ModelTrial trial={model.trial} />}
          </p>
          {model.failure !== null && (
            <p class="problem" dir="auto">
              {model.failure}
            </p>
          )}
        </>
      )}
    </section>
  );
}

type ShownTrial = NonNullable<NonNullable<SystemObject["model"]>["trial"]>;

function ModelTrial({ trial }: { readonly trial: ShownTrial }) {
  const { t, formats } = useConsole();
  const { count, since } = formats;
  const when = `${trial.server} · ${since(trial.at, Date.now())}`;
  if (trial.problem !== null)
    return (
      <>
        <span class="chip danger">{t.system.modelFails}</span> <span dir="auto">{trial.problem}</span>{" "}
        <span class="faint">{when}</span>
      </>
    );
  const facts = [
    t.system.modelContext(count(trial.context_tokens), trial.context_known),
    ...(trial.tools === null ? [] : [t.system.modelTools(trial.tools)]),
    ...(trial.thoughts === null ? [] : [t.system.modelThoughts(trial.thoughts)]),
    ...(trial.left_out.length === 0 ? [] : [t.system.modelLeftOut(trial.left_out.join(", "))]),
  ];
  return (
    <>
      <span class="chip">{t.system.modelReplies}</span> {facts.join(" · ")} <span class="faint">{when}</span>
    </>
  );
}
