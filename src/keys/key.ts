import { Fault } from "../kernel/fault.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../kernel/ids.ts";
import type { Foreseen } from "../kernel/stores/write.ts";

/** `admin` includes the others. Reading experts, sources and usage takes any of them. */
export const scopes = ["query", "ingest", "manage", "admin"] as const;
export type Scope = (typeof scopes)[number];

export interface ApiKey {
  readonly id: KeyId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly expertIds: readonly ExpertId[] | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export interface Access {
  readonly keyId: KeyId;
  readonly workspaceId: WorkspaceId;
  readonly scopes: readonly Scope[];
  readonly expertIds: readonly ExpertId[] | null;
  readonly foreseen?: Foreseen;
}

export function requireScope(access: Access, anyOf: readonly Scope[]): void {
  if (access.scopes.includes("admin") || anyOf.some((scope) => access.scopes.includes(scope))) return;
  throw new Fault(
    "insufficient_scope",
    `This key has the scopes ${access.scopes.join(", ")}; the request needs ${anyOf.join(" or ")}.`,
    {
      hint: "Use another key, or make one with `docent keys create --scopes`.",
    },
  );
}

export function isLasting({ scopes, expertIds, expiresAt, revokedAt }: ApiKey): boolean {
  return scopes.includes("admin") && expertIds === null && expiresAt === null && revokedAt === null;
}
