import { Download, FileUp } from "lucide-preact";
import { useRef } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { download } from "../app/api-client.ts";
import { type ConsoleState, useConsole, useExpertConsole } from "../app/console-state.ts";
import { expertPath } from "../app/page-location.ts";
import { ActionButton } from "../parts/buttons.tsx";

export function ExportCard() {
  const { api, expert, t } = useExpertConsole();
  const save = () => download(api, `/v1/experts/${encodeURIComponent(expert.id)}/export`, `${expert.slug}.tar`);
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t.archives.title}</h2>
        <ActionButton label={t.archives.download} icon={Download} act={save} />
      </header>
      <p class="faint">{t.archives.help}</p>
    </section>
  );
}

export function ImportButton() {
  const state = useConsole();
  const { t } = state;
  const chooser = useRef<HTMLInputElement>(null);
  const chosen = useRef<(file: File | null) => void>(() => undefined);
  const take = async () => {
    const { promise, resolve } = Promise.withResolvers<File | null>();
    chosen.current = resolve;
    chooser.current?.click();
    const file = await promise;
    if (file === null) return;
    await importExpert(state, file);
  };
  return (
    <>
      <ActionButton label={t.archives.import} icon={FileUp} act={take} />
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".tar"
        aria-label={t.archives.import}
        onChange={({ currentTarget }) => chosen.current(currentTarget.files?.[0] ?? null)}
        onCancel={() => chosen.current(null)}
      />
    </>
  );
}

/** Opens the expert that comes out of the file. @throws ApiProblem with the reason why it is no sound export */
export async function importExpert({ api, experts, notices, page, texts }: ConsoleState, file: File): Promise<void> {
  const headers = { "content-type": "application/octet-stream" };
  const reply = await api.raw("/v1/experts/import", { method: "POST", headers, body: file });
  const { name, slug } = (await reply.json()) as ExpertObject;
  await experts.refresh();
  notices.done(texts.value.archives.imported(name));
  page.go(expertPath(slug));
}
