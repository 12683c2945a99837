/** A source's facts: what can be changed, what is known, and a newer file in its place. */
import { FileUp } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { unwrap } from "../api/api-client.ts";
import { asProblem } from "../api/api-problem.ts";
import type { Expert, Source } from "../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { formatsFor } from "../parts/formats.ts";
import { metadataFrom, metadataText } from "./metadata-text.ts";

interface SourceDetailsProps {
  readonly expert: Expert;
  readonly source: Source;
  readonly saved: (source: Source) => void;
  readonly changed: () => void;
  readonly onClose: () => void;
}

export function SourceDetailsDialog({ expert, source, saved, changed, onClose }: SourceDetailsProps) {
  const { api, notices } = useConsole();
  const t = useTexts();
  const [title, setTitle] = useState(source.title);
  const [url, setUrl] = useState(source.url ?? "");
  const [metadata, setMetadata] = useState(metadataText(source.metadata));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const body = {
        title: title.trim(),
        url: url.trim() === "" ? null : url.trim(),
        metadata: metadataFrom(metadata),
      };
      const path = { id: expert.id, sid: source.id };
      saved(await unwrap(api.call.PATCH("/v1/experts/{id}/sources/{sid}", { params: { path }, body })));
      notices.done(t.common.saved);
      onClose();
      changed();
    } catch (cause) {
      setProblem(asProblem(cause).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.sources.details} onClose={onClose} wide>
      <form onSubmit={(event) => void save(event)}>
        <TextField label={t.sources.titleField} value={title} onInput={setTitle} maxLength={500} required />
        <TextField label={t.sources.address} type="url" value={url} onInput={setUrl} help={t.sources.addressHelp} />
        <TextField
          label={t.sources.metadata}
          value={metadata}
          onInput={setMetadata}
          lines={4}
          help={t.sources.metadataHelp}
          problem={problem}
          spellcheck={false}
        />
        <SourceFacts source={source} />
        <div class="dialog-actions">
          <ReplaceFile expert={expert} source={source} changed={changed} onClose={onClose} />
          <Button kind="primary" submit busy={busy}>
            {t.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SourceFacts({ source }: { readonly source: Source }) {
  const { language } = useConsole();
  const t = useTexts();
  const formats = formatsFor(language.value);
  const facts: readonly (readonly [string, string | null])[] = [
    [t.sources.fileName, source.filename],
    [t.sources.type, source.mime_type],
    [t.sources.size, formats.bytes(source.bytes)],
    [
      t.sources.versionName,
      source.answering_version === source.version || source.answering_version === null
        ? String(source.version)
        : t.sources.versionAnswering(source.version, source.answering_version),
    ],
    [t.sources.passages, formats.count(source.chunk_count)],
    [t.sources.externalId, source.external_id],
    [t.sources.createdAt, formats.moment(source.created_at)],
    [t.sources.error, source.error?.message ?? null],
    ["SHA-256", source.sha256],
    ["id", source.id],
  ];
  return (
    <dl class="facts">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type ReplaceFileProps = Pick<SourceDetailsProps, "expert" | "source" | "changed" | "onClose">;

/** A newer file becomes the next version; the old one answers until that is ready. It needs a name that lasts. */
function ReplaceFile({ expert, source, changed, onClose }: ReplaceFileProps) {
  const { uploads } = useConsole();
  const t = useTexts();
  const chooser = useRef<HTMLInputElement>(null);
  const externalId = source.external_id;
  if (externalId === null) return <p class="faint">{t.sources.replaceNeedsId}</p>;
  return (
    <>
      <Button icon={FileUp} onClick={() => chooser.current?.click()}>
        {t.sources.replace}
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        aria-label={t.sources.replace}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file === undefined) return;
          uploads.of(expert.id).add([{ file, path: file.name, externalId }], changed);
          onClose();
        }}
      />
    </>
  );
}
