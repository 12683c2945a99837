import { useRef } from "preact/hooks";
import type { ExpertObject, SourceObject } from "../../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { gridCell, VirtualList } from "../parts/virtual-list.tsx";
import type { SourceCatalog } from "./source-catalog.ts";
import type { SourceChoice } from "./source-choice.ts";
import type { CatalogRow } from "./source-listing.ts";
import { FolderRow, type SourceDialog, SourceRow } from "./source-row.tsx";

interface SourceTreeProps {
  readonly catalog: SourceCatalog;
  readonly choice: SourceChoice;
  readonly expert: ExpertObject;
  readonly current: string | null;
  readonly count: number;
  readonly changed: () => void;
  readonly open: (dialog: SourceDialog, source: SourceObject) => void;
}

/** Pixels; style/sources.css has the same. */
const rowHeight = 56;

export function SourceTree(props: SourceTreeProps) {
  const { catalog, choice, count } = props;
  const t = useTexts();
  const mayChange = useConsole().session.may("ingest");
  const choosing = useChoosing(catalog, choice);
  const onKey = (event: KeyboardEvent, at: number, to: number | null) => {
    const row = catalog.row(at);
    if (mayChange && (choosesAll(event, props) || onChoiceKey(event, { at, to, choosing, clear: choice.clear })))
      return;
    if (row.kind === "folder" && opens(event.key, row.isOpen)) catalog.toggle(row.folder.path);
  };
  return (
    <VirtualList
      label={t.sources.title}
      count={count}
      rowHeight={rowHeight}
      onView={(first, last) => void catalog.view(first, last)}
      onKey={onKey}
      factsOf={(index) => {
        const row = catalog.row(index);
        const isOpen = row.kind === "folder" ? row.isOpen : null;
        return { key: keyOf(row, index), depth: row.depth, isChosen: choice.has(row), isOpen };
      }}
      row={(index, tabIndex) => (
        <TreeRow
          {...props}
          row={catalog.row(index)}
          tabIndex={tabIndex}
          choose={mayChange ? (event) => choosing.toggle(index, event.shiftKey) : null}
        />
      )}
    />
  );
}

/** All that the list has, also in folders that are closed. */
function choosesAll(event: KeyboardEvent, { catalog, choice, count, expert }: SourceTreeProps): boolean {
  if (event.key !== "a" || !(event.ctrlKey || event.metaKey)) return false;
  const { text, status } = catalog.criteria.value;
  choice.all(text.trim() === "" && status === null ? expert.source_counts.total : count);
  event.preventDefault();
  return true;
}

interface TreeRowProps extends SourceTreeProps {
  readonly row: CatalogRow;
  readonly tabIndex: 0 | -1;
  readonly choose: ((event: MouseEvent) => void) | null;
}

function TreeRow({ row, tabIndex, choose, catalog, choice, expert, current, changed, open }: TreeRowProps) {
  const facts = { tabIndex, choose, depth: row.depth, isChosen: choice.has(row) };
  if (row.kind === "folder") {
    const { folder, isOpen } = row;
    return <FolderRow {...facts} folder={folder} isOpen={isOpen} toggle={() => catalog.toggle(folder.path)} />;
  }
  const { source } = row;
  if (source === null) return <WaitingRow />;
  return (
    <SourceRow
      {...facts}
      {...{ expert, source, catalog, changed }}
      isCurrent={source.id === current}
      open={(dialog) => open(dialog, source)}
    />
  );
}

function WaitingRow() {
  const t = useTexts();
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

interface FolderChoice {
  toggle(index: number, isRange: boolean): void;
  /** Chooses the rows from the last one that was chosen alone to this one. */
  reach(index: number, from: number): void;
}

function useChoosing(catalog: SourceCatalog, choice: SourceChoice): FolderChoice {
  const anchor = useRef<number | null>(null);
  const addRange = async (from: number, to: number) => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    await catalog.view(first, last);
    choice.add(Array.from({ length: last - first + 1 }, (_, at) => catalog.row(first + at)));
  };
  return {
    toggle: (index, isRange) => {
      if (isRange && anchor.current !== null) return void addRange(anchor.current, index);
      anchor.current = index;
      choice.toggle(catalog.row(index));
    },
    reach: (index, from) => {
      anchor.current ??= from;
      void addRange(anchor.current, index);
    },
  };
}

interface ChoiceKey {
  readonly at: number;
  readonly to: number | null;
  readonly choosing: FolderChoice;
  readonly clear: () => void;
}

function onChoiceKey(event: KeyboardEvent, { at, to, choosing, clear }: ChoiceKey): boolean {
  const isMain = event.target instanceof HTMLElement && event.target.dataset.main !== undefined;
  if (to !== null && event.shiftKey) choosing.reach(to, at);
  else if (event.key === " " && isMain) choosing.toggle(at, event.shiftKey);
  else if (event.key === "Escape") clear();
  else return false;
  event.preventDefault();
  return true;
}
