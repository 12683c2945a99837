import { asc, type Column, desc, gt, lt, or, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { SqlDialect } from "./work.ts";

export function orderOf(column: Column, { order }: PageRequest): SQL {
  return order === "asc" ? asc(column) : desc(column);
}

export function afterOf(column: Column, { after, order }: PageRequest): SQL | undefined {
  if (after === null) return undefined;
  return order === "asc" ? gt(column, after) : lt(column, after);
}

export function containing(dialect: SqlDialect, text: string | null, places: readonly SQLWrapper[]): SQL | undefined {
  if (text === null) return undefined;
  const pattern = `%${dialect.storable(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return or(...places.map((place) => dialect.like(place, pattern)));
}

/** @param rows at most `limit + 1`; an extra row means that there are more */
export function pageOf<T>(rows: readonly T[], { limit }: PageRequest, totalCount: number): Page<T> {
  return { items: rows.slice(0, limit), hasMore: rows.length > limit, totalCount };
}
