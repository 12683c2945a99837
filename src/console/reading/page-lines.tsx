import { useContext, useState } from "preact/hooks";
import type { RecognisedLineObject, SourceObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { useResource } from "../app/resource.ts";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { FormProblem, SubmitForm } from "../parts/submit-form.tsx";

export interface LineEdit {
  readonly page: number;
  readonly line: number;
  readonly text: string;
}

interface PageLinesProps {
  readonly source: SourceObject;
  readonly page: number;
  readonly edits: readonly LineEdit[];
  readonly onEdit: (edit: LineEdit) => void;
}

/** Words that were read with less may be wrong. */
const doubtful = 0.7;

export function PageLines({ source, page, edits, onEdit }: PageLinesProps) {
  const { api, expert } = useExpertConsole();
  const [edited, setEdited] = useState<RecognisedLineObject | null>(null);
  const lines = useResource(async () => {
    const path = { id: expert.id, sid: source.id, page };
    return (await api.request("GET", "/v1/experts/{id}/sources/{sid}/pages/{page}", { path })).lines;
  }, [source.id, source.version, page]);
  const textOf = ({ line, text }: RecognisedLineObject) =>
    edits.find((edit) => edit.page === page && edit.line === line)?.text ?? text;
  return (
    <>
      {(lines.data.value ?? []).map((line) => (
        <ScanLine key={line.line} line={line} text={textOf(line)} onClick={() => setEdited(line)} />
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

function ScanLine({ line, text, onClick }: { line: RecognisedLineObject; text: string; onClick: () => void }) {
  const { t } = useConsole();
  const box = boxOf(line.words);
  const isCorrected = text !== line.text || line.read !== null;
  const marked = isCorrected ? [] : line.words.filter(({ confidence }) => confidence < doubtful);
  return (
    <button
      type="button"
      class={isCorrected ? "scan-line corrected" : "scan-line"}
      style={{ ...placeIn(wholePage, box), zIndex: Math.round(1000 * (1 - areaOf(box))) }}
      title={text}
      aria-label={t.reading.correctLine(text)}
      onClick={onClick}
    >
      {marked.map((word) => (
        <span key={word.left} class="doubtful" style={placeIn(box, word)} />
      ))}
    </button>
  );
}

type PlacedBox = Pick<RecognisedLineObject["words"][number], "left" | "top" | "right" | "bottom">;
const wholePage: PlacedBox = { left: 0, top: 0, right: 1, bottom: 1 };

const areaOf = ({ left, top, right, bottom }: PlacedBox) => (right - left) * (bottom - top);

function boxOf(words: readonly PlacedBox[]): PlacedBox {
  return {
    left: Math.min(...words.map(({ left }) => left)),
    top: Math.min(...words.map(({ top }) => top)),
    right: Math.max(...words.map(({ right }) => right)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
  };
}

function placeIn(outer: PlacedBox, { left, top, right, bottom }: PlacedBox) {
  const [width, height] = [outer.right - outer.left, outer.bottom - outer.top];
  const percent = (share: number) => `${share * 100}%`;
  return {
    left: percent((left - outer.left) / width),
    top: percent((top - outer.top) / height),
    width: percent((right - left) / width),
    height: percent((bottom - top) / height),
  };
}

interface LineDialogProps {
  readonly line: RecognisedLineObject;
  readonly text: string;
  readonly onEdit: (text: string) => void;
  readonly onClose: () => void;
}

function LineDialog({ line, text, onEdit, onClose }: LineDialogProps) {
  const { t } = useConsole();
  const [now, setNow] = useState(text);
  const take = async () => {
    onEdit(now.trim());
    onClose();
  };
  const help = line.read === null ? t.reading.emptyLine : t.reading.wasRead(line.read);
  return (
    <Dialog title={t.reading.correctTitle} onClose={onClose}>
      <SubmitForm action={t.reading.takeLine} work={take} onCancel={onClose}>
        <TextField
          label={t.reading.lineText}
          value={now}
          onInput={setNow}
          help={help}
          takesProblem
          lines={2}
          maxLength={2000}
          autoFocus
        />
      </SubmitForm>
    </Dialog>
  );
}

interface EditsBarProps {
  readonly source: SourceObject;
  readonly edits: readonly LineEdit[];
  readonly onSaved: () => void;
  readonly onDrop: () => void;
}

/** Seconds that the new version may take before it is shown as one that is being read. */
const wait = 30;

export function EditsBar({ source, edits, onSaved, onDrop }: EditsBarProps) {
  const { api, expert, t } = useExpertConsole();
  const save = async () => {
    const path = { id: expert.id, sid: source.id };
    const body = { version: source.version, corrections: [...edits] };
    await api.request("POST", "/v1/experts/{id}/sources/{sid}/corrections", { path, body });
    await api.request("GET", "/v1/experts/{id}/sources/{sid}", { path, query: { wait } });
    onSaved();
  };
  return (
    <div class="edits-bar">
      <SubmitForm
        action={t.reading.saveLines(edits.length)}
        work={save}
        ready={edits.length > 0}
        aside={edits.length > 0 && <Button label={t.reading.dropLines} kind="quiet" onClick={onDrop} />}
      >
        <EditsNote />
      </SubmitForm>
    </div>
  );
}

function EditsNote() {
  const { t } = useConsole();
  const problem = useContext(FormProblem);
  return <p class={problem === null ? "note" : "note problem"}>{problem ?? t.reading.correctHelp}</p>;
}
