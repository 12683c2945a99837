export type ClusterEvent =
  | "kill"
  | "kill_two"
  | "kill_starting"
  | "drop"
  | "pause"
  | "end_leases"
  | "hold_encoding"
  | "files_away"
  | "stop";

const shares: readonly (readonly [until: number, event: ClusterEvent])[] = [
  [0.4, "kill"],
  [0.5, "kill_two"],
  [0.62, "kill_starting"],
  [0.72, "drop"],
  [0.79, "pause"],
  [0.83, "end_leases"],
  [0.92, "hold_encoding"],
  [0.97, "files_away"],
  [1, "stop"],
];

export function eventAt(dice: number): ClusterEvent {
  return shares.find(([until]) => dice < until)?.[1] ?? "kill";
}
