/** Requests by day and kind, drawn by uPlot. A table contains the same numbers for screen readers. */
import { useEffect, useRef } from "preact/hooks";
import type { UsageObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { daysOf, type RequestKind, requestKinds } from "./usage-days.ts";

export function UsageChart({ usage }: { readonly usage: UsageObject }) {
  const { language, theme, t } = useConsole();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const names = requestKinds.map((kind) => t.usage.kinds[kind]);
    const drawing = import("./draw-bars.ts").then(({ drawBars }) =>
      drawBars(box, daysOf(usage), names, language.value),
    );
    return () => void drawing.then((remove) => remove());
  }, [usage, language.value, theme.value]);
  return (
    <>
      <ul class="legend" aria-hidden>
        {requestKinds.map((kind) => (
          <li key={kind} class={kind}>
            {t.usage.kinds[kind]}
          </li>
        ))}
      </ul>
      <div class="chart" ref={frame} aria-hidden />
      <DayTable usage={usage} />
    </>
  );
}

function DayTable({ usage }: { readonly usage: UsageObject }) {
  const { t } = useConsole();
  const cells = (values: Readonly<Record<RequestKind, number>>) =>
    requestKinds.map((kind) => <td key={kind}>{values[kind]}</td>);
  return (
    <table class="visually-hidden">
      <caption>{t.usage.byDay}</caption>
      <tbody>
        {usage.groups.map(({ key, requests }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            {cells(requests)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
