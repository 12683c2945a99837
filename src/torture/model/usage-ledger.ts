/** Inclusive. A range, because a request in flight at a kill may have been counted. */
export interface CountRange {
  readonly least: number;
  readonly most: number;
}

export const exactly = (count: number): CountRange => ({ least: count, most: count });
export const upTo = (count: number): CountRange => ({ least: 0, most: count });
export const sumOf = (a: CountRange, b: CountRange): CountRange => ({
  least: a.least + b.least,
  most: a.most + b.most,
});
export const holds = ({ least, most }: CountRange, count: number): boolean => least <= count && count <= most;

export const counters = [
  "query",
  "chat",
  "ingest",
  "failed",
  "answered",
  "abstained",
  "prompt",
  "completion",
  "sources_created",
  "sources_failed",
  "bytes",
  "chunks",
] as const;
export type Counter = (typeof counters)[number];
export type UsageCounts = Readonly<Record<Counter, number>>;

export type Ledger = ReturnType<typeof newLedger>;

const all = <T>(value: T) => Object.fromEntries(counters.map((name) => [name, value])) as Record<Counter, T>;
export const noCounts: UsageCounts = all(0);

export function newLedger() {
  return { base: noCounts, since: all(exactly(0)) };
}

export function charge(ledger: Ledger, add: Partial<Record<Counter, CountRange>>): void {
  const since = { ...ledger.since };
  for (const name of counters) since[name] = sumOf(since[name], add[name] ?? exactly(0));
  ledger.since = since;
}

export function imbalances({ base, since }: Ledger, seen: UsageCounts): readonly string[] {
  return counters
    .filter((name) => !holds(since[name], seen[name] - base[name]))
    .map((name) => {
      const { least, most } = since[name];
      const wanted = least === most ? String(least) : `${least} to ${most}`;
      return `${name} rose by ${seen[name] - base[name]} instead of ${wanted}`;
    });
}

export function rebase(ledger: Ledger, seen: UsageCounts): void {
  ledger.base = seen;
  ledger.since = all(exactly(0));
}
