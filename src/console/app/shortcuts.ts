import type { ConsoleState } from "./console-state.ts";

export const shortcuts = {
  "/": "ask",
  e: "experts",
  u: "usage",
  k: "keys",
  s: "system",
  h: "handbook",
  "?": "help",
} as const;

export function listenForShortcuts(state: ConsoleState): void {
  addEventListener("keydown", (event) => {
    if (state.session.standing.value.state !== "in") return;
    const act = isPaletteKey(event) ? () => togglePalette(state) : actionOf(state, event);
    if (act === null) return;
    event.preventDefault();
    act();
  });
}

const isPaletteKey = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";

function togglePalette({ palette }: ConsoleState): void {
  palette.value = !palette.value;
}

function actionOf({ page, shortcutsShown }: ConsoleState, event: KeyboardEvent): (() => void) | null {
  const target = isPlain(event) ? shortcuts[event.key as keyof typeof shortcuts] : undefined;
  if (target === undefined) return null;
  if (target === "help")
    return () => {
      shortcutsShown.value = true;
    };
  if (target === "ask") return () => document.querySelector<HTMLElement>("[data-ask]")?.focus();
  return () => page.go(target === "experts" ? "/" : `/${target}`);
}

function isPlain({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]") !== null) return false;
  return !(target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null);
}
