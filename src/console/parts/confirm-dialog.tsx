import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { ProblemLine, SubmitForm } from "./submit-form.tsx";

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
        <p>
          <bdi>{warning}</bdi>
        </p>
        {children}
        <ProblemLine />
      </SubmitForm>
    </Dialog>
  );
}
