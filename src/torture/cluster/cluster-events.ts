/** What is done to a cluster, and how often. */

export type ClusterEvent =
  | "kill"
  | "kill_two"
  | "kill_starting"
  | "drop"
  | "pause"
  | "end_leases"
  | "hold_encoding"
  | "stop";

/** Each event comes up to its number, from 0 to 1. */
const shares: readonly (readonly [until: number, event: ClusterEvent])[] = [
  [0.4, "kill"],
  [0.5, "kill_two"],
  [0.62, "kill_starting"],
  [0.72, "drop"],
  [0.8, "pause"],
  [0.85, "end_leases"],
  [0.95, "hold_encoding"],
  [1, "stop"],
];

/** @param dice from 0 to 1 */
export function eventAt(dice: number): ClusterEvent {
  return shares.find(([until]) => dice < until)?.[1] ?? "kill";
}
