import { DeadSlots } from "./parts/dead-slots.ts";
import { countTotals, type PartColumns, SealedPart } from "./parts/sealed-part.ts";
import type { Snapshot, SnapshotColumn, SnapshotFacts } from "./snapshot.ts";
import type { VectorColumns } from "./vector-index.ts";

/** Sealed parts, and copies of growing ones. */
export class IndexImage {
  readonly parts: readonly SavedPart[];
  readonly vectors: VectorColumns | null;

  constructor(parts: readonly SavedPart[], vectors: VectorColumns | null) {
    this.parts = parts;
    this.vectors = vectors;
  }
}

export interface SavedPart {
  readonly part: SealedPart;
  readonly dead: ReturnType<DeadSlots["copyBits"]>;
}

const partColumns: Record<keyof PartColumns, true> = {
  no: true,
  groupOf: true,
  length: true,
  signatureAt: true,
  signatures: true,
  sensed: true,
  group: true,
  groupFirst: true,
  groupLast: true,
  termHash: true,
  termAt: true,
  termBytes: true,
  termFrequency: true,
  postingsAt: true,
  termPeak: true,
  postings: true,
  longTerm: true,
  longBlock: true,
  blockLast: true,
  blockAt: true,
  blockPeak: true,
};

const vectorColumns: Record<keyof VectorColumns, true> = {
  no: true,
  group: true,
  signs: true,
  rows: true,
  centre: true,
  centring: true,
};

export function imageToSnapshot(image: IndexImage, facts: Omit<SnapshotFacts, "parts">): Snapshot {
  const sections = new Map<string, SnapshotColumn>();
  image.parts.forEach(({ part, dead }, i) => {
    for (const [name, column] of Object.entries(part.columns))
      sections.set(`part${i}.${name}`, column as SnapshotColumn);
    sections.set(`part${i}.dead`, dead);
  });
  for (const [name, column] of Object.entries(image.vectors ?? {}))
    sections.set(`vectors.${name}`, column as SnapshotColumn);
  return { facts: { ...facts, parts: image.parts.map(({ part }) => part.facts) }, sections };
}

export function snapshotToImage({ facts, sections }: Snapshot): IndexImage {
  const take = (prefix: string, names: object) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, sections.get(`${prefix}.${name}`)])) as unknown;
  const parts = facts.parts.map(({ peakAverage, totals }, i): SavedPart => {
    const saved = take(`part${i}`, partColumns) as PartColumns & { readonly sensed?: Uint8Array };
    const dead = sections.get(`part${i}.dead`) as Uint32Array<ArrayBuffer>;
    // Files written before sense existed lack this column.
    const columns = { ...saved, sensed: saved.sensed ?? new Uint8Array(0) };
    const partFacts = { peakAverage, totals: totals ?? countTotals(columns) };
    return { part: new SealedPart(columns, partFacts, new DeadSlots(columns.no.length, dead)), dead };
  });
  const vectors = sections.has("vectors.no") ? (take("vectors", vectorColumns) as VectorColumns) : null;
  return new IndexImage(parts, vectors);
}
