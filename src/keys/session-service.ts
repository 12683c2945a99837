/** A session has its key's present rights. The page has the token, a cookie the secret. */
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { KeyId, WorkspaceId } from "../kernel/ids.ts";
import { type TicketStore, ticketHash } from "../kernel/stores/tickets.ts";
import type { ApiKey } from "./key.ts";
import { hashSecret, randomDigits } from "./key-secret.ts";
import { invalidChallenge, type KeyService } from "./key-service.ts";
import type { KeyStore, SessionStore } from "./ports.ts";

const mark = "ds_";
/** In milliseconds. */
const sessionLife = 14 * 86_400_000;
const codeLife = 600_000;

export interface SessionCredentials {
  readonly token: string;
  readonly secret: string | undefined;
}

export interface OpenedSession {
  readonly token: string;
  readonly secret: string;
  readonly key: ApiKey;
  readonly expiresAt: number;
}

export type SessionService = ReturnType<typeof createSessionService>;

interface SessionServiceParts {
  readonly store: SessionStore;
  readonly tickets: TicketStore;
  readonly keys: KeyService;
  readonly keyStore: Pick<KeyStore, "byId" | "list">;
  readonly clock: Clock;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

interface IssuedCode {
  readonly workspaceId: WorkspaceId;
  readonly keyId: KeyId;
}

const codeHash = (code: string) => ticketHash("sign-in", code);

export function createSessionService(parts: SessionServiceParts) {
  const { store, keys, clock, random } = parts;
  const open = async (key: ApiKey | null): Promise<OpenedSession> => {
    await keys.grantAccess(key);
    if (key === null) throw notOpen();
    const createdAt = clock.now();
    const expiresAt = Math.min(createdAt + sessionLife, key.expiresAt ?? Number.POSITIVE_INFINITY);
    const [token, secret] = [mark + randomDigits(random), randomDigits(random)];
    await store.add({ hash: hashOf({ token, secret }), keyId: key.id, createdAt, expiresAt });
    return { token, secret, key, expiresAt };
  };
  const find = async (halves: SessionCredentials) => {
    const found = halves.secret === undefined ? null : await store.find(hashOf(halves));
    return found !== null && found.expiresAt > clock.now() ? found : null;
  };
  return {
    isToken: (bearer: string) => bearer.startsWith(mark),
    openWithKey: async (secret: string) => {
      await keys.authenticate(secret);
      return open(await keys.find(secret));
    },
    openWithCode: async (code: string) => open(await redeemedKey(parts, code)),
    /** For a key with all rights; null: there is none. */
    issueCode: (workspace: WorkspaceId) => issueCode(parts, workspace),
    /** @returns a code for one sign-in with the rights of that key */
    issueCodeOf: (key: IssuedCode) => issueCodeOf(parts, key),
    /** @throws Fault `invalid_api_key`, also if a half is missing, or `expired_api_key` */
    authenticate: async (halves: SessionCredentials) => {
      const found = await find(halves);
      if (found === null) throw notOpen();
      return keys.grantAccess(found.key);
    },
    expiry: async (halves: SessionCredentials) => (await find(halves))?.expiresAt ?? null,
    close: (halves: SessionCredentials) => (halves.secret === undefined ? undefined : store.remove(hashOf(halves))),
  };
}

async function redeemedKey({ tickets, keyStore, clock }: SessionServiceParts, code: string): Promise<ApiKey | null> {
  const taken = await tickets.take(codeHash(code), clock.now());
  if (taken === null) throw usedUp();
  const { workspaceId, keyId }: IssuedCode = JSON.parse(taken);
  return keyStore.byId(workspaceId, keyId);
}

async function issueCode(parts: SessionServiceParts, workspaceId: WorkspaceId): Promise<string | null> {
  const now = parts.clock.now();
  const owner = (await parts.keyStore.list(workspaceId)).findLast((key) => hasAllRights(key, now));
  return owner === undefined ? null : (await issueCodeOf(parts, { workspaceId, keyId: owner.id })).code;
}

async function issueCodeOf({ tickets, clock, random }: SessionServiceParts, { workspaceId, keyId }: IssuedCode) {
  const code = randomDigits(random);
  const now = clock.now();
  const expiresAt = now + codeLife;
  await tickets.keep({ hash: codeHash(code), content: JSON.stringify({ workspaceId, keyId }), expiresAt }, now);
  return { code, expiresAt };
}

function hashOf({ token, secret }: SessionCredentials): Uint8Array {
  return hashSecret(`${token}.${secret}`);
}

function hasAllRights({ scopes, expertIds, revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return scopes.includes("admin") && expertIds === null && revokedAt === null && (expiresAt ?? now + 1) > now;
}

function notOpen(): Fault {
  return new Fault("invalid_api_key", "The session has ended, or its cookie did not come with the request.", {
    hint: "Sign in again.",
    headers: invalidChallenge,
  });
}

function usedUp(): Fault {
  return new Fault("invalid_sign_in_code", "The sign-in address was used already, or is older than ten minutes.", {
    hint: "`docent login` prints a new one; or sign in with a key.",
  });
}
