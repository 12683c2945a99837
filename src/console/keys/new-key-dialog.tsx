import { useState } from "preact/hooks";
import type { KeyScope, NewKeyObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { CheckField, ChoiceField, NameField, useText } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { ClientTabs } from "./connect-dialog.tsx";

export function NewKeyDialog({ made, onClose }: { readonly made: () => void; readonly onClose: () => void }) {
  const { t } = useConsole();
  const [key, setKey] = useState<NewKeyObject | null>(null);
  const take = (next: NewKeyObject) => {
    setKey(next);
    made();
  };
  return (
    <Dialog title={key === null ? t.keys.creating : t.keys.made(key.name)} onClose={onClose} wide>
      {key === null ? <NewKeyForm made={take} onClose={onClose} /> : <MadeKey apiKey={key} onClose={onClose} />}
    </Dialog>
  );
}

const scopes = ["query", "ingest", "manage", "admin"] as const satisfies readonly KeyScope[];
const lives = ["never", "30", "90", "365"] as const;

function NewKeyForm({ made, onClose }: { readonly made: (key: NewKeyObject) => void; readonly onClose: () => void }) {
  const { api, t } = useConsole();
  const name = useText();
  const [chosen, setChosen] = useState<readonly KeyScope[]>(["query"]);
  const [experts, setExperts] = useState<readonly string[]>([]);
  const [life, setLife] = useState<(typeof lives)[number]>("never");
  const create = async () => {
    const end = life === "never" ? {} : { expires_at: new Date(Date.now() + Number(life) * 86_400_000).toISOString() };
    const reach = experts.length === 0 ? {} : { expert_ids: [...experts] };
    const body = { name: name.value.trim(), scopes: [...chosen], ...reach, ...end };
    made(await api.request("POST", "/v1/keys", { body }));
  };
  const isReady = name.value.trim() !== "" && chosen.length > 0;
  return (
    <SubmitForm action={t.keys.create} work={create} ready={isReady} onCancel={onClose}>
      <NameField label={t.experts.name} help={t.keys.nameHelp} {...name} />
      <ScopeChoice chosen={chosen} choose={setChosen} />
      <ExpertChoice chosen={experts} choose={setExperts} />
      <ChoiceField
        label={t.keys.columns.expires}
        value={life}
        options={lives.map((each) => [each, each === "never" ? t.keys.lasting : t.keys.days(Number(each))] as const)}
        onChange={setLife}
      />
    </SubmitForm>
  );
}

interface ScopeChoiceProps {
  readonly chosen: readonly KeyScope[];
  readonly choose: (scopes: readonly KeyScope[]) => void;
}

function ScopeChoice({ chosen, choose }: ScopeChoiceProps) {
  const { t } = useConsole();
  const toggle = (scope: KeyScope, on: boolean) =>
    choose(scopes.filter((each) => (each === scope ? on : chosen.includes(each))));
  return (
    <fieldset>
      <legend>{t.keys.columns.scopes}</legend>
      {scopes.map((scope) => (
        <CheckField
          key={scope}
          label={t.keys.scopes[scope].name}
          help={t.keys.scopes[scope].help}
          checked={chosen.includes(scope)}
          onChange={(on) => toggle(scope, on)}
        />
      ))}
    </fieldset>
  );
}

function ExpertChoice({ chosen, choose }: { chosen: readonly string[]; choose: (ids: readonly string[]) => void }) {
  const { experts, t } = useConsole();
  const all = experts.data.value ?? [];
  if (all.length === 0) return null;
  return (
    <fieldset>
      <legend>{t.keys.columns.experts}</legend>
      <p class="help">{t.keys.expertsHelp}</p>
      <div class="choices">
        {all.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(on) => choose(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function MadeKey({ apiKey, onClose }: { readonly apiKey: NewKeyObject; readonly onClose: () => void }) {
  const { experts, t } = useConsole();
  const reachable = (experts.data.value ?? []).find(({ id }) => apiKey.expert_ids?.includes(id) !== false);
  return (
    <>
      <p class="note">{t.keys.shownOnce}</p>
      <CodeBlock label={t.keys.secret} code={apiKey.secret} />
      <ClientTabs secret={apiKey.secret} model={reachable?.slug ?? "handbook"} />
      <div class="dialog-actions">
        <Button label={t.common.close} kind="primary" onClick={onClose} />
      </div>
    </>
  );
}
