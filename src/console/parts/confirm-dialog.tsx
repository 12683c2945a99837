import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { SubmitForm } from "./submit-form.tsx";

interface ConfirmDialogProps {
  /** The action; also the label of the button. */
  readonly action: string;
  readonly warning: string;
  /** If it rejects, the dialog shows the error and stays open. */
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  /** False until a condition in `children` is met. */
  readonly ready?: boolean;
  readonly children?: ComponentChildren;
}

export function ConfirmDialog({ action, warning, work, onClose, ready = true, children }: ConfirmDialogProps) {
  return (
    <Dialog title={action} onClose={onClose}>
      <SubmitForm action={action} work={work} ready={ready} onCancel={onClose} danger>
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
