/** Draws one stacked bar per day. A separate file, so that uPlot is fetched only when it is needed. */
import UPlot from "uplot";
import { type DayCounts, requestKinds } from "./usage-days.ts";

const height = 220;

export function drawBars(
  frame: HTMLElement,
  days: readonly DayCounts[],
  names: readonly string[],
  language: string,
): () => void {
  // The tallest series is drawn first, the others over it: each series is the sum of itself and the series below.
  const sums = requestKinds.map((_, upTo) =>
    days.map((day) => requestKinds.slice(0, upTo + 1).reduce((sum, kind) => sum + day[kind], 0)),
  );
  const bars = UPlot.paths.bars?.({ size: [0.7, 28], radius: 0.15 });
  const colour = coloursOf(frame);
  const series = requestKinds.map((kind, at) => ({
    label: names[at] ?? kind,
    fill: colour(kind),
    points: { show: false },
    ...(bars && { paths: bars }),
  }));
  const plot = new UPlot(
    {
      width: frame.clientWidth,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true }, y: { range: (_, __, most) => [0, Math.max(4, Math.ceil(most * 1.1))] } },
      axes: axesIn(language, colour),
      series: [{}, ...series.toReversed()],
    },
    [days.map(({ at }) => at), ...sums.toReversed()],
    frame,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height }));
  observer.observe(frame);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}

type Colours = (name: string) => string;

function coloursOf(frame: HTMLElement): Colours {
  const style = getComputedStyle(frame);
  return (name) => style.getPropertyValue(`--chart-${name}`).trim();
}

function axesIn(language: string, colour: Colours): UPlot.Axis[] {
  const dayName = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const grid = { stroke: colour("grid"), width: 1 };
  const axis = { stroke: colour("text"), ticks: { show: false }, font: "12px system-ui" };
  const counted = (value: number) => (Number.isInteger(value) ? value.toLocaleString(language) : "");
  return [
    { ...axis, grid: { show: false }, values: (_, at) => at.map((seconds) => dayName.format(seconds * 1000)) },
    { ...axis, grid, size: 48, values: (_, at) => at.map(counted) },
  ];
}
