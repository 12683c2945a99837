import { useState } from "preact/hooks";
import type { ExpertObject, NewExpert } from "../../api/shapes.ts";
import { type ConsoleState, useConsole } from "../app/console-state.ts";
import { expertPath } from "../app/page-location.ts";
import { Dialog } from "../parts/dialog.tsx";
import { ChoiceField, NameField, TextField, useText } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { expertLanguages } from "./expert-state.ts";

export async function makeExpert({ api, experts }: ConsoleState, body: NewExpert): Promise<ExpertObject> {
  const made = await api.request("POST", "/v1/experts", { body });
  experts.adjust((all) => [...all.filter(({ id }) => id !== made.id), made]);
  return made;
}

export function NewExpertDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useConsole();
  const { page, language, t } = state;
  const name = useText();
  const about = useText();
  const [tongue, setTongue] = useState("auto");
  const create = async () => {
    const body = { name: name.value.trim(), description: about.value.trim(), language: tongue };
    const { slug } = await makeExpert(state, body);
    page.go(expertPath(slug), { replace: true });
  };
  return (
    <Dialog title={t.experts.creating} onClose={onClose}>
      <SubmitForm action={t.experts.create} work={create} ready={name.value.trim() !== ""} onCancel={onClose}>
        <NameField label={t.experts.name} {...name} />
        <TextField label={t.experts.about} help={t.experts.aboutHelp} {...about} maxLength={2000} lines={3} />
        <ChoiceField
          label={t.experts.language}
          help={t.experts.languageHelp}
          value={tongue}
          options={expertLanguages(t.experts.autoLanguage, language.value)}
          onChange={setTongue}
        />
      </SubmitForm>
    </Dialog>
  );
}
