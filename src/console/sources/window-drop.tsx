import { useSignal } from "@preact/signals";
import { Upload } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { asProblem } from "../app/api-problem.ts";
import { type ConsoleState, useConsole, useTexts } from "../app/console-state.ts";
import { expertPath, routeOf } from "../app/page-location.ts";
import { importExpert } from "../experts/archive-actions.tsx";
import { nameForFiles } from "../experts/expert-state.ts";
import { makeExpert } from "../experts/new-expert-dialog.tsx";
import { type DroppedFile, filesDropped } from "./dropped-files.ts";

/** Takes files that are dropped anywhere: into the expert that is shown, or else into a new one that is named after them. */
export function WindowDrop() {
  const state = useConsole();
  const t = useTexts();
  const isOver = useSignal(false);
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
      void taken(state, expert, event.dataTransfer!);
    });
    return () => stopped.abort();
  }, [expert, mayAdd]);
  if (!isOver.value) return null;
  return (
    <div class="drop-here" aria-hidden>
      <Upload size={28} />
      {expert === null ? t.sources.dropNew : t.sources.drop}
    </div>
  );
}

async function taken(state: ConsoleState, expert: string | null, transfer: DataTransfer): Promise<void> {
  const files = await filesDropped(transfer);
  if (files.length === 0) return;
  const [first] = files;
  const isArchive = expert === null && files.length === 1 && first!.path.endsWith(".tar") && state.session.may("admin");
  try {
    if (isArchive) return await importExpert(state, first!.file);
    state.uploads.of(await expertFor(state, expert, files)).add(files);
  } catch (cause) {
    state.notices.failed(asProblem(cause));
  }
}

async function expertFor(state: ConsoleState, name: string | null, files: readonly DroppedFile[]): Promise<string> {
  const known = state.experts.data.value?.find(({ id, slug }) => id === name || slug === name);
  if (name !== null) return known?.id ?? name;
  const { id, slug } = await makeExpert(state, { name: nameForFiles(files.map(({ path }) => path)) });
  state.page.go(expertPath(slug));
  return id;
}
