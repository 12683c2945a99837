/** A list of any length. Only the visible rows are in the document. All rows have the same height. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => ComponentChildren;
  /** The key of a row, so that it keeps its state if rows are inserted above it. */
  readonly keyOf: (index: number) => string;
  readonly onView: (first: number, last: number) => void;
}

/** Extra rows beyond the edges, so that the keyboard reaches the next row. */
const margin = 8;

export function VirtualList({ label, count, rowHeight, row, keyOf, onView }: VirtualListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ first: 0, last: 20 });
  const look = () => {
    const box = frame.current;
    if (box === null) return;
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - margin);
    const last = Math.min(count, Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + margin) - 1;
    setView((old) => (old.first === first && old.last === last ? old : { first, last }));
  };
  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [count]);
  useEffect(() => {
    if (count > 0) onView(view.first, Math.min(view.last, count - 1));
  }, [view, count]);
  const length = Math.max(0, Math.min(view.last, count - 1) - view.first + 1);
  const shown = Array.from({ length }, (_, at) => view.first + at);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are links; arrows move between them
    <div class="virtual-list" ref={frame} onScroll={look} onKeyDown={(event) => moveFocus(event)}>
      <ul aria-label={label} style={{ height: `${count * rowHeight}px` }}>
        {shown.map((index) => (
          <li
            key={keyOf(index)}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
  const direction = event.key === "ArrowDown" || event.key === "ArrowUp" ? step[event.key] : undefined;
  if (direction === undefined || !(event.target instanceof HTMLElement)) return;
  const next = event.target.closest("li")?.[direction]?.querySelector("a");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
