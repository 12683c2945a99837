import { type Signal, useSignal } from "@preact/signals";
import { FileText, Plus, Search } from "lucide-preact";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import type { ExpertObject, SourceObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { useLookingAgain } from "../app/resource.ts";
import { contentsMark } from "../experts/expert-state.ts";
import { Button } from "../parts/buttons.tsx";
import { Choice } from "../parts/field.tsx";
import { EmptyState, ProblemState, Skeleton } from "../parts/states.tsx";
import { AddSourcesDialog } from "./add-sources-dialog.tsx";
import { ChoiceBar } from "./choice-bar.tsx";
import { DeleteSourceDialog } from "./delete-source-dialog.tsx";
import { createSourceCatalog, isNarrowed, type SourceCatalog, type SourceCriteria } from "./source-catalog.ts";
import { createSourceChoice } from "./source-choice.ts";
import { SourceDetailsDialog } from "./source-details-dialog.tsx";
import type { SourceDialog } from "./source-row.tsx";
import { SourceTree } from "./source-tree.tsx";
import { UploadTray } from "./upload-tray.tsx";

interface SourcePanelProps {
  readonly current: string | null;
  readonly adding: Signal<boolean>;
  readonly changed: () => void;
}

export function SourcePanel({ current, adding, changed }: SourcePanelProps) {
  const { api, expert, uploads, t } = useExpertConsole();
  const catalog = useMemo(() => createSourceCatalog(api, expert.id), [expert.id]);
  const queue = uploads.of(expert.id);
  useEffect(() => catalog.look(catalog.asked.value), [catalog]);
  const mark = contentsMark(expert);
  const listed = useRef(mark);
  useEffect(() => {
    if (listed.current !== mark) void catalog.refresh();
    listed.current = mark;
  }, [mark]);
  // A source may be replaced and read between two refreshes, which leaves the counts unchanged.
  const moved = useCallback(() => {
    changed();
    void catalog.refresh();
  }, [catalog, changed]);
  const arrived = queue.uploads.value.filter(({ state }) => state === "done" || state === "same").length;
  useEffect(() => {
    if (arrived > 0) moved();
  }, [arrived]);
  useLookingAgain(catalog.hasPending.value, lookInterval, () => {
    void catalog.refresh();
    changed();
  });
  return (
    <section class="panel sources" aria-label={t.sources.title}>
      <PanelHead adding={adding} />
      <EncodingProgress changed={changed} />
      <SourceFilterBar catalog={catalog} />
      <SourceList catalog={catalog} current={current} changed={moved} />
      <UploadTray queue={queue} />
      {adding.value && <AddSourcesDialog changed={moved} onClose={() => (adding.value = false)} />}
    </section>
  );
}

function PanelHead({ adding }: Pick<SourcePanelProps, "adding">) {
  const { expert, session, formats, t } = useExpertConsole();
  return (
    <header class="panel-head">
      <h2>
        {t.sources.title} <span class="count">{formats.count(expert.source_counts.total)}</span>
      </h2>
      {session.may("ingest") && <Button label={t.sources.add} icon={Plus} onClick={() => (adding.value = true)} />}
    </header>
  );
}

function EncodingProgress({ changed }: Pick<SourcePanelProps, "changed">) {
  const { expert, formats, t } = useExpertConsole();
  const slowest = slowestOf(expert);
  useLookingAgain(slowest !== null, encodingInterval, changed);
  if (slowest === null) return null;
  const { count } = formats;
  return <p class="encoding-progress">{t.sources.encoding(count(slowest.done), count(slowest.total))}</p>;
}

function slowestOf({ sense, vectors }: ExpertObject): { done: number; total: number } | null {
  const unfinished = [sense, vectors].flatMap((one) => (one !== null && one.done < one.total ? [one] : []));
  return unfinished.toSorted((a, b) => a.done / a.total - b.done / b.total)[0] ?? null;
}

const lookInterval = 1000;
const encodingInterval = 3000;

const shownKinds = ["queued", "processing", "ready", "failed", "canceled", "conversations"] as const;

function SourceFilterBar({ catalog }: { readonly catalog: SourceCatalog }) {
  const { t } = useConsole();
  const { text, within } = catalog.asked.value;
  const look = (facts: Partial<SourceCriteria>) => catalog.look({ ...catalog.asked.value, ...facts });
  return (
    <div class="source-filter">
      <label class="search-field">
        <Search size={15} aria-hidden />
        <input
          type="search"
          aria-label={t.sources.search}
          placeholder={t.sources.search}
          value={text}
          maxLength={200}
          onInput={({ currentTarget }) => look({ text: currentTarget.value })}
        />
      </label>
      <StatusField {...catalog.asked.value} look={look} />
      <OrderField {...catalog.asked.value} look={look} />
      {within !== "" && <p class="note">{t.sources.onlyIn(within)}</p>}
    </div>
  );
}

interface FilterFieldProps extends SourceCriteria {
  readonly look: (facts: Partial<SourceCriteria>) => void;
}

function StatusField({ status, within, look }: FilterFieldProps) {
  const { t } = useConsole();
  const field = useRef<HTMLSelectElement>(null);
  // What was clicked goes away with the rows around it.
  useEffect(() => {
    if (within !== "") field.current?.focus();
  }, [within]);
  const names = { ...t.sources.statuses, conversations: t.sources.conversations };
  return (
    <Choice
      element={field}
      aria-label={t.sources.status}
      value={status ?? ""}
      options={[["", t.sources.allStatuses], ...shownKinds.map((each) => [each, names[each]] as const)]}
      onChange={(chosen) => look({ status: chosen === "" ? null : chosen, within: "" })}
    />
  );
}

function OrderField({ order, look }: FilterFieldProps) {
  const { byPath, newest, oldest, order: label } = useConsole().t.sources;
  const options = [
    ["path", byPath],
    ["desc", newest],
    ["asc", oldest],
  ] as const;
  return <Choice aria-label={label} value={order} options={options} onChange={(chosen) => look({ order: chosen })} />;
}

interface SourceListProps extends Omit<SourcePanelProps, "adding"> {
  readonly catalog: SourceCatalog;
}

function SourceList({ catalog, current, changed }: SourceListProps) {
  const { t } = useConsole();
  const choice = useMemo(() => createSourceChoice(catalog.idsWithin), [catalog]);
  const open = useSignal<OpenDialog | null>(null);
  const show = useCallback((dialog: SourceDialog, source: SourceObject) => {
    open.value = { dialog, source };
  }, []);
  useEffect(() => choice.clear(), [choice, catalog.criteria.value]);
  const [count, problem] = [catalog.count.value, catalog.problem.value];
  if (problem !== null && count === null)
    return <ProblemState problem={problem} retry={() => void catalog.refresh()} />;
  if (count === null) return <Skeleton lines={6} />;
  return (
    <>
      <div class="source-list" aria-busy={catalog.isLooking}>
        <ChoiceBar choice={choice} changed={changed} />
        {catalog.hasMoreFolders.value && <p class="more-folders">{t.sources.moreFolders}</p>}
        {count === 0 && <NoSources catalog={catalog} />}
        {count > 0 && <SourceTree {...{ catalog, choice, current, count, changed }} open={show} />}
      </div>
      {open.value !== null && (
        <OpenSourceDialog {...open.value} saved={catalog.put} changed={changed} onClose={() => (open.value = null)} />
      )}
    </>
  );
}

function NoSources({ catalog }: { readonly catalog: SourceCatalog }) {
  const { none, noneHelp, noneFound, noneFoundHelp } = useConsole().t.sources;
  const isPart = isNarrowed(catalog.criteria.value);
  return (
    <EmptyState icon={FileText} title={isPart ? noneFound : none}>
      <p>{isPart ? noneFoundHelp : noneHelp}</p>
    </EmptyState>
  );
}

/** Outside the list, so that the dialog stays open if its source moves or leaves the list. */
interface OpenDialog {
  readonly dialog: SourceDialog;
  readonly source: SourceObject;
}

interface OpenDialogProps extends OpenDialog {
  readonly saved: (source: SourceObject) => void;
  readonly changed: () => void;
  readonly onClose: () => void;
}

function OpenSourceDialog({ dialog, saved, ...facts }: OpenDialogProps) {
  return dialog === "details" ? <SourceDetailsDialog {...facts} saved={saved} /> : <DeleteSourceDialog {...facts} />;
}
