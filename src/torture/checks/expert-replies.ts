import type { ExpertOperation, KeyOperation } from "../model/load-operation.ts";
import type { OperationOutcome } from "../model/operation-outcome.ts";
import type { StartedOperation } from "../model/started-operation.ts";
import { check, recordWrongOutcome } from "../model/violation-recording.ts";
import { allDocumentsOf, type ExpertModel, expertOf, retire, type World } from "../model/world.ts";
import { countAcknowledged } from "./source-replies.ts";

export function expertAnswered(
  world: World,
  { operation }: StartedOperation<ExpertOperation>,
  outcome: OperationOutcome<string>,
): void {
  const expert = expertOf(world, operation.expert);
  expert.inProgress = null;
  recordWrongOutcome(world, operation, outcome);
  if (outcome.type !== "done" && outcome.type !== "refused") expert.doubt = operation;
  if (outcome.type !== "done") return;
  countAcknowledged(world, operation.kind);
  applyToExpert(world, expert, operation, outcome.value);
}

export function applyToExpert(world: World, expert: ExpertModel, operation: ExpertOperation, id: string): void {
  switch (operation.kind) {
    case "create_expert":
      expert.exists = true;
      expert.id = id;
      return;
    case "patch_expert":
      expert.description = operation.description;
      return;
    case "delete_expert":
      expert.exists = false;
      for (const slot of expert.slots.values()) retire(world, allDocumentsOf(slot));
  }
}

export interface KeyReply {
  readonly id: string;
  readonly secret: string;
  readonly accepted: boolean;
}

export function keyAnswered(
  world: World,
  { operation }: StartedOperation<KeyOperation>,
  outcome: OperationOutcome<KeyReply>,
): void {
  recordWrongOutcome(world, operation, outcome);
  if (outcome.type !== "done") return;
  const { id, secret, accepted } = outcome.value;
  switch (operation.kind) {
    case "create_key":
      countAcknowledged(world, operation.kind);
      world.keys.push({ id, secret, state: "active" });
      return;
    case "revoke_key":
      countAcknowledged(world, operation.kind);
      setKey(world, operation.id, "revoked");
      return;
    case "use_key":
      checkKey(world, operation, accepted);
  }
}

function setKey({ keys }: World, id: string, state: "active" | "revoked"): void {
  const at = keys.findIndex((key) => key.id === id);
  const key = keys[at];
  if (key !== undefined) keys[at] = { ...key, state };
}

function checkKey(world: World, operation: Extract<KeyOperation, { kind: "use_key" }>, accepted: boolean): void {
  const now = world.keys.find(({ id }) => id === operation.id)?.state;
  const problem =
    operation.revoked && accepted
      ? `${operation.id} was revoked and works`
      : now === "active" && !accepted
        ? `${operation.id} was made and does not work`
        : null;
  check(world, "key_off", problem);
}
