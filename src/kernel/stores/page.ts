import type { Awaitable } from "../awaitable.ts";

export interface PageRequest {
  readonly limit: number;
  readonly order: "asc" | "desc";
  /** The id after which the page begins, in the order asked for. An id that is gone still marks its place. */
  readonly after: string | null;
  readonly skip?: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  readonly totalCount: number;
}

export async function* oldestFirst<T extends { readonly id: string }>(
  list: (page: PageRequest) => Awaitable<Page<T>>,
): AsyncGenerator<T> {
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const page: Page<T> = await list({ limit: 100, order: "asc", after });
    yield* page.items;
    [hasMore, after] = [page.hasMore, page.items.at(-1)?.id ?? null];
  }
}
