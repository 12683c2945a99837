import { Fault } from "../../kernel/fault.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import type { Access } from "../../keys/key.ts";
import { type OperationFacts, operation } from "../description/operation.ts";

export interface Operators {
  /** The operator's workspace. */
  readonly operators: () => Promise<WorkspaceId | null>;
}

/** Only for the operator: an unlimited key of the workspace of the first start. */
export async function requireOperator({ workspaceId, expertIds }: Access, { operators }: Operators): Promise<void> {
  if (expertIds === null && workspaceId === (await operators())) return;
  throw new Fault("insufficient_scope", "Only an unlimited key of the default workspace may see this.", {
    hint: "Create one with `docent keys create`.",
  });
}

export function operatorOperation({ description, ...facts }: Omit<OperationFacts, "tag" | "scope">) {
  const keys = "For an admin key of the default workspace that reaches all experts.";
  return operation({ ...facts, tag: "System", scope: "admin", description: `${description ?? ""} ${keys}`.trim() });
}
