import { useExpertConsole } from "../app/console-state.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { TextField, useText } from "../parts/field.tsx";

export function DeleteExpertDialog({ onClose }: { readonly onClose: () => void }) {
  const { api, conversations, expert, experts, notices, page, t } = useExpertConsole();
  const typed = useText();
  const remove = async () => {
    await api.request("DELETE", "/v1/experts/{id}", { path: { id: expert.id } });
    await conversations.empty(expert.id);
    experts.adjust((all) => all.filter(({ id }) => id !== expert.id));
    notices.done(t.experts.deleted(expert.name));
    page.go("/", { replace: true });
  };
  return (
    <ConfirmDialog
      action={t.experts.delete}
      warning={t.experts.deleteWarning(expert.source_counts.total)}
      work={remove}
      onClose={onClose}
      ready={typed.value.trim() === expert.name.trim()}
    >
      <TextField label={t.experts.typeName(expert.name)} {...typed} autoFocus />
    </ConfirmDialog>
  );
}
