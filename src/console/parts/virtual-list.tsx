/**
 * A list or tree of any length, of rows that have the same height. Only the visible rows are in the document, and a row
 * that leaves hands its elements on to one that comes. One row can be reached by Tab; arrows, Home, End and the page
 * keys move from it to the others.
 */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface RowFacts {
  readonly depth: number;
  readonly isChosen: boolean;
  /** Null: nothing can be opened in it. */
  readonly isOpen: boolean | null;
}

/** If these stay the same functions, a row is drawn again only when a signal that they read has changed. */
interface RowDrawing {
  readonly rowHeight: number;
  readonly factsOf: (index: number) => RowFacts;
  /** What of it takes the focus has the attribute `data-main`. */
  readonly row: (index: number, tabIndex: 0 | -1) => ComponentChildren;
}

interface VirtualListProps extends RowDrawing {
  readonly label: string;
  readonly list: unknown;
  readonly count: number;
  /** So that a row keeps its state if rows are inserted above it. */
  readonly keyOf: (index: number) => string;
  readonly onView: (first: number, last: number) => void;
  /** Keys beyond those that move. @param to the row that a key has moved to */
  readonly onKey: (event: KeyboardEvent, index: number, to: number | null) => void;
}

/** What is in them takes the focus. Elements of a table could not be placed by hand. */
const gridRow = { role: "row" } as const;
export const gridCell = { role: "gridcell" } as const;

const extraRows = 4;

export function VirtualList({ label, list, count, keyOf, onView, onKey, ...drawing }: VirtualListProps) {
  const { rowHeight } = drawing;
  const { frame, view, look } = useView(rowHeight, list);
  const { active, setMarked, move } = useFocusedRow(frame, { count, list }, (to) => {
    reveal(frame.current, to * rowHeight, rowHeight);
    look();
  });
  const last = Math.min(view.last, count - 1);
  const rows = useSlots()(rowsIn(view.first, last, active), keyOf, active);
  useEffect(() => {
    if (count > 0) onView(view.first, last);
  }, [view, count, list]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
    const to = targetOf(event.key, active, { count, page: Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) });
    if (to !== null) move(to, event);
    onKey(event, active, to);
  };
  return (
    <div class="virtual-list" ref={frame} onScroll={look}>
      <div
        role="treegrid"
        aria-label={label}
        aria-rowcount={count}
        aria-multiselectable
        aria-owns={rows.map(({ id }) => id).join(" ")}
        tabIndex={-1}
        style={{ height: `${count * rowHeight}px` }}
        onKeyDown={onKeyDown}
      >
        {rows
          .toSorted((a, b) => a.slot - b.slot)
          .map(({ index, slot, id }) => (
            <Row key={slot} {...drawing} {...{ id, index, setMarked }} tabIndex={index === active ? 0 : -1} />
          ))}
      </div>
    </div>
  );
}

/** The row with the focus stays in the document when it is scrolled out of view. */
function rowsIn(first: number, last: number, active: number): readonly number[] {
  const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return [...new Set([active, ...inView])].sort((a, b) => a - b);
}

/** Elements stay where they are: to move one costs as much as to make one. That with the focus is not given on. */
function useSlots() {
  const name = useId();
  const given = useRef<ReadonlyMap<string, number>>(new Map());
  const focused = useRef("");
  return (rows: readonly number[], keyOf: (index: number) => string, active: number) => {
    const keys = new Map(rows.map((index) => [keyOf(index), index] as const));
    const free = [...given.current].flatMap(([key, slot]) => (keys.has(key) || key === focused.current ? [] : slot));
    let unused = Math.max(-1, ...given.current.values()) + 1;
    const slotOf = (key: string) => given.current.get(key) ?? free.shift() ?? unused++;
    const slots = [...keys].map(([key, index]) => ({ key, index, slot: slotOf(key) }));
    [given.current, focused.current] = [new Map(slots.map(({ key, slot }) => [key, slot])), keyOf(active)];
    return slots.map(({ index, slot }) => ({ index, slot, id: `${name}-${slot}` }));
  };
}

interface RowProps extends RowDrawing {
  readonly id: string;
  readonly index: number;
  readonly tabIndex: 0 | -1;
  readonly setMarked: (index: number) => void;
}

function Row({ id, index, tabIndex, rowHeight, factsOf, row, setMarked }: RowProps) {
  const { depth, isChosen, isOpen } = factsOf(index);
  const told = { "aria-rowindex": index + 1, "aria-level": depth + 1, "aria-selected": isChosen };
  return (
    <div
      {...gridRow}
      {...told}
      id={id}
      {...(isOpen !== null && { "aria-expanded": isOpen })}
      onFocusCapture={() => setMarked(index)}
      style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)`, "--depth": depth }}
    >
      {row(index, tabIndex)}
    </div>
  );
}

function useFocusedRow(
  frame: RefObject<HTMLDivElement | null>,
  { count, list }: Pick<VirtualListProps, "count" | "list">,
  show: (index: number) => void,
) {
  const [marked, setMarked] = useState(0);
  useLayoutEffect(() => setMarked(0), [list]);
  const focusing = useRef(false);
  const active = Math.min(marked, count - 1);
  useLayoutEffect(() => {
    const target = frame.current?.querySelector<HTMLElement>(`[aria-rowindex="${active + 1}"] [data-main]`);
    if (!focusing.current) return;
    focusing.current = !target;
    // A row that waits for its source takes no focus, and keys must still arrive.
    (target ?? frame.current?.querySelector<HTMLElement>('[role="treegrid"]'))?.focus({ preventScroll: true });
  });
  const move = (to: number, event: Event) => {
    event.preventDefault();
    focusing.current = true;
    setMarked(to);
    show(to);
  };
  return { active, setMarked, move };
}

/** Rows that would be in view of an endless list, so that a folder that opens moves nothing and is measured once. */
function useView(rowHeight: number, list: unknown) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ first: 0, last: 20 });
  const look = () => {
    const box = frame.current;
    if (box === null) return;
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - extraRows);
    const last = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + extraRows - 1;
    setView((old) => (old.first === first && old.last === last ? old : { first, last }));
  };
  useLayoutEffect(() => {
    if (frame.current !== null) frame.current.scrollTop = 0;
    look();
  }, [list]);
  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, view, look };
}

function reveal(box: HTMLElement | null, top: number, height: number): void {
  if (box === null) return;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
}

function targetOf(key: string, from: number, { count, page }: { readonly count: number; readonly page: number }) {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(count - 1, from + step));
}
