import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-state.ts";
import { Button, type ButtonProps } from "./buttons.tsx";

interface ActionButtonProps extends Omit<ButtonProps, "onClick" | "busy"> {
  /** What is rejected is shown as a notice. */
  readonly act: () => Promise<void>;
  readonly children: ComponentChildren;
}

export function ActionButton({ act, children, ...rest }: ActionButtonProps) {
  const { notices } = useConsole();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await notices.trying(act());
    setBusy(false);
  };
  return (
    <Button {...rest} busy={busy} onClick={() => void run()}>
      {children}
    </Button>
  );
}
