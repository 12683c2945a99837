import { useSignal } from "@preact/signals";
import { Upload } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useTexts } from "../app/console-state.ts";
import { type DroppedFile, filesDropped } from "./dropped-files.ts";

interface DropZoneProps {
  readonly enabled: boolean;
  readonly onFiles: (files: readonly DroppedFile[]) => void;
  readonly children: ComponentChildren;
}

export function DropZone({ enabled, onFiles, children }: DropZoneProps) {
  const t = useTexts();
  const over = useSignal(0);
  const hasFiles = (event: DragEvent) => enabled && event.dataTransfer?.types.includes("Files") === true;
  const drop = async (transfer: DataTransfer) => {
    const files = await filesDropped(transfer);
    if (files.length > 0) onFiles(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Add" does the same by keyboard
    <div
      class="drop-zone"
      onDragEnter={(event) => {
        if (hasFiles(event)) over.value += 1;
      }}
      onDragLeave={(event) => {
        if (hasFiles(event)) over.value -= 1;
      }}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        over.value = 0;
        void drop(event.dataTransfer);
      }}
    >
      {children}
      {over.value > 0 && (
        <div class="drop-here" aria-hidden>
          <Upload size={28} />
          {t.sources.drop}
        </div>
      )}
    </div>
  );
}
