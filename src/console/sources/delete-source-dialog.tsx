import { useState } from "preact/hooks";
import { unwrap } from "../api/api-client.ts";
import { asProblem } from "../api/api-problem.ts";
import type { Expert, Source } from "../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { expertPath, routeOf } from "../app/page-location.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";

interface DeleteSourceDialogProps {
  readonly expert: Expert;
  readonly source: Source;
  readonly changed: () => void;
  readonly onClose: () => void;
}

export function DeleteSourceDialog({ expert, source, changed, onClose }: DeleteSourceDialogProps) {
  const { api, notices, page } = useConsole();
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const path = { id: expert.id, sid: source.id };
      await unwrap(api.call.DELETE("/v1/experts/{id}/sources/{sid}", { params: { path } }));
      notices.done(t.sources.deleted(source.title));
      const route = routeOf(page.path.value);
      if (route?.page === "source" && route.source === source.id) page.go(expertPath(expert.slug), { replace: true });
    } catch (cause) {
      notices.failed(asProblem(cause));
    }
    onClose();
    changed();
  };
  return (
    <Dialog title={t.sources.delete} onClose={onClose}>
      <p>
        <bdi>{t.sources.deleteWarning(source.title)}</bdi>
      </p>
      <div class="dialog-actions">
        <Button kind="quiet" onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          {t.sources.delete}
        </Button>
      </div>
    </Dialog>
  );
}
