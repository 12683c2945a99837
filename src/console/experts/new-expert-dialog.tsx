import { useState } from "preact/hooks";
import { unwrap } from "../api/api-client.ts";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { expertPath } from "../app/page-location.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { expertLanguages } from "./expert-languages.ts";

export function NewExpertDialog({ onClose }: { readonly onClose: () => void }) {
  const { api, experts, page, language } = useConsole();
  const t = useTexts();
  const [name, setName] = useState("");
  const [about, setAbout] = useState("");
  const [tongue, setTongue] = useState<string>(language.value);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = { name: name.trim(), description: about.trim(), language: tongue };
      const made = await unwrap(api.call.POST("/v1/experts", { body }));
      experts.adjust((all) => [...all.filter(({ id }) => id !== made.id), made]);
      page.go(expertPath(made.slug), { replace: true });
    } catch (cause) {
      setProblem(asProblem(cause).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.experts.create} onClose={onClose}>
      <form onSubmit={(event) => void create(event)}>
        <TextField
          label={t.experts.name}
          value={name}
          onInput={setName}
          maxLength={128}
          problem={problem}
          required
          autoFocus
        />
        <TextField
          label={t.experts.about}
          help={t.experts.aboutHelp}
          value={about}
          onInput={setAbout}
          maxLength={2000}
          lines={3}
        />
        <ChoiceField
          label={t.experts.language}
          help={t.experts.languageHelp}
          value={tongue}
          options={expertLanguages(language.value)}
          onChange={setTongue}
        />
        <div class="dialog-actions">
          <Button kind="quiet" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button kind="primary" submit busy={busy} disabled={name.trim() === ""}>
            {t.experts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
