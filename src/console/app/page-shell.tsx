import { Menu as MenuIcon } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../parts/buttons.tsx";
import { WindowDrop } from "../sources/window-drop.tsx";
import { addressOf } from "./base-path.ts";
import { useConsole } from "./console-state.ts";
import { CurrentPage } from "./current-page.tsx";
import { SideNavigation } from "./side-navigation.tsx";

export function PageShell() {
  const { page, experts, capabilities, session, t } = useConsole();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const path = page.path.value;
  useEffect(() => {
    void experts.refresh();
    void capabilities.refresh();
  }, [session.standing.value]);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class={open ? "shell open" : "shell"}>
      <button type="button" class="skip-link" onClick={() => main.current?.focus()}>
        {t.shell.skip}
      </button>
      <header class="top-bar">
        <IconButton label={t.shell.menu} icon={MenuIcon} pressed={open} onClick={() => setOpen(!open)} />
        <a href={addressOf("/")} class="brand">
          Docent
        </a>
      </header>
      <SideNavigation />
      {open && <button type="button" class="shade" aria-label={t.common.close} onClick={() => setOpen(false)} />}
      <main id="main" ref={main} tabIndex={-1}>
        <CurrentPage />
        <WindowDrop />
      </main>
    </div>
  );
}
