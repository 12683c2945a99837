import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { type ExpertId, type IdMint, isId, type WorkspaceId } from "../kernel/ids.ts";
import type { PageRequest } from "../kernel/stores/page.ts";
import type { Foreseen } from "../kernel/stores/write.ts";
import { autoLanguage } from "../language/find-language.ts";
import {
  defaultSettings,
  type Expert,
  type ExpertContents,
  type ExpertSettings,
  type Metadata,
  slugFrom,
} from "./expert.ts";
import type { ExpertRemoval } from "./expert-removal.ts";
import { languageTag } from "./language-tag.ts";
import type { ExpertAddition, ExpertRemains, ExpertStore, ProgressOf } from "./ports.ts";

export interface Reach {
  readonly workspaceId: WorkspaceId;
  readonly expertIds: readonly ExpertId[] | null;
  readonly foreseen?: Foreseen;
}

export interface ExpertDraft {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly instructions?: string | undefined;
  readonly language?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly settings?: Partial<ExpertSettings> | undefined;
  readonly metadata?: Metadata | undefined;
}

export type ExpertEdit = { readonly [F in keyof ExpertDraft]?: ExpertDraft[F] | undefined };

export type ExpertService = ReturnType<typeof createExpertService>;

function contentsWith(
  progress: ProgressOf,
  expert: Expert,
  contents: Omit<ExpertContents, "sense" | "vectors">,
): Awaitable<ExpertContents> {
  return whenKnown(progress.sense(expert), (sense) =>
    whenKnown(progress.vectors(expert), (vectors) => ({ ...contents, sense, vectors })),
  );
}

interface ExpertServiceParts {
  readonly store: ExpertStore;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly progress: ProgressOf;
  readonly remains: Pick<ExpertRemains, "forget">;
  readonly removal: Pick<ExpertRemoval, "wake" | "settle">;
  readonly changed: () => void;
}

export function createExpertService({ store, clock, ids, ...others }: ExpertServiceParts) {
  const lookUp = (reach: Reach, name: string) => expertWithin(reach, store, name);
  const find = (reach: Reach, name: string): Awaitable<Expert> =>
    whenKnown(lookUp(reach, name), (found) => found ?? unreachable(name));
  const drafted = (reach: Reach, draft: ExpertDraft): Expert => {
    if (reach.expertIds !== null) throw limitedKey();
    return newExpert(reach.workspaceId, draft, ids.mint("expert"), clock.now());
  };
  return {
    /** @throws Fault `invalid_parameter`, `slug_taken` */
    create: async (reach: Reach, draft: ExpertDraft) =>
      addedExpert(await store.add(drafted(reach, draft), slugOf(draft)), draft),
    addition: (reach: Reach, draft: ExpertDraft) => store.addition(drafted(reach, draft), slugOf(draft)),
    /** By id, slug or alias. @throws Fault `expert_not_found` */
    find,
    lookUp,
    /** @param text part of the name or slug */
    list: (reach: Reach, page: PageRequest, text?: string) =>
      store.list(reach.workspaceId, { only: reach.expertIds, text: text ?? null }, page),
    contents: (expert: Expert) =>
      whenKnown(store.contents(expert.id), (contents) => contentsWith(others.progress, expert, contents)),
    update: async (reach: Reach, name: string, patch: ExpertEdit) => {
      const expert = changed(await find(reach, name), patch, clock.now());
      placed(await store.replace(expert), expert);
      others.changed();
      return expert;
    },
    /** Gone at once for everybody; rows and files are deleted soon after. */
    remove: async (reach: Reach, name: string) => {
      const expert = await find(reach, name);
      await store.hide(reach.workspaceId, expert.id);
      await others.remains.forget(expert.id);
      others.removal.wake();
      await others.removal.settle();
      return expert;
    },
  };
}

function expertWithin({ workspaceId, expertIds, foreseen }: Reach, store: ExpertStore, name: string) {
  const wanted = isId("expert", name)
    ? store.byId(workspaceId, name, foreseen)
    : store.byName(workspaceId, name, foreseen);
  if (expertIds === null) return wanted;
  return whenKnown(wanted, (found) => (found !== null && expertIds.includes(found.id) ? found : null));
}

/** Distinct. @param param the field with the names @throws Fault `expert_not_found` */
export async function expertsNamed(
  experts: Pick<ExpertService, "lookUp">,
  reach: Reach,
  names: readonly string[],
  param = "experts",
): Promise<readonly Expert[]> {
  const found = new Map<ExpertId, Expert>();
  for (const [at, name] of names.entries()) {
    const expert = (await experts.lookUp(reach, name)) ?? unreachable(name, `${param}[${at}]`);
    found.set(expert.id, expert);
  }
  return [...found.values()];
}

function unreachable(name: string, param: string | null = null): never {
  throw new Fault("expert_not_found", `There is no expert "${name}" that this key can reach.`, {
    param,
    hint: "GET /v1/experts lists them.",
  });
}

function newExpert(workspaceId: WorkspaceId, draft: ExpertDraft, id: ExpertId, now: number): Expert {
  const slug = draft.slug ?? slugFrom(draft.name);
  return {
    id,
    workspaceId,
    name: draft.name,
    slug,
    description: draft.description ?? "",
    instructions: draft.instructions ?? "",
    language: languageTag(draft.language ?? autoLanguage),
    aliases: distinctAliases(draft.aliases ?? [], slug),
    settings: { ...defaultSettings, ...draft.settings },
    metadata: draft.metadata ?? {},
    embedding: null,
    createdAt: now,
    updatedAt: now,
  };
}

function changed(expert: Expert, patch: ExpertEdit, now: number): Expert {
  const slug = patch.slug ?? expert.slug;
  return {
    ...expert,
    name: patch.name ?? expert.name,
    slug,
    description: patch.description ?? expert.description,
    instructions: patch.instructions ?? expert.instructions,
    language: patch.language === undefined ? expert.language : languageTag(patch.language),
    aliases: distinctAliases(patch.aliases ?? expert.aliases, slug),
    settings: { ...expert.settings, ...patch.settings },
    metadata: patch.metadata ?? expert.metadata,
    updatedAt: Math.max(now, expert.updatedAt),
  };
}

function limitedKey(): Fault {
  return new Fault("insufficient_scope", "This key is limited to some experts, so it cannot create experts.", {
    hint: "Use a key that is not limited to experts.",
  });
}

const slugOf = ({ slug }: ExpertDraft) => (slug === undefined ? "free" : "given");

function placed(taken: string | null, expert: Expert): Expert {
  if (taken === null) return expert;
  throw slugTaken(taken, taken === expert.slug ? "slug" : "aliases");
}

export function addedExpert(addition: ExpertAddition, draft: ExpertDraft): Expert {
  if ("added" in addition) return addition.added;
  throw slugTaken(addition.taken, addition.taken === draft.slug ? "slug" : "aliases");
}

function slugTaken(taken: string, param: "slug" | "aliases"): Fault {
  return new Fault("slug_taken", `"${taken}" is the slug or an alias of another expert.`, {
    param,
    hint: "Choose another, or remove it from that expert first.",
  });
}

function distinctAliases(aliases: readonly string[], slug: string): readonly string[] {
  return [...new Set(aliases)].filter((alias) => alias !== slug);
}
