import type { Json } from "./reply-reading.ts";

export interface KeyReply {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface NewKeyReply extends KeyReply {
  readonly secret: string;
}

export function keyFrom(reply: Json): KeyReply {
  return {
    id: reply.at("id").text,
    prefix: reply.at("prefix").text,
    name: reply.at("name").text,
    scopes: reply.at("scopes").list.map(({ text }) => text),
    lastUsedAt: reply.at("last_used_at").textOrNull,
    expiresAt: reply.at("expires_at").textOrNull,
    revokedAt: reply.at("revoked_at").textOrNull,
  };
}

export function newKeyFrom(reply: Json): NewKeyReply {
  return { ...keyFrom(reply), secret: reply.at("secret").text };
}
