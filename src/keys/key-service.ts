import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { hasPassed, timestamp } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { ExpertId, IdMint, KeyId, WorkspaceId } from "../kernel/ids.ts";
import { type Access, type ApiKey, type Scope, scopes } from "./key.ts";
import { hashSecret, isIntact, newSecret, secretPrefix } from "./key-secret.ts";
import type { KeyEdit, KeyStore, StoredKey } from "./ports.ts";

export interface KeyDraft {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly expertIds?: readonly ExpertId[] | null;
  readonly expiresAt?: number | null;
  readonly secret?: string;
}

export type KeyService = ReturnType<typeof createKeyService>;

interface KeyServiceParts {
  readonly store: KeyStore;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

/** Milliseconds that `last_used_at` may lag, so that not every request writes. */
const touchInterval = 60_000;

export function createKeyService({ store, clock, ids, random }: KeyServiceParts) {
  const find = (secret: string, expert?: string) => keyWith(secret, store, expert);
  const grantAccess = (given: ApiKey | null, hint: string): Awaitable<Access> => {
    const now = clock.now();
    const { id: keyId, workspaceId, scopes: granted, expertIds, lastUsedAt } = validKey(given, now, hint);
    const access = { keyId, workspaceId, scopes: granted, expertIds };
    const isRecent = lastUsedAt !== null && !hasPassed(touchInterval, lastUsedAt, now);
    return isRecent ? access : whenKnown(store.touch(keyId, now), () => access);
  };
  return {
    create: async (wanted: KeyDraft) => {
      const secret = wanted.secret ?? newSecret(random);
      const key = keyOf(wanted, secret, ids.mint("key"), clock.now());
      await store.add(key, hashSecret(secret));
      return { key, secret };
    },
    list: (workspace: WorkspaceId) => store.list(workspace),
    revoke: async (workspace: WorkspaceId, id: KeyId) => {
      if (!(await store.revoke(workspace, id, clock.now()))) throw notFound(id);
    },
    /** Keeps a key that can create others. @throws Fault `key_not_found`, `last_admin_key` */
    revokeUnlessLast: async (workspace: WorkspaceId, id: KeyId) =>
      refuseUnlessDone(await store.revokeUnlessLast(workspace, id, clock.now()), id, "be revoked here"),
    /** @throws Fault `key_not_found`, `last_admin_key` if the last lasting key would end */
    edit: async (workspace: WorkspaceId, id: KeyId, edit: KeyEdit) =>
      refuseUnlessDone(await store.edit(workspace, id, edit), id, "get an end"),
    /** @param expert in the request's address @throws Fault `missing_api_key`, `invalid_api_key` or `expired_api_key` */
    authenticate: (secret: string | undefined, expert?: string) => {
      if (secret === undefined || secret === "") throw missing();
      return whenKnown(find(secret, expert), (stored) =>
        whenKnown(grantAccess(stored?.key ?? null, hintFor(secret)), (access) => withForeseen(access, stored)),
      );
    },
    grantAccess: (key: ApiKey | null) => grantAccess(key, listHint),
    find: (secret: string) => whenKnown(find(secret), (stored) => stored?.key ?? null),
  };
}

/** By the digest, which a caller cannot choose, and in constant time. */
function keyWith(secret: string, store: KeyStore, expert?: string): Awaitable<StoredKey | null> {
  const hash = hashSecret(secret);
  return whenKnown(store.byHash(hash, expert), (stored) =>
    stored !== null && crypto.timingSafeEqual(stored.hash, hash) ? stored : null,
  );
}

function withForeseen(access: Access, stored: StoredKey | null): Access {
  const foreseen = stored?.foreseen;
  return foreseen === undefined ? access : { ...access, foreseen };
}

function validKey(key: ApiKey | null, now: number, hint: string): ApiKey {
  if (key === null || key.revokedAt !== null) throw unknown(hint);
  if (key.expiresAt !== null && key.expiresAt <= now) throw expired(key.expiresAt);
  return key;
}

function keyOf(wanted: KeyDraft, secret: string, id: KeyId, now: number): ApiKey {
  return {
    id,
    workspaceId: wanted.workspaceId,
    name: wanted.name,
    prefix: secretPrefix(secret),
    scopes: wanted.scopes ?? scopes,
    expertIds: wanted.expertIds ?? null,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: wanted.expiresAt ?? null,
    revokedAt: null,
  };
}

function refuseUnlessDone(outcome: "missing" | "last" | "revoked" | "edited", id: KeyId, what: string): void {
  if (outcome === "missing") throw notFound(id);
  if (outcome === "last") throw lastAdmin(id, what);
}

function notFound(id: KeyId): Fault {
  return new Fault("key_not_found", `There is no active key ${id} in this workspace.`);
}

function lastAdmin(id: KeyId, what: string): Fault {
  return new Fault(
    "last_admin_key",
    `${id} is the workspace's last key that has all rights and never expires, so it cannot ${what}.`,
    {
      hint: "Create another such key first, or revoke this one with `docent keys revoke`.",
    },
  );
}

/** For a request without a key (RFC 6750, section 3). */
export const keyChallenge = { "www-authenticate": 'Bearer realm="docent"' };
export const invalidChallenge = { "www-authenticate": 'Bearer realm="docent", error="invalid_token"' };

function missing(): Fault {
  return new Fault("missing_api_key", "The request has no API key.", {
    hint: "Send it as `Authorization: Bearer <key>`.",
    headers: keyChallenge,
  });
}

const listHint = "`docent keys list` shows the keys of this service.";

function hintFor(secret: string): string {
  return secret.startsWith("dk_") && !isIntact(secret) ? "The key is incomplete or mistyped: copy it again." : listHint;
}

function unknown(hint: string): Fault {
  return new Fault("invalid_api_key", "The API key is unknown or revoked.", { hint, headers: invalidChallenge });
}

function expired(at: number): Fault {
  return new Fault("expired_api_key", `The API key expired at ${timestamp(at)}.`, {
    hint: "Make a new one with `docent keys create`.",
    headers: invalidChallenge,
  });
}
