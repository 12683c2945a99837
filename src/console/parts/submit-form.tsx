import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { asProblem } from "../app/api-problem.ts";
import { useConsole } from "../app/console-state.ts";
import { Button } from "./buttons.tsx";

interface SubmitFormProps {
  readonly action: string;
  /** Sends the request. The form shows the message of a rejection; `work` closes the dialog. */
  readonly work: () => Promise<void>;
  readonly ready?: boolean;
  readonly danger?: boolean;
  readonly onCancel?: () => void;
  readonly aside?: ComponentChildren;
  readonly children: (problem: string | null) => ComponentChildren;
}

export function SubmitForm({ action, work, ready = true, danger, onCancel, aside, children }: SubmitFormProps) {
  const { t } = useConsole();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    setBusy(true);
    try {
      await work();
      setProblem(null);
    } catch (cause) {
      setProblem(asProblem(cause).message);
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {children(problem)}
      <div class="dialog-actions">
        {aside}
        {onCancel !== undefined && <Button label={t.common.cancel} kind="quiet" onClick={onCancel} />}
        <Button label={action} kind={danger === true ? "danger" : "primary"} submit busy={busy} disabled={!ready} />
      </div>
    </form>
  );
}
