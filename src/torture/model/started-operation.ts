import type { ExpertOperation, LoadOperation, SourceOperation } from "./load-operation.ts";
import { after } from "./source-state.ts";
import { expertOf, newExpert, newSlot, type Slot, slotOf, type World } from "./world.ts";

export interface StartedOperation<D extends LoadOperation = LoadOperation> {
  readonly operation: D;
  readonly at: number;
  readonly slotOperations: number;
}

export function startOperation<D extends LoadOperation>(world: World, operation: D): StartedOperation<D> {
  world.now += 1;
  const slotOperations = noted(world, operation);
  return { operation, at: world.now, slotOperations };
}

function noted(world: World, operation: LoadOperation): number {
  switch (operation.kind) {
    case "put_source":
    case "patch_source":
    case "delete_source":
      return beginSource(world, operation);
    case "create_expert":
    case "patch_expert":
    case "delete_expert":
      return beginExpert(world, operation);
    case "revoke_key":
      doubtKey(world, operation.id);
      return 0;
    case "search":
      return slotOf(world, operation).operations;
    case "create_key":
    case "use_key":
    case "query":
    case "chat":
      return 0;
  }
}

function beginExpert(world: World, operation: ExpertOperation): number {
  world.experts.getOrInsertComputed(operation.expert, newExpert).inProgress = operation;
  return 0;
}

function beginSource(world: World, operation: SourceOperation): number {
  const { slots } = expertOf(world, operation.expert);
  const slot = slots.getOrInsertComputed(operation.slot, () => newSlot(operation));
  slot.inProgress = operation;
  slot.operations += 1;
  if (operation.kind === "put_source" && operation.again?.done !== true) locate(world, slot, operation);
  return slot.operations;
}

function locate(world: World, slot: Slot, operation: Extract<SourceOperation, { kind: "put_source" }>): void {
  const { document } = operation;
  const version = after(slot.state, operation)?.versions.length ?? 1;
  const chunks = world.documents.get(document.token)?.chunks ?? null;
  world.documents.set(document.token, {
    expert: operation.expert,
    slot: operation.slot,
    version,
    document,
    retiredAt: null,
    chunks,
  });
}

function doubtKey({ keys }: World, id: string): void {
  const at = keys.findIndex((key) => key.id === id);
  const key = keys[at];
  if (key !== undefined) keys[at] = { ...key, state: "doubtful" };
}
