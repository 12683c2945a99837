import type { LucideIcon } from "lucide-preact";
import type { TargetedKeyboardEvent } from "preact";
import { besideOf } from "./one-tab-stop.ts";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly name: string; readonly icon?: LucideIcon }[];
  readonly chosen: T;
  readonly choose: (id: T) => void;
}

/** Tabs are one stop of the Tab key (ARIA Authoring Practices, "Tabs"): arrows choose the tab beside it. */
export function Tabs<T extends string>({ label, tabs, chosen, choose }: TabsProps<T>) {
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={moveByArrows}>
      {tabs.map(({ id, name, icon: Icon }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
        >
          {Icon !== undefined && <Icon size={16} aria-hidden />} {name}
        </button>
      ))}
    </div>
  );
}

function moveByArrows({ key, currentTarget, target }: TargetedKeyboardEvent<HTMLElement>): void {
  const next = besideOf([...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")], target, key);
  next?.click();
  next?.focus();
}
