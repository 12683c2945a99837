import { type ComponentChildren, createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { asProblem } from "../app/api-problem.ts";
import { useConsole } from "../app/console-state.ts";
import { Button } from "./buttons.tsx";

/** Why a form was refused the last time. A field of it with `takesProblem`, or a `ProblemLine`, shows it. */
export const FormProblem = createContext<string | null>(null);

interface SubmitFormProps {
  readonly action: string;
  /** Sends the request. A rejection is the problem of the form; `work` closes the dialog. */
  readonly work: () => Promise<void>;
  readonly ready?: boolean;
  readonly danger?: boolean;
  readonly onCancel?: () => void;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
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
      <FormProblem.Provider value={problem}>{children}</FormProblem.Provider>
      <div class="dialog-actions">
        {aside}
        {onCancel !== undefined && <Button label={t.common.cancel} kind="quiet" onClick={onCancel} />}
        <Button label={action} kind={danger === true ? "danger" : "primary"} submit busy={busy} disabled={!ready} />
      </div>
    </form>
  );
}

export function ProblemLine() {
  const problem = useContext(FormProblem);
  if (problem === null) return null;
  return (
    <p class="problem" role="alert">
      {problem}
    </p>
  );
}
