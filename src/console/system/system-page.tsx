/** How the service is: its version, its limits and what it can read. */
import { Server } from "lucide-preact";
import { useConsole, useTexts } from "../app/console-state.ts";
import { LinkButton } from "../parts/buttons.tsx";
import { EmptyState, Loaded } from "../parts/states.tsx";

export function SystemPage() {
  const { capabilities, session } = useConsole();
  const t = useTexts();
  if (!session.may("admin")) return <EmptyState icon={Server} title={t.common.mayNot} />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>{t.shell.pages.system}</h1>
        <LinkButton href="/docs">{t.palette.apiDocs}</LinkButton>
      </header>
      <Loaded of={capabilities}>{({ version, commit }) => <p>{`Docent ${version} (${commit})`}</p>}</Loaded>
    </div>
  );
}
