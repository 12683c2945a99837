/** A button that opens a list of commands (WAI-ARIA menu button pattern). */
import { Ellipsis, type LucideIcon } from "lucide-preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly act: () => unknown;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: LucideIcon;
  /** Text beside the icon. Without it, only screen readers get the label. */
  readonly text?: string;
  /** -1: another element of its row is the one that Tab reaches. */
  readonly tabIndex?: 0 | -1;
}

export function Menu({ label, items, icon: Icon = Ellipsis, text, tabIndex = 0 }: MenuProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const size = text === undefined ? 18 : 16;
  const picture = useMemo(() => <Icon size={size} aria-hidden />, [Icon, size]);
  const close = (giveBack: boolean) => {
    setOpen(false);
    if (giveBack) frame.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    if (!open) return;
    itemsIn(frame.current).at(-1)?.scrollIntoView({ block: "nearest" });
    itemsIn(frame.current)[0]?.focus({ preventScroll: true });
    const leave = ({ target }: Event) => {
      if (target instanceof Node && frame.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the menu inside
    <div class="menu" ref={frame} onKeyDown={(event) => open && onMenuKey(event, frame.current, () => close(true))}>
      <button
        type="button"
        tabIndex={tabIndex}
        class={text === undefined ? "icon-button" : "button quiet"}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={text === undefined ? label : undefined}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {picture}
        {text !== undefined && <span>{text}</span>}
      </button>
      {open && <MenuList label={label} items={items} done={() => close(true)} />}
    </div>
  );
}

function MenuList({ label, items, done }: { label: string; items: readonly MenuItem[]; done: () => void }) {
  return (
    <div class="menu-list" role="menu" aria-label={label}>
      {items.map(({ label: name, icon: Icon, danger, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={danger === true ? "danger" : ""}
          onClick={() => {
            done();
            act();
          }}
        >
          {Icon !== undefined && <Icon size={16} aria-hidden />}
          <span>{name}</span>
        </button>
      ))}
    </div>
  );
}

function itemsIn(frame: HTMLElement | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function onMenuKey(event: KeyboardEvent, frame: HTMLElement | null, close: () => void): void {
  const items = itemsIn(frame);
  const at = items.findIndex((item) => item.matches(":focus"));
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const to = moves[event.key];
  if (to !== undefined) items[(to + items.length) % items.length]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  if (to !== undefined || event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
  }
}
