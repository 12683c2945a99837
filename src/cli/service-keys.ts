import type { Key } from "../api/shapes.ts";
import type { DocentClient } from "../client/docent-client.ts";
import { timestamp } from "../kernel/clock.ts";
import { shownLine } from "../language/text/shown-text.ts";
import { type Console, UsageError } from "./command.ts";
import type { KeyWish } from "./key-wish.ts";

export async function createServiceKey(client: DocentClient, wish: KeyWish, console: Console): Promise<string> {
  const { name, scopes, experts, expiresAt } = wish;
  const {
    id,
    secret,
    scopes: given,
  } = await client.createKey({
    name,
    scopes: [...scopes],
    ...(experts === null ? {} : { expert_ids: [...experts] }),
    ...(expiresAt === null ? {} : { expires_at: timestamp(expiresAt) }),
  });
  console.print(secret);
  console.complain(`Key ${id} (${given.join(", ")}). This is the only time it is shown: only its hash is stored.`);
  return secret;
}

export async function listServiceKeys(client: DocentClient, console: Console): Promise<void> {
  for (const key of await client.keys()) {
    const name = shownLine(key.name).padEnd(16);
    console.print([key.id, `${key.prefix}…`.padEnd(10), name, key.scopes.join(","), stateOf(key)].join("  "));
  }
}

export async function revokeServiceKey(client: DocentClient, id: string, console: Console): Promise<void> {
  if (id === "") throw new UsageError("Say which key: `docent keys revoke KEY_ID`. `docent keys list` shows the ids.");
  await client.revokeKey(id);
  console.print(`${id} is revoked.`);
}

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt, last_used_at: lastUsedAt }: Key): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt !== null) return `expires ${expiresAt}`;
  return lastUsedAt === null ? "never used" : `last used ${lastUsedAt}`;
}
