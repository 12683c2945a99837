import type { SourceObject } from "../../api/shapes.ts";
import { useExpertConsole } from "../app/console-state.ts";
import { expertPath, routeOf } from "../app/page-location.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

interface DeleteSourceDialogProps {
  readonly source: SourceObject;
  readonly changed: () => void;
  readonly onClose: () => void;
}

export function DeleteSourceDialog({ source, changed, onClose }: DeleteSourceDialogProps) {
  const { api, expert, notices, page, t } = useExpertConsole();
  const remove = async () => {
    const path = { id: expert.id, sid: source.id };
    await api.request("DELETE", "/v1/experts/{id}/sources/{sid}", { path });
    notices.done(t.sources.deleted(source.title));
    const route = routeOf(page.path.value);
    if (route?.page === "source" && route.source === source.id) page.go(expertPath(expert.slug), { replace: true });
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
