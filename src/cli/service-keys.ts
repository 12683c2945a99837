import type { KeyObject } from "../api/shapes.ts";
import type { DocentClient } from "../client/docent-client.ts";
import type { CommandServices } from "../compose/database/command-services.ts";
import { timestamp } from "../kernel/clock.ts";
import { type ExpertId, isId } from "../kernel/ids.ts";
import type { Scope } from "../keys/key.ts";
import { UsageError } from "./command.ts";
import type { KeyWish } from "./key-wish.ts";
import { workspaceChosen } from "./named-things.ts";

export interface KeyPlace {
  create(wish: KeyWish): Promise<{ readonly id: string; readonly secret: string; readonly scopes: readonly Scope[] }>;
  list(): Promise<readonly ListedKey[]>;
  revoke(id: string): Promise<void>;
}

export type ListedKey = Pick<
  KeyObject,
  "id" | "prefix" | "name" | "scopes" | "revoked_at" | "expires_at" | "last_used_at"
>;

export function keysOfService(client: DocentClient): KeyPlace {
  return {
    create: ({ name, scopes, experts, expiresAt }) =>
      client.createKey({
        name,
        scopes: [...scopes],
        ...(experts === null ? {} : { expert_ids: [...experts] }),
        ...(expiresAt === null ? {} : { expires_at: timestamp(expiresAt) }),
      }),
    list: () => Array.fromAsync(client.listKeys({ order: "asc" })),
    revoke: (id) => client.revokeKey(id),
  };
}

export function keysOfFolder(services: CommandServices, options: ReadonlyMap<string, string>): KeyPlace {
  const workspace = async () => (await workspaceChosen(services, options)).id;
  return {
    create: async ({ experts, ...wish }) => {
      const expertIds = experts?.map(expertId) ?? null;
      const { key, secret } = await services.keys.create({ workspaceId: await workspace(), ...wish, expertIds });
      return { id: key.id, secret, scopes: key.scopes };
    },
    list: async () =>
      (await services.keys.list(await workspace())).map(({ revokedAt, expiresAt, lastUsedAt, ...key }) => ({
        ...key,
        scopes: [...key.scopes],
        revoked_at: shownTime(revokedAt),
        expires_at: shownTime(expiresAt),
        last_used_at: shownTime(lastUsedAt),
      })),
    revoke: async (id) => {
      if (!isId("key", id)) throw new UsageError(sayWhich);
      await services.keys.revoke(await workspace(), id);
    },
  };
}

export const sayWhich = "Say which key: `docent keys revoke KEY_ID`. `docent keys list` shows the ids.";

function shownTime(at: number | null): string | null {
  return at === null ? null : timestamp(at);
}

function expertId(id: string): ExpertId {
  if (!isId("expert", id)) throw new UsageError(`"${id}" is not the id of an expert (exp_…).`);
  return id;
}
