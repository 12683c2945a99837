import { useState } from "preact/hooks";
import type { Expert, ExpertPatch } from "../../api/shapes.ts";
import { unwrap } from "../api/api-client.ts";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { expertPath, settingsPath } from "../app/page-location.ts";
import { Button, LinkButton } from "../parts/buttons.tsx";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/states.tsx";
import { AnswerSettings } from "./answer-settings.tsx";
import { DeleteExpertDialog } from "./delete-expert-dialog.tsx";
import { expertLanguages } from "./expert-languages.ts";
import { useExpert } from "./expert-page.tsx";

export function ExpertSettingsPage({ name }: { readonly name: string }) {
  const resource = useExpert(name);
  return (
    <div class="page narrow">
      <Loaded of={resource} lines={10}>
        {(expert) => <SettingsForm key={expert.id} expert={expert} saved={resource.put} />}
      </Loaded>
    </div>
  );
}

interface SettingsFormProps {
  readonly expert: Expert;
  readonly saved: (expert: Expert) => void;
}

function SettingsForm({ expert, saved }: SettingsFormProps) {
  const t = useTexts();
  const [wanted, setWanted] = useState<ExpertPatch>({});
  const [deleting, setDeleting] = useState(false);
  const { save, busy, problem } = useSaving(expert, wanted, (next) => {
    setWanted({});
    saved(next);
  });
  const change = (facts: ExpertPatch) => setWanted({ ...wanted, ...facts });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <header class="page-head">
          <h1>
            <bdi>{expert.name}</bdi>
          </h1>
          <LinkButton href={expertPath(expert.slug)}>{t.experts.toExpert}</LinkButton>
        </header>
        <IdentityFields expert={expert} wanted={wanted} change={change} />
        <AnswerSettings
          expert={expert}
          wanted={wanted.settings ?? {}}
          change={(settings) => change({ settings: { ...wanted.settings, ...settings } })}
        />
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="form-end">
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {t.experts.delete}
          </Button>
          <Button kind="primary" submit busy={busy} disabled={Object.keys(wanted).length === 0}>
            {t.common.save}
          </Button>
        </div>
      </form>
      {deleting && <DeleteExpertDialog expert={expert} onClose={() => setDeleting(false)} />}
    </>
  );
}

function useSaving(expert: Expert, wanted: ExpertPatch, saved: (expert: Expert) => void) {
  const { api, experts, notices, page } = useConsole();
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    try {
      const next = await unwrap(
        api.call.PATCH("/v1/experts/{id}", { params: { path: { id: expert.id } }, body: wanted }),
      );
      setProblem(null);
      saved(next);
      notices.done(t.common.saved);
      await experts.refresh();
      if (next.slug !== expert.slug) page.go(settingsPath(next.slug), { replace: true });
    } catch (cause) {
      setProblem(asProblem(cause).message);
    }
    setBusy(false);
  };
  return { save, busy, problem };
}

interface IdentityFieldsProps {
  readonly expert: Expert;
  readonly wanted: ExpertPatch;
  readonly change: (facts: ExpertPatch) => void;
}

function IdentityFields({ expert, wanted, change }: IdentityFieldsProps) {
  const { language } = useConsole();
  const t = useTexts();
  const now = { ...expert, ...wanted };
  return (
    <section class="card">
      <h2>{t.experts.identity}</h2>
      <TextField
        label={t.experts.name}
        value={now.name}
        maxLength={128}
        required
        onInput={(name) => change({ name })}
      />
      <TextField
        label={t.experts.slug}
        value={now.slug}
        maxLength={64}
        help={t.experts.slugHelp}
        onInput={(slug) => change({ slug })}
        spellcheck={false}
      />
      <TextField
        label={t.experts.about}
        value={now.description}
        maxLength={2000}
        lines={3}
        help={t.experts.aboutHelp}
        onInput={(description) => change({ description })}
      />
      <TextField
        label={t.experts.instructions}
        value={now.instructions}
        maxLength={8000}
        lines={5}
        help={t.experts.instructionsHelp}
        onInput={(instructions) => change({ instructions })}
      />
      <ChoiceField
        label={t.experts.language}
        value={now.language}
        help={t.experts.languageHelp}
        options={expertLanguages(t.experts.autoLanguage, language.value, [expert.language])}
        onChange={(chosen) => change({ language: chosen })}
      />
      <TextField
        label={t.experts.aliases}
        value={now.aliases.join(", ")}
        help={t.experts.aliasesHelp}
        spellcheck={false}
        onInput={(text) =>
          change({
            aliases: text
              .split(",")
              .map((alias) => alias.trim())
              .filter((alias) => alias !== ""),
          })
        }
      />
    </section>
  );
}
