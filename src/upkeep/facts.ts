import type { ExpertId } from "../kernel/ids.ts";

export interface NamedVersion {
  readonly versionNo: number;
  readonly source: string;
  readonly title: string;
}

export interface DamagedSource extends NamedVersion {
  readonly hasOriginal: boolean;
}

export interface SetAsideFolder {
  readonly folder: string;
  readonly files: number;
}

export interface FolderFacts {
  /** Another process holds the folder, so checks of what may change are skipped. */
  readonly isServed: boolean;
  readonly isWritable: boolean;
  readonly database: {
    readonly version: number | null;
    readonly problems: readonly string[];
    readonly isLost: boolean;
  };
  readonly newestSchema: number;
  readonly originals: {
    readonly named: number;
    readonly missing: readonly NamedVersion[];
    readonly damaged: readonly NamedVersion[];
    readonly orphans: readonly string[];
  };
  readonly setAside: readonly SetAsideFolder[];
  readonly damagedSources: readonly DamagedSource[];
  readonly miscounted: readonly number[];
  readonly strayLogs: readonly ExpertId[];
  readonly snapshots: readonly SnapshotFact[];
  readonly tooOpen: readonly { readonly path: string; readonly mode: number }[];
  readonly remains: readonly string[];
  readonly jobs: readonly WaitingJobs[];
  readonly disk: {
    readonly freeBytes: number;
    readonly databaseBytes: number;
    readonly unusedBytes: number;
  };
}

/** `rebuilt`: differs from the rows, so the next question rebuilds it. */
export interface SnapshotFact {
  readonly file: string;
  readonly state: "sound" | "rebuilt" | "damaged" | "differs" | "nobody's";
}

export interface WaitingJobs {
  readonly kind: string;
  readonly waiting: number;
}

const isElsewhere = "(fetch_url IS NOT NULL AND sha256 = '')";

/** For both databases: rows of a kind with its number of waiting jobs. */
export const waitingJobs = Object.entries({
  fetch: `source_versions WHERE status = 'queued' AND ${isElsewhere}`,
  read: `source_versions WHERE status = 'queued' AND NOT ${isElsewhere}`,
  crawls: "sites WHERE status IN ('queued', 'processing')",
  webhooks: "webhook_messages",
  expert_removal: "experts WHERE workspace_id = 'ws_removed'",
})
  .map(([kind, rows]) => `SELECT '${kind}' AS kind, count(*) AS waiting FROM ${rows}`)
  .join(" UNION ALL ");

export type InspectedSnapshot =
  | { readonly state: "whole"; readonly revision: number; readonly passages: ReadonlySet<number> }
  | { readonly state: "damaged" | "newer_format" };

export interface AnsweringPassages {
  readonly revision: number;
  readonly passages: ReadonlySet<number>;
}

/** Only a snapshot at the rows' revision must equal them. */
export function snapshotState(seen: InspectedSnapshot, standing: AnsweringPassages | null): SnapshotFact["state"] {
  if (standing === null) return "nobody's";
  if (seen.state === "damaged") return "damaged";
  if (seen.state !== "whole" || seen.revision !== standing.revision) return "rebuilt";
  const isSame = seen.passages.size === standing.passages.size && seen.passages.isSubsetOf(standing.passages);
  return isSame ? "sound" : "differs";
}
