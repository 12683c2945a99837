interface ListPage<T> {
  readonly data: readonly T[];
  readonly last_id: string | null;
  readonly has_more: boolean;
}

/** @param load loads one page, given the parameters of its start */
export async function allPages<T>(
  load: (query: { limit: number; after?: string }) => Promise<ListPage<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let after: string | null = null;
  for (;;) {
    const page: ListPage<T> = await load({ limit: 100, ...(after === null ? {} : { after }) });
    items.push(...page.data);
    if (!page.has_more || page.last_id === null) return items;
    after = page.last_id;
  }
}
