/** A count within known bounds, both inclusive: a request in flight at a kill may or may not have been counted. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

export const exactly = (count: number): Span => ({ least: count, most: count });
export const upTo = (count: number): Span => ({ least: 0, most: count });
export const sumOf = (a: Span, b: Span): Span => ({ least: a.least + b.least, most: a.most + b.most });
export const holds = ({ least, most }: Span, count: number): boolean => least <= count && count <= most;
