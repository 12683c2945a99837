import { X } from "lucide-preact";
import { IconButton } from "../parts/buttons.tsx";
import { useConsole, useTexts } from "./console-state.ts";

export function NoticeList() {
  const { notices } = useConsole();
  const t = useTexts();
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
