import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "./console-state.ts";
import { shortcuts } from "./shortcuts.ts";

export function ShortcutDialog() {
  const { shortcutsShown, t } = useConsole();
  const names = { ask: t.panes.names.ask, help: t.shell.shortcuts, ...t.shell.pages };
  const lines = [
    ["Ctrl K, ⌘ K", t.shell.find],
    ...Object.entries(shortcuts).map(([key, target]) => [key, names[target]] as const),
    ["←, →", t.asking.within],
    ["Esc", t.common.close],
  ] as const;
  return (
    <Dialog title={t.shell.shortcuts} onClose={() => (shortcutsShown.value = false)}>
      <dl class="shortcuts">
        {lines.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
