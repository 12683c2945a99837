/** What experts need from the outside. */
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { Expert, ExpertContents, SenseProgress } from "./expert.ts";

export interface ExpertStore {
  /** Writes the expert and its names in one transaction. Returns the name that is taken, or null when it was written. */
  add(expert: Expert): string | null;
  /** The same for a change. */
  replace(expert: Expert): string | null;
  byId(workspace: WorkspaceId, id: ExpertId): Expert | null;
  /** By slug or alias. */
  byName(workspace: WorkspaceId, name: string): Expert | null;
  /** @param only where not null, only these exist. */
  list(workspace: WorkspaceId, only: readonly ExpertId[] | null, page: PageRequest): Page<Expert>;
  contents(id: ExpertId): Omit<ExpertContents, "sense">;
  /** Takes an expert out of sight for good, and its names are free. Its rows stay until `removeSlice` has deleted them. */
  hide(workspace: WorkspaceId, id: ExpertId): void;
  /** One transaction of some milliseconds: deletes the next rows of experts out of sight; null when none is left. */
  removeSlice(): RemovedSlice | null;
}

/** What a slice of a deletion deleted. */
export interface RemovedSlice {
  readonly expert: ExpertId;
  /** The row numbers of source versions that are gone. */
  readonly versions: readonly number[];
}

/** How far the built-in model is with an expert; null where it is of no use to it. */
export type SenseOf = (expert: Expert) => SenseProgress | null;

/** What else must go when an expert goes, which no transaction covers. */
export interface ExpertRemains {
  /** The expert is out of sight: its index goes. */
  forget(id: ExpertId): Promise<void>;
  /** Source versions are deleted: work on them ends, and their files go. */
  discard(versions: readonly number[]): void;
}
