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
