import type { ExpertId } from "../kernel/ids.ts";
import type { Expert } from "./expert.ts";

export function namesOf({ slug, aliases }: Pick<Expert, "slug" | "aliases">): string[] {
  return [slug, ...aliases];
}

export function nameRows(expert: Expert) {
  const { workspaceId, id: expertId } = expert;
  return namesOf(expert).map((name, position) => ({ workspaceId, name, expertId, isSlug: position === 0, position }));
}

/** The first name that another expert has; null if none. @param holders who has these names now */
export function takenBy(
  holders: readonly { readonly name: string; readonly expertId: ExpertId }[],
  expert: Expert,
): string | null {
  const others = new Set(holders.filter(({ expertId }) => expertId !== expert.id).map(({ name }) => name));
  return namesOf(expert).find((name) => others.has(name)) ?? null;
}
