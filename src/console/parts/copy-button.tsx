import { Check, Copy } from "lucide-preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-state.ts";
import { Button } from "./buttons.tsx";

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { notices, t } = useConsole();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      notices.failed(t.common.cannotCopy);
    }
  };
  return (
    <Button
      label={copied ? t.common.copied : (label ?? t.common.copy)}
      kind="quiet"
      icon={copied ? Check : Copy}
      onClick={() => void copy()}
    />
  );
}

/** @throws if the browser refuses: pages from another machine over plain HTTP have no clipboard. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
