import { useSignal } from "@preact/signals";
import { FilePen, RotateCcw, Trash2, X } from "lucide-preact";
import type { SourceObject } from "../../api/shapes.ts";
import { asProblem } from "../app/api-problem.ts";
import { type ConsoleState, type ExpertConsole, useConsole, useExpertConsole } from "../app/console-state.ts";
import { IconButton } from "../parts/buttons.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField, useText } from "../parts/field.tsx";
import { Meter } from "../parts/meter.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { removeSource } from "./delete-source-dialog.tsx";
import { metadataFrom } from "./metadata-text.ts";
import type { SourceChoice } from "./source-choice.ts";

type SourceChangeWork = (sid: string) => Promise<unknown>;

export function ChoiceBar({ choice, changed }: { readonly choice: SourceChoice; readonly changed: () => void }) {
  const state = useExpertConsole();
  const { t } = state;
  const asking = useSignal<"delete" | "metadata" | null>(null);
  const share = useSignal<number | null>(null);
  const count = choice.count.value;
  if (count === 0) return null;
  const shown = t.sources.chosen(count, state.formats.count(count));
  const close = () => (asking.value = null);
  const run = async (work: SourceChangeWork, done: (count: number) => string) => {
    close();
    await doForAll(state, { ids: choice.ids, work, done, progress: (part) => (share.value = part) });
    share.value = null;
    choice.clear();
    changed();
  };
  const { retry, patch } = changesOf(state);
  const remove = (sid: string) => removeSource(state, sid);
  const readAgain = () => void run(retry, t.sources.readAgainDone);
  const save = (more: SourceObject["metadata"]) => run((sid) => patch(sid, more), t.sources.changedMany);
  return (
    <div class="choice-bar" role="toolbar" aria-label={t.sources.choiceActions}>
      <span role="status">{shown}</span>
      {share.value === null ? (
        <ChoiceButtons readAgain={readAgain} ask={(what) => (asking.value = what)} clear={choice.clear} />
      ) : (
        <Meter label={t.common.loading} share={share.value} />
      )}
      {asking.value === "delete" && (
        <ConfirmDialog
          action={t.sources.deleteChosen}
          warning={t.sources.deleteChosenWarning(shown)}
          work={() => run(remove, t.sources.deletedMany)}
          onClose={close}
        />
      )}
      {asking.value === "metadata" && <ManyMetadataDialog shown={shown} save={save} onClose={close} />}
    </div>
  );
}

interface ChoiceButtonsProps {
  readonly readAgain: () => void;
  readonly ask: (what: "delete" | "metadata") => void;
  readonly clear: () => void;
}

function ChoiceButtons({ readAgain, ask, clear }: ChoiceButtonsProps) {
  const { t } = useConsole();
  return (
    <>
      <IconButton label={t.sources.readAgain} icon={RotateCcw} onClick={readAgain} />
      <IconButton label={t.sources.metadata} icon={FilePen} onClick={() => ask("metadata")} />
      <IconButton label={t.sources.deleteChosen} icon={Trash2} onClick={() => ask("delete")} />
      <IconButton label={t.sources.chooseNone} icon={X} onClick={clear} />
    </>
  );
}

interface ManyMetadataProps {
  readonly shown: string;
  readonly save: (more: SourceObject["metadata"]) => Promise<void>;
  readonly onClose: () => void;
}

function ManyMetadataDialog({ shown, save, onClose }: ManyMetadataProps) {
  const { t } = useConsole();
  const text = useText();
  const more = metadataFrom(text.value);
  const isReady = Object.keys(more).length > 0;
  return (
    <Dialog title={t.sources.metadata} onClose={onClose}>
      <SubmitForm action={t.common.save} work={() => save(more)} ready={isReady} onCancel={onClose}>
        <p>{shown}</p>
        <TextField label={t.sources.metadata} {...text} lines={4} help={t.sources.metadataManyHelp} autoFocus />
      </SubmitForm>
    </Dialog>
  );
}

/** What is changed of one source. The names that are given replace its own, the others stay. */
function changesOf({ api, expert: { id } }: ExpertConsole) {
  const of = (sid: string) => ({ path: { id, sid } });
  return {
    retry: (sid: string) => api.request("POST", "/v1/experts/{id}/sources/{sid}/retry", of(sid)),
    patch: async (sid: string, more: SourceObject["metadata"]) => {
      const { metadata } = await api.request("GET", "/v1/experts/{id}/sources/{sid}", of(sid));
      const body = { metadata: { ...metadata, ...more } };
      return api.request("PATCH", "/v1/experts/{id}/sources/{sid}", { ...of(sid), body });
    },
  };
}

interface ManyChanges {
  readonly ids: () => Promise<readonly string[]>;
  readonly work: SourceChangeWork;
  readonly done: (count: number) => string;
  readonly progress: (share: number) => void;
}

const atOnce = 4;

/** What fails is counted, with the reason of the first; what another has deleted meanwhile is no failure. */
async function doForAll({ notices, texts }: ConsoleState, { ids, work, done, progress }: ManyChanges): Promise<void> {
  progress(0);
  try {
    const left = [...(await ids())];
    const all = left.length;
    const problems: string[] = [];
    const worker = async () => {
      for (let sid = left.pop(); sid !== undefined; sid = left.pop()) {
        await work(sid).catch((cause: unknown) => {
          const problem = asProblem(cause);
          if (problem.isUnreachable || problem.isSignedOut) left.length = 0;
          if (problem.code !== "source_not_found") problems.push(problem.message);
        });
        progress((all - left.length) / all);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const [reason] = problems;
    if (reason !== undefined) notices.failed(texts.value.sources.failedMany(problems.length, reason));
    if (all > problems.length) notices.done(done(all - problems.length));
  } catch (cause) {
    notices.failed(asProblem(cause));
  }
}
