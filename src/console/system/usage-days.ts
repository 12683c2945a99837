/** Requests by day and kind. Apart from the drawing, so that uPlot is fetched only when it is needed. */
import type { UsageObject } from "../../api/shapes.ts";

export const requestKinds = ["query", "chat", "ingest"] as const;
export type RequestKind = (typeof requestKinds)[number];

export interface DayCounts extends Readonly<Record<RequestKind, number>> {
  /** Start of the day in Unix seconds (UTC). */
  readonly at: number;
}

export function daysOf({ period, groups }: UsageObject): readonly DayCounts[] {
  const counted = new Map(groups.map(({ key, requests }) => [key, requests]));
  const [start, end] = [Date.parse(period.start), Date.parse(period.end)];
  const days: DayCounts[] = [];
  for (let at = start; at < end; at += 86_400_000) {
    const { query = 0, chat = 0, ingest = 0 } = counted.get(new Date(at).toISOString().slice(0, 10)) ?? {};
    days.push({ at: at / 1000, query, chat, ingest });
  }
  return days;
}
