/** Reads Prometheus' text format 0.0.4 and refuses every violation of its rules. */

export interface ParsedFamily {
  readonly type: string;
  readonly help: string;
  /** By the line's name and labels, as written. */
  readonly samples: ReadonlyMap<string, number>;
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/;
const units = [
  "_seconds",
  "_bytes",
  "_total",
  "_info",
  "_experts",
  "_connections",
  "_threads",
  "_fds",
  "_depth",
  "_running",
  "_failing",
  "_taken",
  "_waiting",
  "_sound",
  "_up",
];

/** @throws Error at the first line that breaks a rule */
export function parseExposition(text: string): ReadonlyMap<string, ParsedFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, { type: string; help: string; samples: Map<string, number> }>();
  let current = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === "HELP") {
      if (families.has(name)) throw new Error(`${name} comes twice`);
      families.set(name, { type: "", help: rest, samples: new Map() });
      current = name;
    } else if (keyword === "TYPE") {
      checkType(name, rest, current);
      families.get(name)!.type = rest;
    } else {
      addSample(families.get(current), current, line);
    }
  }
  return families;
}

function checkType(name: string, type: string, current: string): void {
  if (name !== current) throw new Error(`the type of ${name} stands elsewhere`);
  if (!["counter", "gauge", "histogram"].includes(type)) throw new Error(`${name} is a ${type}`);
  if ((type === "counter") !== name.endsWith("_total")) throw new Error(`${name} is a ${type}`);
  if (!units.some((unit) => name.endsWith(unit))) throw new Error(`${name} has no unit`);
}

function addSample(
  family: { type: string; samples: Map<string, number> } | undefined,
  name: string,
  line: string,
): void {
  const [, own = "", labels = "", number = ""] = sampleLine.exec(line) ?? [];
  const suffixes = family?.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
  if (!suffixes.some((suffix) => own === name + suffix)) throw new Error(`not of ${name}: ${line}`);
  const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
  if (Number.isNaN(value)) throw new Error(`no number: ${line}`);
  const key = `${own}{${labels}}`;
  if (family?.samples.has(key)) throw new Error(`twice: ${line}`);
  family?.samples.set(key, value);
}

/** The problems of histograms: buckets that shrink, or whose last one is not the total. */
export function histogramFaults(families: ReadonlyMap<string, ParsedFamily>): string[] {
  return [...families].flatMap(([name, { type, samples }]) =>
    type === "histogram" ? faultsOf(name, [...samples]) : [],
  );
}

function faultsOf(name: string, samples: readonly (readonly [string, number])[]): string[] {
  const faults: string[] = [];
  const series = Map.groupBy(
    samples.filter(([key]) => key.startsWith(`${name}_bucket`)),
    ([key]) => key.replace(/,?le="[^"]*"/, "").replace(`${name}_bucket`, ""),
  );
  for (const [labels, buckets] of series) {
    const counts = buckets.map(([, count]) => count);
    if (counts.some((count, at) => count < (counts[at - 1] ?? 0))) faults.push(`${name}${labels} shrinks`);
    const total = samples.find(([key]) => key === `${name}_count${labels}`)?.[1];
    if (!buckets.at(-1)?.[0].includes('le="+Inf"') || counts.at(-1) !== total)
      faults.push(`${name}${labels} has no end`);
  }
  return faults;
}
