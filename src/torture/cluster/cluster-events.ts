/** What is done to a cluster, and how often. */

export type ClusterEvent = "kill" | "kill_two" | "kill_starting" | "drop" | "pause" | "end_leases" | "stop";

/** Each event comes up to its number, from 0 to 1. */
const shares: readonly (readonly [until: number, event: ClusterEvent])[] = [
  [0.5, "kill"],
  [0.6, "kill_two"],
  [0.72, "kill_starting"],
  [0.82, "drop"],
  [0.9, "pause"],
  [0.95, "end_leases"],
  [1, "stop"],
];

/** @param dice from 0 to 1 */
export function eventAt(dice: number): ClusterEvent {
  return shares.find(([until]) => dice < until)?.[1] ?? "kill";
}
