import { useState } from "preact/hooks";
import { useConsole } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { TextField, useText } from "../parts/field.tsx";
import { FormProblem } from "../parts/submit-form.tsx";

export function SignInPage({ hasEnded }: { readonly hasEnded: boolean }) {
  const { session, t } = useConsole();
  const key = useText();
  const [busy, setBusy] = useState(false);
  const problem = session.problem.value;
  const signIn = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    await session.signIn({ key: key.value.trim() });
    setBusy(false);
  };
  return (
    <main class="alone">
      <form class="card sign-in" onSubmit={(event) => void signIn(event)}>
        <h1>Docent</h1>
        <p>{hasEnded ? t.session.ended : t.session.welcome}</p>
        <FormProblem.Provider
          value={problem?.isUnreachable === true ? t.common.unreachable : (problem?.message ?? null)}
        >
          <TextField
            label={t.session.key}
            type="password"
            {...key}
            help={t.session.keyHelp}
            takesProblem
            required
            autoFocus
          />
        </FormProblem.Provider>
        <Button label={t.session.signIn} kind="primary" submit busy={busy} disabled={key.value.trim() === ""} />
      </form>
    </main>
  );
}
