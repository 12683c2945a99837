import type { LucideIcon } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { addressOf } from "../app/base-path.ts";
import { useConsole } from "../app/console-state.ts";

interface ButtonProps {
  readonly label: ComponentChildren;
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly submit?: boolean;
  readonly pressed?: boolean;
  readonly onClick?: (event: MouseEvent) => void;
}

export function Button({ label, kind = "plain", icon: Icon, busy = false, disabled = false, ...rest }: ButtonProps) {
  return (
    <button
      type={rest.submit === true ? "submit" : "button"}
      class={`button ${kind}`}
      disabled={disabled}
      aria-busy={busy}
      aria-pressed={rest.pressed}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <span class="spinner" /> : Icon !== undefined && <Icon size={16} aria-hidden />}
      <span>{label}</span>
    </button>
  );
}

interface ActionButtonProps extends Omit<ButtonProps, "onClick" | "busy"> {
  readonly act: () => Promise<void>;
}

export function ActionButton({ act, ...rest }: ActionButtonProps) {
  const { notices } = useConsole();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await notices.trying(act());
    setBusy(false);
  };
  return <Button {...rest} busy={busy} onClick={() => void run()} />;
}

interface IconButtonProps extends Omit<ButtonProps, "busy"> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly kind?: "primary" | "danger";
}

export function IconButton({ label, icon: Icon, pressed, submit, disabled = false, kind, onClick }: IconButtonProps) {
  return (
    <button
      type={submit === true ? "submit" : "button"}
      class={`icon-button ${kind ?? ""}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}

export function LinkButton({ href, label, kind = "plain", icon: Icon }: ButtonProps & { readonly href: string }) {
  return (
    <a class={`button ${kind}`} href={addressOf(href)}>
      {Icon !== undefined && <Icon size={16} aria-hidden />}
      <span>{label}</span>
    </a>
  );
}
