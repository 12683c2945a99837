import { useState } from "preact/hooks";
import { unwrap } from "../api/api-client.ts";
import { asProblem } from "../api/api-problem.ts";
import type { Expert } from "../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";

interface DeleteExpertProps {
  readonly expert: Expert;
  readonly onClose: () => void;
}

/** An expert goes with all its sources, so its name has to be typed. */
export function DeleteExpertDialog({ expert, onClose }: DeleteExpertProps) {
  const { api, conversations, experts, notices, page } = useConsole();
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const remove = async (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    setBusy(true);
    try {
      await unwrap(api.call.DELETE("/v1/experts/{id}", { params: { path: { id: expert.id } } }));
      conversations.of(expert.id).empty();
      experts.adjust((all) => all.filter(({ id }) => id !== expert.id));
      notices.done(t.experts.deleted(expert.name));
      page.go("/", { replace: true });
    } catch (cause) {
      notices.failed(asProblem(cause));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.experts.delete} onClose={onClose}>
      <p>{t.experts.deleteWarning(expert.source_counts.total)}</p>
      <TextField label={t.experts.typeName(expert.name)} value={typed} onInput={setTyped} autoFocus />
      <div class="dialog-actions">
        <Button kind="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button
          kind="danger"
          busy={busy}
          disabled={typed.trim() !== expert.name.trim()}
          onClick={(event) => void remove(event)}
        >
          {t.experts.delete}
        </Button>
      </div>
    </Dialog>
  );
}
