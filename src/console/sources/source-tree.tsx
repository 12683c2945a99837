import { useMemo } from "preact/hooks";
import type { ExpertObject, SourceObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { gridCell, VirtualList } from "../parts/virtual-list.tsx";
import { isNarrowed, type SourceCatalog } from "./source-catalog.ts";
import type { SourceChoice } from "./source-choice.ts";
import type { CatalogRow } from "./source-listing.ts";
import { FolderRow, type SourceDialog, SourceRow } from "./source-row.tsx";

interface SourceTreeProps {
  readonly catalog: SourceCatalog;
  readonly choice: SourceChoice;
  readonly current: string | null;
  readonly count: number;
  readonly changed: () => void;
  readonly open: (dialog: SourceDialog, source: SourceObject) => void;
}

/** Pixels; style/sources.css has the same. */
const rowHeight = 56;

export function SourceTree(props: SourceTreeProps) {
  const { catalog, choice, count, current, changed, open } = props;
  const { expert, session, t } = useExpertConsole();
  const mayChange = session.may("ingest");
  const choosing = useMemo(() => createChoosing(catalog, choice), [catalog, choice]);
  const drawing = useMemo(
    () => ({
      keyOf: (index: number) => keyOf(catalog.row(index), index),
      factsOf: (index: number) => factsOf(catalog.row(index), choice),
      row: (index: number, tabIndex: 0 | -1) => (
        <TreeRow
          {...{ catalog, choice, current, changed, open, index, tabIndex }}
          toggle={mayChange ? choosing.toggle : null}
        />
      ),
    }),
    [catalog, choice, current, changed, open, mayChange],
  );
  const onKey = (event: KeyboardEvent, at: number, to: number | null) => {
    const row = catalog.row(at);
    if (
      mayChange &&
      (choosesAll(event, props, expert) || onChoiceKey(event, { at, to, choosing, clear: choice.clear }))
    )
      return;
    if (row.kind === "folder" && opens(event.key, row.isOpen)) catalog.toggle(row.folder.path);
  };
  return (
    <VirtualList
      {...drawing}
      label={t.sources.title}
      list={catalog.shown.value}
      count={count}
      rowHeight={rowHeight}
      onView={(first, last) => void catalog.view(first, last)}
      onKey={onKey}
    />
  );
}

const factsOf = (row: CatalogRow, choice: SourceChoice) => ({
  depth: row.depth,
  isChosen: choice.of(row) === "all",
  isOpen: row.kind === "folder" ? row.isOpen : null,
});

function choosesAll(event: KeyboardEvent, { catalog, choice, count }: SourceTreeProps, expert: ExpertObject): boolean {
  if (event.key !== "a" || !(event.ctrlKey || event.metaKey)) return false;
  choice.all(isNarrowed(catalog.criteria.value) ? count : expert.source_counts.total);
  event.preventDefault();
  return true;
}

interface TreeRowProps extends Omit<SourceTreeProps, "count"> {
  readonly index: number;
  readonly tabIndex: 0 | -1;
  readonly toggle: FolderChoice["toggle"] | null;
}

function TreeRow({ index, tabIndex, toggle, catalog, choice, current, changed, open }: TreeRowProps) {
  const row = catalog.row(index);
  const choose = useMemo(() => toggle && ((event: MouseEvent) => toggle(index, event.shiftKey)), [toggle, index]);
  const facts = { tabIndex, choose, chosen: choice.of(row) };
  if (row.kind === "folder") {
    const { folder, isOpen } = row;
    return <FolderRow {...facts} folder={folder} isOpen={isOpen} catalog={catalog} />;
  }
  const { source } = row;
  if (source === null) return <WaitingRow />;
  return <SourceRow {...facts} {...{ source, catalog, changed, open }} isCurrent={source.id === current} />;
}

function WaitingRow() {
  const { t } = useConsole();
  return (
    <span {...gridCell}>
      <span class="source-row waiting">
        <span class="visually-hidden">{t.common.loading}</span>
      </span>
    </span>
  );
}

function keyOf(row: CatalogRow, index: number): string {
  return row.kind === "folder" ? `/${row.folder.path}` : (row.source?.id ?? `row ${index}`);
}

const opens = (key: string, isOpen: boolean) => key === (isOpen ? "ArrowLeft" : "ArrowRight");

type FolderChoice = ReturnType<typeof createChoosing>;

function createChoosing(catalog: SourceCatalog, choice: SourceChoice) {
  let anchor: number | null = null;
  const addRange = async (from: number, to: number) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    await catalog.view(first, last);
    choice.add(Array.from({ length: last - first + 1 }, (_, at) => catalog.row(first + at)));
  };
  return {
    toggle: (index: number, isRange: boolean) => {
      if (isRange && anchor !== null) return void addRange(anchor, index);
      anchor = index;
      choice.toggle(catalog.row(index));
    },
    /** Chooses the rows from the last one that was chosen alone to this one. */
    reach: (index: number, from: number) => {
      anchor ??= from;
      void addRange(anchor, index);
    },
  };
}

function onChoiceKey(
  event: KeyboardEvent,
  { at, to, choosing, clear }: { at: number; to: number | null; choosing: FolderChoice; clear: () => void },
): boolean {
  const isMain = event.target instanceof HTMLElement && event.target.dataset.main !== undefined;
  if (to !== null && event.shiftKey) choosing.reach(to, at);
  else if (event.key === " " && isMain) choosing.toggle(at, event.shiftKey);
  else if (event.key === "Escape") clear();
  else return false;
  event.preventDefault();
  return true;
}
