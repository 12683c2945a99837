import { FileUp } from "lucide-preact";
import { useRef } from "preact/hooks";
import type { SourceObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField, useText } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { metadataFrom, metadataText } from "./metadata-text.ts";

interface SourceDetailsProps {
  readonly source: SourceObject;
  readonly saved: (source: SourceObject) => void;
  readonly changed: () => void;
  readonly onClose: () => void;
}

export function SourceDetailsDialog({ source, saved, changed, onClose }: SourceDetailsProps) {
  const { api, expert, notices, t } = useExpertConsole();
  const title = useText(source.title);
  const url = useText(source.url ?? "");
  const metadata = useText(metadataText(source.metadata));
  const save = async () => {
    const body = { title: title.value.trim(), url: url.value.trim() || null, metadata: metadataFrom(metadata.value) };
    const path = { id: expert.id, sid: source.id };
    saved(await api.request("PATCH", "/v1/experts/{id}/sources/{sid}", { path, body }));
    notices.done(t.common.saved);
    onClose();
    changed();
  };
  const replacing = <ReplaceFile source={source} onClose={onClose} />;
  return (
    <Dialog title={t.sources.details} onClose={onClose} wide>
      <SubmitForm action={t.common.save} work={save} aside={replacing}>
        <TextField label={t.sources.titleField} {...title} maxLength={500} required />
        <TextField label={t.sources.address} type="url" {...url} help={t.sources.addressHelp} />
        <TextField
          label={t.sources.metadata}
          {...metadata}
          lines={4}
          help={t.sources.metadataHelp}
          takesProblem
          spellcheck={false}
        />
        <SourceFacts source={source} />
      </SubmitForm>
    </Dialog>
  );
}

function SourceFacts({ source }: { readonly source: SourceObject }) {
  const { t, formats } = useConsole();
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
    [t.sources.passages, formats.count(source.passage_count)],
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

/** A newer file becomes the next version; the old version answers until it is ready. The source needs an external id. */
function ReplaceFile({ source, onClose }: Pick<SourceDetailsProps, "source" | "onClose">) {
  const { expert, uploads, t } = useExpertConsole();
  const chooser = useRef<HTMLInputElement>(null);
  const externalId = source.external_id;
  if (externalId === null) return <p class="faint">{t.sources.replaceNeedsId}</p>;
  return (
    <>
      <Button label={t.sources.replace} icon={FileUp} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        hidden
        type="file"
        aria-label={t.sources.replace}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file === undefined) return;
          uploads.of(expert.id).add([{ file, path: file.name, externalId }]);
          onClose();
        }}
      />
    </>
  );
}
