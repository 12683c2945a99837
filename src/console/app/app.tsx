import { useSignalEffect } from "@preact/signals";
import { X } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { SignInPage } from "../keys/sign-in-page.tsx";
import { IconButton } from "../parts/buttons.tsx";
import { ProblemState, Skeleton } from "../parts/states.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { useConsole } from "./console-state.ts";
import { PageShell } from "./page-shell.tsx";
import { ShortcutDialog } from "./shortcut-dialog.tsx";

export function App() {
  const state = useConsole();
  useSignalEffect(() => {
    document.documentElement.lang = state.language.value;
    document.documentElement.dataset.theme = state.theme.value;
  });
  useOnReturn(() => {
    void state.experts.refresh();
    if (state.session.may("query")) state.conversations.look();
  });
  const standing = state.session.standing.value;
  const problem = state.session.problem.value;
  if (standing.state === "unknown")
    return (
      <main class="alone">
        {problem === null ? (
          <Skeleton lines={3} />
        ) : (
          <ProblemState problem={problem} retry={() => void state.session.begin()} />
        )}
      </main>
    );
  return (
    <>
      {standing.state === "out" ? <SignInPage hasEnded={standing.hasEnded} /> : <PageShell />}
      {standing.state === "in" && state.palette.value && <CommandPalette />}
      {state.shortcutsShown.value && <ShortcutDialog />}
      <NoticeList />
    </>
  );
}

function useOnReturn(look: () => void): void {
  const { session } = useConsole();
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === "visible" && session.standing.value.state === "in") look();
    };
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, []);
}

function NoticeList() {
  const { notices, t } = useConsole();
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.shown.value.map(({ no, kind, text }) => (
        <div key={no} class={`notice ${kind}`}>
          <span dir="auto">{text}</span>
          <IconButton label={t.common.dismiss} icon={X} onClick={() => notices.dismiss(no)} />
        </div>
      ))}
    </div>
  );
}
