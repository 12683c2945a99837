import { useState } from "preact/hooks";
import type { ExpertObject, ExpertPatch, ExpertSettingsObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { settingsPath } from "../app/page-location.ts";
import { Button } from "../parts/buttons.tsx";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { ProblemLine, SubmitForm } from "../parts/submit-form.tsx";
import { AnswerPreset, AnswerSettings } from "./answer-settings.tsx";
import { ExportCard } from "./archive-actions.tsx";
import { DeleteExpertDialog } from "./delete-expert-dialog.tsx";
import { ExpertSubpage } from "./expert-head.tsx";
import { expertLanguages } from "./expert-state.ts";

export function ExpertSettingsPage({ name }: { readonly name: string }) {
  return <ExpertSubpage name={name}>{(expert, { put }) => <SettingsForm key={expert.id} saved={put} />}</ExpertSubpage>;
}

function SettingsForm({ saved }: { readonly saved: (expert: ExpertObject) => void }) {
  const { expert, page, t } = useExpertConsole();
  const [wanted, setWanted] = useState<ExpertPatch>({});
  const [deleting, setDeleting] = useState(false);
  const save = useSaving(expert, wanted, (next) => {
    setWanted({});
    saved(next);
  });
  const change = (facts: ExpertPatch) => setWanted({ ...wanted, ...facts });
  const changeSettings = (settings: Partial<ExpertSettingsObject>) =>
    change({ settings: { ...wanted.settings, ...settings } });
  const settings = { ...expert.settings, ...wanted.settings };
  const now = { ...expert, ...wanted, settings };
  const remove = <Button label={t.experts.delete} kind="danger" onClick={() => setDeleting(true)} />;
  return (
    <>
      <SubmitForm action={t.common.save} work={save} ready={Object.keys(wanted).length > 0} aside={remove}>
        <section class="card">
          <h2>{t.experts.identity}</h2>
          <NameFields now={now} change={change} />
          <AnswerPreset now={settings} change={changeSettings} />
        </section>
        <details class="card advanced" open={page.search.value.has("focus")}>
          <summary>
            <h2>{t.experts.advanced}</h2>
          </summary>
          <AddressFields now={now} change={change} />
          <AnswerSettings now={settings} change={changeSettings} />
        </details>
        <ProblemLine />
      </SubmitForm>
      <ExportCard />
      {deleting && <DeleteExpertDialog onClose={() => setDeleting(false)} />}
    </>
  );
}

function useSaving(expert: ExpertObject, wanted: ExpertPatch, saved: (expert: ExpertObject) => void) {
  const { api, experts, notices, page, t } = useConsole();
  return async () => {
    const next = await api.request("PATCH", "/v1/experts/{id}", { path: { id: expert.id }, body: wanted });
    saved(next);
    notices.done(t.common.saved);
    await experts.refresh();
    if (next.slug !== expert.slug) page.go(settingsPath(next.slug), { replace: true });
  };
}

interface ExpertFieldsProps {
  readonly now: ExpertObject;
  readonly change: (facts: ExpertPatch) => void;
}

function NameFields({ now, change }: ExpertFieldsProps) {
  const { language, t } = useConsole();
  return (
    <>
      <TextField
        label={t.experts.name}
        value={now.name}
        maxLength={128}
        required
        onInput={(name) => change({ name })}
      />
      <TextField
        label={t.experts.about}
        value={now.description}
        maxLength={2000}
        lines={3}
        help={t.experts.aboutHelp}
        onInput={(description) => change({ description })}
      />
      <ChoiceField
        label={t.experts.language}
        value={now.language}
        help={t.experts.languageHelp}
        options={expertLanguages(t.experts.autoLanguage, language.value, [now.language])}
        onChange={(chosen) => change({ language: chosen })}
      />
    </>
  );
}

function AddressFields({ now, change }: ExpertFieldsProps) {
  const { t } = useConsole();
  const listed = (text: string) =>
    text
      .split(",")
      .map((alias) => alias.trim())
      .filter((alias) => alias !== "");
  return (
    <>
      <TextField
        label={t.experts.slug}
        value={now.slug}
        maxLength={64}
        help={t.experts.slugHelp}
        onInput={(slug) => change({ slug })}
        spellcheck={false}
      />
      <TextField
        label={t.experts.aliases}
        value={now.aliases.join(", ")}
        help={t.experts.aliasesHelp}
        spellcheck={false}
        onInput={(text) => change({ aliases: listed(text) })}
      />
      <TextField
        label={t.experts.instructions}
        value={now.instructions}
        maxLength={8000}
        lines={5}
        help={t.experts.instructionsHelp}
        onInput={(instructions) => change({ instructions })}
      />
    </>
  );
}
