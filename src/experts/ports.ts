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
  /** With everything that belongs to it. Returns the row numbers of its source versions. */
  remove(workspace: WorkspaceId, id: ExpertId): readonly number[];
}

/** How far the built-in model is with an expert; null where it is of no use to it. */
export type SenseOf = (expert: Expert) => SenseProgress | null;

/** What else must go when an expert goes: files and indexes, which no transaction covers. */
export type ExpertRemoved = (id: ExpertId, versions: readonly number[]) => Promise<void>;
