import type { StoredAmounts } from "../accounting/quota.ts";
import { keptToo, mayChange } from "../kernel/keepers.ts";
import { OutdatedWrite } from "../kernel/stores/write.ts";
import type { NewVersion } from "./ports/store-ports.ts";
import { isSettled, type Source } from "./source.ts";

/** False for bytes that failed, for a new title (it is searchable), and for addresses, whose content may have changed. */
export function isSameDocument(existing: Source, { origin, externalId, givenTitle, corrected }: NewVersion): boolean {
  const failed = existing.status === "failed" || existing.status === "canceled";
  const retitled = externalId !== null && givenTitle !== null && givenTitle !== existing.title;
  if (failed || retitled || corrected !== undefined) return false;
  if ("file" in origin) return existing.sha256 === origin.file.sha256;
  return existing.fetchUrl === origin.fetchUrl && !isSettled(existing.status);
}

export function isKeeperOf(existing: Source, { keeper }: NewVersion): boolean {
  return keeper === null || mayChange(existing.keepers, keeper);
}

export function keptElsewhere(existing: Source | null, version: NewVersion) {
  if (existing === null || version.externalId === null || isKeeperOf(existing, version)) return null;
  return { outcome: "kept_elsewhere" as const, source: existing.id, keepers: existing.keepers };
}

export function factsIgnored(source: Source, { givenTitle, url, metadata }: NewVersion): readonly string[] {
  const sent = Object.entries({ title: givenTitle, url, metadata }).filter(([, value]) => value !== null);
  return sent.flatMap(([name, value]) => (Bun.deepEquals(value, source[name as keyof Source]) ? [] : [name]));
}

/** The keepers afterwards, with the sender of an unchanged document. */
export function keepersWith(existing: Source, { keeper }: NewVersion) {
  return keeper === null ? existing.keepers : keptToo(existing.keepers, keeper);
}

export function growthBy({ origin }: NewVersion, existing: Source | null): StoredAmounts {
  return { sources: existing === null ? 1 : 0, bytes: "file" in origin ? origin.file.bytes : 0 };
}

/** @throws OutdatedWrite if another version is the newest by now */
export function refuseOutdated({ follows }: NewVersion, existing: Source | null): void {
  if (follows === undefined || follows === (existing?.versionNo ?? null)) return;
  throw new OutdatedWrite("the source has another newest version by now");
}
