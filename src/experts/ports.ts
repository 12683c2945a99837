import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, WorkspaceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { Foreseen, Write } from "../kernel/stores/write.ts";
import type { Expert, ExpertContents, ModelProgress } from "./expert.ts";

export interface ExpertStore {
  /** @param slug `free`: a taken slug gets the first free number */
  add(expert: Expert, slug?: "given" | "free"): Awaitable<ExpertAddition>;
  addition(expert: Expert, slug: "given" | "free"): Write<ExpertAddition>;
  replace(expert: Expert): Awaitable<string | null>;
  byId(workspace: WorkspaceId, id: ExpertId, foreseen?: Foreseen): Awaitable<Expert | null>;
  byName(workspace: WorkspaceId, name: string, foreseen?: Foreseen): Awaitable<Expert | null>;
  list(workspace: WorkspaceId, wanted: ExpertSelection, page: PageRequest): Awaitable<Page<Expert>>;
  contents(id: ExpertId): Awaitable<Omit<ExpertContents, "sense" | "vectors">>;
  /** Also frees its names. `removeSlice` deletes its rows. */
  hide(workspace: WorkspaceId, id: ExpertId): Awaitable<void>;
  /** Some milliseconds of work; null: none are left. */
  removeSlice(): Awaitable<RemovedSlice | null>;
}

export interface ExpertSelection {
  /** Null: all. */
  readonly only: readonly ExpertId[] | null;
  /** Part of the name or slug; ASCII letters in either case. */
  readonly text?: string | null;
}

export type ExpertAddition = { readonly added: Expert } | { readonly taken: string };

export interface RemovedSlice {
  readonly expert: ExpertId;
  readonly versions: readonly number[];
}

export interface ProgressOf {
  readonly sense: (expert: Expert) => Awaitable<ModelProgress | null>;
  readonly vectors: (expert: Expert) => Awaitable<ModelProgress | null>;
}

export interface ExpertRemains {
  forget(id: ExpertId): Promise<void>;
  discard(versions: readonly number[]): Awaitable<void>;
}
