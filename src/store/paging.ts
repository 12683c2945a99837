import { asc, type Column, desc, gt, lt, type SQL } from "drizzle-orm";
import type { Page, PageRequest } from "../kernel/stores/page.ts";

export function orderOf(column: Column, { order }: PageRequest): SQL {
  return order === "asc" ? asc(column) : desc(column);
}

export function afterOf(column: Column, { after, order }: PageRequest): SQL | undefined {
  if (after === null) return undefined;
  return order === "asc" ? gt(column, after) : lt(column, after);
}

/** @param rows at most `limit + 1`; an extra row tells that there are more. */
export function pageOf<T>(rows: readonly T[], { limit }: PageRequest, totalCount: number): Page<T> {
  return { items: rows.slice(0, limit), hasMore: rows.length > limit, totalCount };
}
