import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { SubmitForm } from "./submit-form.tsx";

interface ConfirmDialogProps {
  readonly action: string;
  readonly warning: string;
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  readonly ready?: boolean;
  readonly danger?: boolean;
  readonly children?: ComponentChildren;
}

export function ConfirmDialog({ action, warning, work, onClose, children, ...form }: ConfirmDialogProps) {
  return (
    <Dialog title={action} onClose={onClose}>
      <SubmitForm action={action} work={work} onCancel={onClose} danger {...form}>
        {(problem) => (
          <>
            <p>
              <bdi>{warning}</bdi>
            </p>
            {children}
            {problem !== null && (
              <p class="problem" role="alert">
                {problem}
              </p>
            )}
          </>
        )}
      </SubmitForm>
    </Dialog>
  );
}
