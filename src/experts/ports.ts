/** What experts need from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { Foreseen } from "../kernel/stores/foreseen.ts";
import type { Write } from "../kernel/stores/write.ts";
import type { Expert, ExpertContents, ModelProgress } from "./expert.ts";

export interface ExpertStore {
  /** Writes the expert and its names in one transaction. Returns the name that is taken, or null when it was written. */
  add(expert: Expert): Awaitable<string | null>;
  /**
   * The same, together with other writes.
   * @param slug `free`: if the slug is taken, the expert gets the first free one with a number
   */
  addition(expert: Expert, slug: "given" | "free"): Write<ExpertAddition>;
  /** As `add`, for a change. */
  replace(expert: Expert): Awaitable<string | null>;
  /** @param foreseen what was read ahead with the key of the request */
  byId(workspace: WorkspaceId, id: ExpertId, foreseen?: Foreseen): Awaitable<Expert | null>;
  /** By slug or alias. */
  byName(workspace: WorkspaceId, name: string, foreseen?: Foreseen): Awaitable<Expert | null>;
  /** @param only unless null, only these exist. */
  list(workspace: WorkspaceId, only: readonly ExpertId[] | null, page: PageRequest): Awaitable<Page<Expert>>;
  contents(id: ExpertId): Awaitable<Omit<ExpertContents, "sense" | "vectors">>;
  /** Hides an expert permanently and frees its names. Its rows stay until `removeSlice` has deleted them. */
  hide(workspace: WorkspaceId, id: ExpertId): Awaitable<void>;
  /** In one transaction of a few milliseconds: deletes the next rows of hidden experts; null if none are left. */
  removeSlice(): Awaitable<RemovedSlice | null>;
}

export type ExpertAddition = { readonly added: Expert } | { readonly taken: string };

/** What a slice of a deletion deleted. */
export interface RemovedSlice {
  readonly expert: ExpertId;
  /** The row numbers of source versions that are gone. */
  readonly versions: readonly number[];
}

/** The progress of the models that work in the background with an expert; null if the expert does not use the model. */
export interface ProgressOf {
  readonly sense: (expert: Expert) => Awaitable<ModelProgress | null>;
  readonly vectors: (expert: Expert) => Awaitable<ModelProgress | null>;
}

/** What else must be deleted with an expert, outside of any transaction. */
export interface ExpertRemains {
  /** The expert is hidden: deletes its index. */
  forget(id: ExpertId): Promise<void>;
  /** Source versions were deleted: stops work on them and deletes their files. */
  discard(versions: readonly number[]): Awaitable<void>;
}
