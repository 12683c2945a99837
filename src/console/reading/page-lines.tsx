/** The lines that were read on the picture of a page, to be corrected. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ExpertObject, RecognisedLineObject, SourceObject } from "../../api/shapes.ts";
import { unwrap } from "../app/api-client.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { createResource } from "../app/resource.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";

export interface LineEdit {
  readonly page: number;
  readonly line: number;
  readonly text: string;
}

interface PageLinesProps {
  readonly expert: ExpertObject;
  readonly source: SourceObject;
  readonly page: number;
  readonly edits: readonly LineEdit[];
  readonly onEdit: (edit: LineEdit) => void;
}

/** Words that were read with less may be wrong. */
const doubtful = 0.7;

export function PageLines({ expert, source, page, edits, onEdit }: PageLinesProps) {
  const { api } = useConsole();
  const t = useTexts();
  const [edited, setEdited] = useState<RecognisedLineObject | null>(null);
  const lines = useMemo(
    () =>
      createResource(async () => {
        const path = { id: expert.id, sid: source.id, page };
        return (await unwrap(api.call.GET("/v1/experts/{id}/sources/{sid}/pages/{page}", { params: { path } }))).lines;
      }),
    [source.id, source.version, page],
  );
  useEffect(() => void lines.refresh(), [lines]);
  const textOf = ({ line, text }: RecognisedLineObject) =>
    edits.find((edit) => edit.page === page && edit.line === line)?.text ?? text;
  return (
    <>
      {(lines.data.value ?? []).map((line) => (
        <button
          key={line.line}
          type="button"
          class={`scan-line ${lookOf(line, textOf(line))}`}
          style={placeOf(line)}
          title={textOf(line)}
          aria-label={t.reading.correctLine(textOf(line))}
          onClick={() => setEdited(line)}
        />
      ))}
      {edited !== null && (
        <LineDialog
          line={edited}
          text={textOf(edited)}
          onClose={() => setEdited(null)}
          onEdit={(text) => onEdit({ page, line: edited.line, text })}
        />
      )}
    </>
  );
}

function lookOf({ text, read, words }: RecognisedLineObject, now: string): string {
  if (now !== text || read !== null) return "corrected";
  return words.some(({ confidence }) => confidence < doubtful) ? "doubtful" : "";
}

const percent = (share: number) => `${share * 100}%`;

function placeOf({ words }: RecognisedLineObject) {
  const left = Math.min(...words.map((word) => word.left));
  const top = Math.min(...words.map((word) => word.top));
  const right = Math.max(...words.map((word) => word.right));
  const bottom = Math.max(...words.map((word) => word.bottom));
  return { left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) };
}

interface LineDialogProps {
  readonly line: RecognisedLineObject;
  readonly text: string;
  readonly onEdit: (text: string) => void;
  readonly onClose: () => void;
}

function LineDialog({ line, text, onEdit, onClose }: LineDialogProps) {
  const t = useTexts();
  const [now, setNow] = useState(text);
  const take = async () => {
    onEdit(now.trim());
    onClose();
  };
  const help = line.read === null ? t.reading.emptyLine : t.reading.wasRead(line.read);
  return (
    <Dialog title={t.reading.correctTitle} onClose={onClose}>
      <SubmitForm action={t.reading.takeLine} work={take} onCancel={onClose}>
        {(problem) => (
          <TextField
            label={t.reading.lineText}
            value={now}
            onInput={setNow}
            help={help}
            problem={problem}
            lines={2}
            maxLength={2000}
            autoFocus
          />
        )}
      </SubmitForm>
    </Dialog>
  );
}

interface EditsBarProps {
  readonly expert: ExpertObject;
  readonly source: SourceObject;
  readonly edits: readonly LineEdit[];
  /** The new version was read, or nothing is to be corrected. */
  readonly onDone: () => void;
}

/** Seconds that the new version may take before it is shown as one that is being read. */
const wait = 30;

export function EditsBar({ expert, source, edits, onDone }: EditsBarProps) {
  const { api } = useConsole();
  const t = useTexts();
  const save = async () => {
    const path = { id: expert.id, sid: source.id };
    const body = { version: source.version, corrections: [...edits] };
    await unwrap(api.call.POST("/v1/experts/{id}/sources/{sid}/corrections", { params: { path }, body }));
    await unwrap(api.call.GET("/v1/experts/{id}/sources/{sid}", { params: { path, query: { wait } } }));
    onDone();
  };
  return (
    <div class="edits-bar">
      <SubmitForm
        action={t.reading.saveLines(edits.length)}
        work={save}
        ready={edits.length > 0}
        aside={
          edits.length > 0 && (
            <Button kind="quiet" onClick={onDone}>
              {t.reading.dropLines}
            </Button>
          )
        }
      >
        {(problem) => <p class={problem === null ? "note" : "note problem"}>{problem ?? t.reading.correctHelp}</p>}
      </SubmitForm>
    </div>
  );
}
