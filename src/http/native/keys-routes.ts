import type { Static } from "@sinclair/typebox";
import { DeletedKey, KeyList, KeyListQuery, KeyObject, KeyPatch, NewKey, NewKeyObject } from "../../api/key-schemas.ts";
import { deletedView, listView, pageRequestFrom } from "../../api/native-views.ts";
import { expertsNamed } from "../../experts/expert-service.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { ApiKey } from "../../keys/key.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Keys");

function expiryFrom(text: string | null | undefined): { readonly expiresAt?: number | null } {
  return text === undefined ? {} : { expiresAt: text === null ? null : Date.parse(text.toUpperCase()) };
}

function keyView(key: ApiKey): Static<typeof KeyObject> {
  const instant = (at: number | null) => (at === null ? null : timestamp(at));
  return {
    id: key.id,
    object: "key",
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    expert_ids: key.expertIds === null ? null : [...key.expertIds],
    created_at: timestamp(key.createdAt),
    last_used_at: instant(key.lastUsedAt),
    expires_at: instant(key.expiresAt),
    revoked_at: instant(key.revokedAt),
  };
}

const listKeys = route("GET /v1/keys", "listKeys", {
  summary: "List API keys",
  scope: "admin",
  query: KeyListQuery,
  description:
    "Lists the workspace's keys, including revoked ones. A key that is limited to some experts sees only keys that reach no others.",
  answers: { 200: { says: "A page of keys, without their secrets.", schema: KeyList } },
  answer: async ({ access, readQuery }, { delegation }) =>
    listView(await delegation.list(access, pageRequestFrom(readQuery())), keyView),
});

const createKey = route("POST /v1/keys", "createKey", {
  summary: "Make an API key",
  scope: "admin",
  description:
    "A key cannot give more rights than it has: no expert that it cannot reach, and no expiry later than its own. The " +
    "secret is in this reply and nowhere else, so there is no `Idempotency-Key` here.",
  body: { "application/json": NewKey },
  answers: { 201: { says: "The key with its secret; `Location` has its address.", schema: NewKeyObject } },
  errors: ["expert_not_found", "storage_full"],
  answer: async ({ access, set, readBody }, { delegation, experts }) => {
    const { name, scopes, expert_ids: named, expires_at } = await readBody();
    const expertIds = named && (await expertsNamed(experts, access, named, "expert_ids")).map(({ id }) => id);
    const wanted = { name, scopes, ...(expertIds && { expertIds }), ...expiryFrom(expires_at) };
    const { key, secret } = await delegation.grant(access, wanted);
    set.headers.location = `/v1/keys/${key.id}`;
    set.headers["cache-control"] = "no-store";
    return { ...keyView(key), secret };
  },
});

const getKey = route("GET /v1/keys/:id", "getKey", {
  summary: "Get an API key",
  description: "Revoked keys too.",
  scope: "admin",
  errors: ["key_not_found"],
  answers: { 200: { says: "The key, without its secret.", schema: KeyObject } },
  answer: async ({ access, params }, { delegation }) => keyView(await delegation.find(access, params.id)),
});

const updateKey = route("PATCH /v1/keys/:id", "updateKey", {
  summary: "Change the name or the expiry of an API key",
  scope: "admin",
  description:
    "Takes effect with the next request. Fields that are not given keep their value. No key gets an expiry later than that of " +
    "the requesting key, and the last key that has all rights gets none. Rights do not change: make another key.",
  body: { "application/json": KeyPatch },
  answers: { 200: { says: "The key as it is now.", schema: KeyObject } },
  errors: ["key_not_found", "last_admin_key", "storage_full"],
  answer: async ({ access, params, readBody }, { delegation }) => {
    const { expires_at, ...named } = await readBody();
    return keyView(await delegation.edit(access, params.id, { ...named, ...expiryFrom(expires_at) }));
  },
});

const revokeKey = route("DELETE /v1/keys/:id", "revokeKey", {
  summary: "Revoke an API key",
  scope: "admin",
  description: "The key is refused from the next request on. It stays in the list with `revoked_at`.",
  answers: { 200: { says: "It is revoked.", schema: DeletedKey } },
  errors: ["key_not_found", "last_admin_key", "storage_full"],
  answer: async ({ access, params }, { delegation }) =>
    deletedView("key", (await delegation.revoke(access, params.id)).id),
});

export const keysRoutes = [listKeys, createKey, getKey, updateKey, revokeKey];
