/** What a key may do with its workspace's keys. No key can give more rights than it has. */
import { type Clock, timestamp } from "../kernel/clock.ts";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import { type ExpertId, isId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { Access, ApiKey, Scope } from "./key.ts";
import type { KeyService } from "./key-service.ts";
import type { KeyEdit, KeyStore } from "./ports.ts";

export interface DelegationRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Default: those of the asking key. The caller has checked that it reaches them. */
  readonly expertIds?: readonly ExpertId[];
  /** Default: that of the asking key. Null: never. */
  readonly expiresAt?: number | null;
}

export type KeyDelegation = ReturnType<typeof createKeyDelegation>;

interface KeyDelegationParts {
  readonly store: Pick<KeyStore, "byId" | "list">;
  readonly keys: Pick<KeyService, "create" | "edit" | "revokeUnlessLast">;
  readonly clock: Clock;
}

export function createKeyDelegation({ store, keys, clock }: KeyDelegationParts) {
  const { find, findUsable } = findingIn(store);
  return {
    own: async (access: Access) => {
      const own = await store.byId(access.workspaceId, access.keyId);
      if (own === null) throw notFound(access.keyId);
      return own;
    },
    /** Only this reply has the secret. @throws Fault `invalid_parameter`, `insufficient_scope` */
    grant: async (access: Access, wanted: DelegationRequest) => {
      const own = await store.byId(access.workspaceId, access.keyId);
      const expiresAt = expiryOf(wanted, own?.expiresAt ?? null, clock.now());
      const { name, scopes } = wanted;
      const expertIds = wanted.expertIds ?? access.expertIds;
      return keys.create({ workspaceId: access.workspaceId, name, scopes, expertIds, expiresAt });
    },
    list: async (access: Access, page: PageRequest) => {
      const all = (await store.list(access.workspaceId)).filter((key) => isWithin(access, key));
      return pageOf(page.order === "asc" ? all.reverse() : all, page);
    },
    find,
    /** From the next request on. @throws Fault as `grant`, `key_not_found`, `last_admin_key` */
    edit: async (access: Access, id: string, { name, expiresAt }: KeyEdit) => {
      const key = await findUsable(access, id);
      const own = await store.byId(access.workspaceId, access.keyId);
      const expiry =
        expiresAt === undefined ? {} : { expiresAt: expiryOf({ expiresAt }, own?.expiresAt ?? null, clock.now()) };
      const wanted = { ...(name === undefined ? {} : { name }), ...expiry };
      await keys.edit(access.workspaceId, key.id, wanted);
      return { ...key, ...wanted };
    },
    /** From the next request on. @throws Fault `key_not_found` (also a second time), `last_admin_key` */
    revoke: async (access: Access, id: string) => {
      const key = await findUsable(access, id);
      await keys.revokeUnlessLast(access.workspaceId, key.id);
      return key;
    },
  };
}

function findingIn(store: KeyDelegationParts["store"]) {
  const find = async (access: Access, id: string): Promise<ApiKey> => {
    const found = isId("key", id) ? await store.byId(access.workspaceId, id) : null;
    if (found !== null && isWithin(access, found)) return found;
    throw notFound(id);
  };
  const findUsable = async (access: Access, id: string): Promise<ApiKey> => {
    const found = await find(access, id);
    if (found.revokedAt === null) return found;
    throw notFound(id);
  };
  return { find, findUsable };
}

function isWithin({ expertIds }: Access, key: ApiKey): boolean {
  return expertIds === null || (key.expertIds?.every((id) => expertIds.includes(id)) ?? false);
}

function expiryOf(
  { expiresAt }: Pick<DelegationRequest, "expiresAt">,
  latest: number | null,
  now: number,
): number | null {
  if (expiresAt === undefined) return latest;
  if (expiresAt !== null && expiresAt <= now) throw invalidParameter("expires_at", '"expires_at" is in the past.');
  if (latest === null || (expiresAt !== null && expiresAt <= latest)) return expiresAt;
  throw new Fault(
    "insufficient_scope",
    `This key expires at ${timestamp(latest)}, so it cannot give a key that lasts longer.`,
    {
      param: "expires_at",
    },
  );
}

function pageOf(items: readonly ApiKey[], { after, order, limit }: PageRequest): Page<ApiKey> {
  const isBehind = ({ id }: ApiKey) => after === null || (order === "asc" ? id > after : id < after);
  const rest = items.filter(isBehind);
  return { items: rest.slice(0, limit), hasMore: rest.length > limit, totalCount: items.length };
}

function notFound(id: string): Fault {
  return new Fault("key_not_found", `There is no active key "${id}" that this key can reach.`, {
    hint: "GET /v1/keys lists them.",
  });
}
