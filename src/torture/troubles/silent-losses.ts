import type { SeenExpert, SeenSource } from "../checks/observer.ts";

interface SeenStates {
  readonly before: readonly SeenExpert[];
  readonly after: readonly SeenExpert[];
  readonly keeps: "everything" | "documents";
  readonly said: string;
}

export interface Losses {
  readonly silent: readonly string[];
  readonly named: readonly string[];
}

export function lossesBetween({ before, after, keeps, said }: SeenStates): Losses {
  const [silent, named]: [string[], string[]] = [[], []];
  const found = Map.groupBy(after.flatMap(sourcesOf), (place) => identityOf(place));
  for (const expert of before) {
    if (!after.some(({ slug }) => slug === expert.slug)) silent.push(`the expert ${expert.slug} is gone`);
    for (const place of sourcesOf(expert)) {
      const loss = lossOf(place.source, found.get(identityOf(place))?.[0]?.source, keeps);
      if (loss === null) continue;
      const { id, externalId, title, sha256 } = place.source;
      const isNamed = [id, externalId, title, sha256].some((name) => name !== null && said.includes(name));
      (isNamed ? named : silent).push(`${expert.slug}, "${title}" (${id}): ${loss}`);
    }
  }
  return { silent, named };
}

interface SeenPlace {
  readonly expert: string;
  readonly source: SeenSource;
}

function sourcesOf({ slug, sources }: SeenExpert): SeenPlace[] {
  return (sources ?? []).map((source) => ({ expert: slug, source }));
}

/** Without an external id, the bytes identify a source. */
function identityOf({ expert, source: { externalId, sha256 } }: SeenPlace): string {
  return `${expert} ${externalId ?? sha256}`;
}

function lossOf(before: SeenSource, after: SeenSource | undefined, keeps: SeenStates["keeps"]): string | null {
  if (after === undefined) return "it is gone";
  const [was, is] = [factsOf(before, keeps), factsOf(after, keeps)];
  const changed = Object.keys(was).filter((name) => !Bun.deepEquals(was[name], is[name]));
  return changed.length === 0 ? null : `other ${changed.join(", ")}`;
}

function factsOf(source: SeenSource, keeps: SeenStates["keeps"]): Record<string, unknown> {
  const { status, sha256, fileSha256, content, chunks, title, marker } = source;
  const document = { sha256, fileSha256, status, content, passages: chunks.map(({ text }) => text) };
  return keeps === "documents" ? document : { ...document, title, marker };
}
