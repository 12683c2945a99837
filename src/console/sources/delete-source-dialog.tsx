import type { SourceObject } from "../../api/shapes.ts";
import { type ExpertConsole, useExpertConsole } from "../app/console-state.ts";
import { expertPath, routeOf } from "../app/page-location.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

/** If it is open, its expert is shown instead. */
export async function removeSource({ api, page, expert: { id, slug } }: ExpertConsole, sid: string): Promise<void> {
  await api.request("DELETE", "/v1/experts/{id}/sources/{sid}", { path: { id, sid } });
  const route = routeOf(page.path.value);
  if (route?.page === "source" && route.source === sid) page.go(expertPath(slug), { replace: true });
}

interface DeleteSourceDialogProps {
  readonly source: SourceObject;
  readonly changed: () => void;
  readonly onClose: () => void;
}

export function DeleteSourceDialog({ source, changed, onClose }: DeleteSourceDialogProps) {
  const state = useExpertConsole();
  const { notices, t } = state;
  const remove = async () => {
    await removeSource(state, source.id);
    notices.done(t.sources.deleted(source.title));
    onClose();
    changed();
  };
  return (
    <ConfirmDialog
      action={t.sources.delete}
      warning={t.sources.deleteWarning(source.title)}
      work={remove}
      onClose={onClose}
    />
  );
}
