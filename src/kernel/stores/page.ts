export interface PageRequest {
  /** 1–100. */
  readonly limit: number;
  readonly order: "asc" | "desc";
  /** The id after which the page begins, in the order asked for. An id that is gone still marks its place. */
  readonly after: string | null;
  /** How many to skip from there; 0 by default. */
  readonly skip?: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /** The length of the whole list, not of the page. */
  readonly totalCount: number;
}
