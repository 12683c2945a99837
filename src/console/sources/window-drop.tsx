import { useSignal } from "@preact/signals";
import { Upload } from "lucide-preact";
import { useEffect } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { type ConsoleState, useConsole } from "../app/console-state.ts";
import { expertPath, routeOf } from "../app/page-location.ts";
import { importExpert } from "../experts/archive-actions.tsx";
import { nameForFiles } from "../experts/expert-state.ts";
import { makeExpert } from "../experts/new-expert-dialog.tsx";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { type DroppedFile, filesDropped } from "./dropped-files.ts";
import { holderOf } from "./same-files.ts";

interface SameFiles {
  readonly holder: ExpertObject;
  readonly files: readonly DroppedFile[];
}

/** Takes files that are dropped anywhere: into the expert that is shown or, unless one has them, a new one named after them. */
export function WindowDrop() {
  const state = useConsole();
  const { t } = state;
  const [isOver, same] = [useSignal(false), useSignal<SameFiles | null>(null)];
  const route = routeOf(state.page.path.value);
  const expert = route !== null && "expert" in route ? route.expert : null;
  const mayAdd = state.session.may("ingest") && (expert !== null || state.session.may("manage"));
  useEffect(() => {
    if (!mayAdd) return;
    const stopped = new AbortController();
    const on = (name: "dragenter" | "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (event.dataTransfer?.types.includes("Files") === true) act(event);
        },
        { signal: stopped.signal },
      );
    on("dragenter", () => {
      isOver.value = true;
    });
    on("dragover", (event) => event.preventDefault());
    on("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) isOver.value = false;
    });
    on("drop", (event) => {
      event.preventDefault();
      isOver.value = false;
      void taken(state, expert, event.dataTransfer!).then((found) => (same.value = found));
    });
    return () => stopped.abort();
  }, [expert, mayAdd]);
  if (same.value !== null) return <SameFilesDialog {...same.value} onClose={() => (same.value = null)} />;
  return isOver.value && <DropHint text={expert === null ? t.sources.dropNew : t.sources.drop} />;
}

function DropHint({ text }: { readonly text: string }) {
  return (
    <div class="drop-here" aria-hidden>
      <Upload size={28} />
      {text}
    </div>
  );
}

function SameFilesDialog({ holder, files, onClose }: SameFiles & { readonly onClose: () => void }) {
  const state = useConsole();
  const { t } = state;
  const open = async () => {
    onClose();
    state.page.go(expertPath(holder.slug));
  };
  const make = () => {
    onClose();
    void added(state, null, files);
  };
  const other = <Button label={t.sources.makeAnother} onClick={make} />;
  return (
    <Dialog title={t.sources.sameFiles(holder.name, files.length)} onClose={onClose}>
      <SubmitForm action={t.sources.openExpert(holder.name)} work={open} aside={other}>
        <p>{t.sources.sameFilesHelp}</p>
      </SubmitForm>
    </Dialog>
  );
}

async function taken(state: ConsoleState, expert: string | null, transfer: DataTransfer): Promise<SameFiles | null> {
  const files = await filesDropped(transfer);
  const holder = expert === null ? await holderOf(state, files).catch(() => null) : null;
  if (holder !== null) return { holder, files };
  await added(state, expert, files);
  return null;
}

async function added(state: ConsoleState, expert: string | null, files: readonly DroppedFile[]): Promise<void> {
  if (files.length === 0) return;
  const [first] = files;
  const isArchive = expert === null && files.length === 1 && first!.path.endsWith(".tar") && state.session.may("admin");
  const upload = async () => state.uploads.of(await expertFor(state, expert, files)).add(files);
  await state.notices.trying(isArchive ? importExpert(state, first!.file) : upload());
}

async function expertFor(state: ConsoleState, name: string | null, files: readonly DroppedFile[]): Promise<string> {
  const known = state.experts.data.value?.find(({ id, slug }) => id === name || slug === name);
  if (name !== null) return known?.id ?? name;
  const { id, slug } = await makeExpert(state, { name: nameForFiles(files.map(({ path }) => path)) });
  state.page.go(expertPath(slug));
  return id;
}
