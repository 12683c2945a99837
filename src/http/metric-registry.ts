/** Prometheus' text format 0.0.4. Labels come from closed sets, which bounds the number of series. */

import type { Awaitable } from "../kernel/awaitable.ts";

export interface Family {
  /** With its unit: `…_seconds`, `…_bytes`, and `…_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** In the order of the family's labels. */
export type Sample = readonly [value: number, ...labels: string[]];

export type Registry = ReturnType<typeof createRegistry>;

export function createRegistry() {
  const families: (() => Promise<readonly string[]>)[] = [];
  const add = (family: Family, type: string, lines: () => Awaitable<readonly string[]>) => {
    const head = [`# HELP ${family.name} ${escapeHelp(family.help)}`, `# TYPE ${family.name} ${type}`];
    families.push(async () => [...head, ...(await lines())]);
  };
  return {
    counter: (family: Family) => {
      const series = createSeries(() => ({ value: 0 }));
      add(family, "counter", () => series.map((one, labels) => line(family.name, named(family, labels), one.value)));
      return (by: number, ...labels: string[]) => {
        series.of(labels).value += by;
      };
    },
    /** @param bounds upper ends of the buckets, ascending */
    histogram: (family: Family, bounds: readonly number[]) => {
      const series = createSeries(() => ({ sum: 0, counts: bounds.map(() => 0), total: 0 }));
      add(family, "histogram", () => {
        const shown = series.map((one, labels) => histogramLines(family, bounds, { ...one, labels }));
        return shown.flat();
      });
      return (value: number, ...labels: string[]) => {
        const one = series.of(labels);
        one.sum += value;
        one.total += 1;
        const at = bounds.findIndex((bound) => value <= bound);
        if (at >= 0) one.counts[at] = (one.counts[at] ?? 0) + 1;
      };
    },
    /** Read for each report. `counter`: counted elsewhere, and only grows. */
    read: (family: Family & { readonly type: "gauge" | "counter" }, samples: () => Awaitable<readonly Sample[]>) =>
      add(family, family.type, async () => {
        const found = await Promise.resolve()
          .then(samples)
          .catch((): readonly Sample[] => []);
        return found.map(([value, ...labels]) => line(family.name, named(family, labels), value));
      }),
    expose: async () => `${(await Promise.all(families.map((lines) => lines()))).flat().join("\n")}\n`,
  };
}

interface Series<T> {
  of(labels: readonly string[]): T;
  map<R>(show: (one: T, labels: readonly string[]) => R): R[];
}

function createSeries<T>(make: () => T): Series<T> {
  const byLabels = new Map<string, { readonly labels: readonly string[]; readonly one: T }>();
  let last: { readonly labels: readonly string[]; readonly one: T } | undefined;
  return {
    of: (labels) => {
      if (last?.labels.every((label, i) => label === labels[i]) === true) return last.one;
      const key = labels.join("\n");
      last = byLabels.get(key) ?? { labels, one: make() };
      byLabels.set(key, last);
      return last.one;
    },
    map: (show) => [...byLabels.values()].map(({ one, labels }) => show(one, labels)),
  };
}

interface Observed {
  readonly sum: number;
  readonly counts: readonly number[];
  readonly total: number;
  readonly labels: readonly string[];
}

function histogramLines(family: Family, bounds: readonly number[], { sum, counts, total, labels }: Observed): string[] {
  const own = named(family, labels);
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return line(`${family.name}_bucket`, [...own, ["le", String(bound)]], below);
  });
  return [
    ...buckets,
    line(`${family.name}_bucket`, [...own, ["le", "+Inf"]], total),
    line(`${family.name}_sum`, own, sum),
    line(`${family.name}_count`, own, total),
  ];
}

type Label = readonly [name: string, value: string];

function named({ labels = [] }: Family, values: readonly string[]): Label[] {
  return labels.map((name, at) => [name, values[at] ?? ""]);
}

function line(name: string, labels: readonly Label[], value: number): string {
  const shown = labels.map(([label, text]) => `${label}="${escapeLabel(text)}"`).join(",");
  return `${name}${shown === "" ? "" : `{${shown}}`} ${value}`;
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
