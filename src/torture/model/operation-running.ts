import { answered, isLate, searchAnswered } from "../checks/answer-replies.ts";
import { expertAnswered, type KeyReply, keyAnswered } from "../checks/expert-replies.ts";
import { deleteAnswered, patchAnswered, putAnswered } from "../checks/source-replies.ts";
import { ask } from "../load/asking-requests.ts";
import type { KeyManagement } from "../load/key-management.ts";
import { changeExpert, changeSource, put, search } from "../load/operation-requests.ts";
import type { ServiceClient } from "../load/service-client.ts";
import type { KeyOperation, LoadOperation } from "./load-operation.ts";
import type { OperationOutcome } from "./operation-outcome.ts";
import { type StartedOperation, startOperation } from "./started-operation.ts";
import { noting, recordViolation } from "./violation-recording.ts";
import type { World } from "./world.ts";

export interface OperationContext {
  readonly client: ServiceClient;
  readonly keys: KeyManagement;
  readonly ending: () => boolean;
  readonly through?: string;
}

export async function runOperation(world: World, operation: LoadOperation, context: OperationContext): Promise<void> {
  switch (operation.kind) {
    case "put_source": {
      const started = startOperation(world, operation);
      const outcomes = await put(context.client, operation);
      return noting(world, context.through, () => {
        for (const outcome of outcomes) noteBreak(world, context, operation, outcome);
        putAnswered(world, started, outcomes);
      });
    }
    case "patch_source":
      return done(world, context, operation, changeSource, patchAnswered);
    case "delete_source":
      return done(world, context, operation, changeSource, deleteAnswered);
    case "create_expert":
    case "patch_expert":
    case "delete_expert":
      return done(world, context, operation, changeExpert, expertAnswered);
    case "query":
    case "chat":
      return done(world, context, operation, ask, answered);
    case "search":
      return done(world, context, operation, search, searchAnswered);
    case "create_key":
    case "revoke_key":
    case "use_key": {
      const started = startOperation(world, operation);
      const outcome = await keyOutcome(context, operation);
      return noting(world, context.through, () => keyAnswered(world, started, outcome));
    }
  }
}

async function done<D extends LoadOperation, T>(
  world: World,
  context: OperationContext,
  operation: D,
  send: (client: ServiceClient, operation: D) => Promise<OperationOutcome<T>>,
  answer: (world: World, started: StartedOperation<D>, outcome: OperationOutcome<T>) => void,
): Promise<void> {
  const started = startOperation(world, operation);
  const outcome = await send(context.client, operation);
  noting(world, context.through, () => {
    noteBreak(world, context, operation, outcome);
    answer(world, started, outcome);
  });
}

/** A request may break off only if its client leaves, its node ends, or the database lets it wait. */
function noteBreak(
  world: World,
  { ending }: OperationContext,
  operation: LoadOperation,
  outcome: OperationOutcome<unknown>,
): void {
  const leaves = "leaves" in operation && operation.leaves;
  const broken = (outcome.type === "cut" && !isLate(outcome)) || outcome.type === "refused";
  const inProgress = outcome.type === "refused" && operation.kind === "put_source" && operation.copies > 1;
  if (broken && !leaves && !inProgress && !ending())
    recordViolation(world, "reply_off", `${operation.kind} got no whole reply`);
}

async function keyOutcome(
  { client, keys }: OperationContext,
  operation: KeyOperation,
): Promise<OperationOutcome<KeyReply>> {
  switch (operation.kind) {
    case "create_key": {
      const made = await keys.create(operation.name);
      return made === null ? { type: "cut" } : { type: "done", value: { ...made, accepted: true } };
    }
    case "revoke_key": {
      const isRevoked = await keys.revoke(operation.id);
      return isRevoked ? { type: "done", value: { id: operation.id, secret: "", accepted: false } } : { type: "cut" };
    }
    case "use_key": {
      const { id, secret } = operation;
      const reply = await client.send({ method: "GET", path: "/v1/models", secret });
      if (reply.type === "cut") return reply;
      if (reply.status === 503) return { type: "refused" };
      return { type: "done", value: { id, secret, accepted: reply.status === 200 } };
    }
  }
}
