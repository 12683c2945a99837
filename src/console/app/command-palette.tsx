import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { addressOf } from "./base-path.ts";
import { type ConsoleState, languages, themes, useConsole } from "./console-state.ts";
import { expertPath, settingsPath } from "./page-location.ts";

interface PaletteCommand {
  readonly name: string;
  readonly kind: string;
  readonly act: () => void;
}

const combobox = { type: "text", role: "combobox" } as const;
const closed = { "aria-expanded": false } as const;
const open = { "aria-expanded": true, "aria-controls": "palette-list" } as const;

export function CommandPalette() {
  const state = useConsole();
  const { t } = state;
  const [wanted, chosen] = [useSignal(""), useSignal(0)];
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const matching = () => matchesOf(state, wanted.value);
  const found = matching();
  const close = () => {
    state.palette.value = false;
  };
  const run = (command: PaletteCommand | undefined) => {
    if (command !== undefined) close();
    command?.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) chosen.value = (chosen.value + step + found.length) % Math.max(1, found.length);
    else if (event.key === "Enter") run(matching()[chosen.value]);
    if (step !== undefined || event.key === "Enter") event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label={t.palette.title} onCancel={close} onClose={close}>
      <input
        {...combobox}
        {...(found.length === 0 ? closed : open)}
        aria-activedescendant={found.length === 0 ? undefined : `palette-${chosen.value}`}
        aria-label={t.palette.title}
        placeholder={t.palette.placeholder}
        value={wanted.value}
        onInput={({ currentTarget }) => {
          wanted.value = currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <CommandList found={found} chosen={chosen.value} run={run} />
    </dialog>
  );
}

/** Key handlers compute it again: keys may arrive before the page is redrawn. */
const matchesOf = (state: ConsoleState, wanted: string) =>
  commandsOf(state)
    .filter(({ name, kind }) => fits(`${name} ${kind}`, wanted))
    .slice(0, 12);

interface CommandListProps {
  readonly found: readonly PaletteCommand[];
  readonly chosen: number;
  readonly run: (command: PaletteCommand) => void;
}

function CommandList({ found, chosen, run }: CommandListProps) {
  const { t } = useConsole();
  if (found.length === 0) return <p class="palette-none">{t.palette.none}</p>;
  return (
    <div id="palette-list" role="listbox" aria-label={t.palette.title} tabIndex={-1}>
      {found.map((command, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
        <div
          key={command.kind + command.name}
          id={`palette-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          onClick={() => run(command)}
        >
          <bdi class="clip">{command.name}</bdi>
          <span class="faint">{command.kind}</span>
        </div>
      ))}
    </div>
  );
}

function fits(text: string, wanted: string): boolean {
  const low = text.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

function commandsOf(state: ConsoleState): readonly PaletteCommand[] {
  return [...expertCommands(state), ...pageCommands(state), ...appearanceCommands(state)];
}

function expertCommands({ experts, page, session, texts }: ConsoleState): PaletteCommand[] {
  const { palette: t, experts: named, shell } = texts.value;
  const all = experts.data.value ?? [];
  const create = { name: named.creating, kind: t.action, act: () => page.go("/?new=1") };
  return [
    ...all.map(({ name, slug }) => ({ name, kind: shell.pages.expert, act: () => page.go(expertPath(slug)) })),
    ...(session.may("manage") ? [create] : []),
    ...(session.may("manage")
      ? all.map(({ name, slug }) => ({
          name: t.settingsOf(name),
          kind: t.page,
          act: () => page.go(settingsPath(slug)),
        }))
      : []),
  ];
}

function pageCommands({ page, session, texts }: ConsoleState): PaletteCommand[] {
  const { palette: t, keys, shell } = texts.value;
  const admin = session.may("admin") ? (["keys", "system"] as const) : [];
  const names = ["usage", ...admin, "handbook"] as const;
  return [
    { name: shell.pages.experts, kind: t.page, act: () => page.go("/") },
    ...names.map((name) => ({ name: shell.pages[name], kind: t.page, act: () => page.go(`/${name}`) })),
    ...(session.may("admin") ? [{ name: keys.creating, kind: t.action, act: () => page.go("/keys?new=1") }] : []),
    { name: t.apiDocs, kind: t.page, act: () => location.assign(addressOf("/docs")) },
    { name: texts.value.session.signOut, kind: t.action, act: () => session.signOut() },
  ];
}

function appearanceCommands({ theme, language, texts }: ConsoleState): PaletteCommand[] {
  const { palette: t, shell } = texts.value;
  return [
    ...themes.map((name) => ({
      name: `${shell.theme}: ${shell.themes[name]}`,
      kind: t.action,
      act: () => (theme.value = name),
    })),
    ...Object.entries(languages).map(([name, shown]) => ({
      name: `${shell.language}: ${shown}`,
      kind: t.action,
      act: () => (language.value = name as keyof typeof languages),
    })),
  ];
}
