import type { Connection } from "./connection.ts";
import type { Json } from "./reply-reading.ts";

/** Each method: @throws ClientError */
export interface KeepersClient {
  keepers(expert: string): Promise<readonly KeeperReply[]>;
  /** A person's word on what is held. */
  decide(expert: string, keeper: string, word: "confirm" | "dismiss"): Promise<KeeperReply>;
  /**
   * A folder lets go of sources, or asks whether some may get content that is all alike. Returns what is held of that; null:
   * nothing.
   */
  releaseSources(
    expert: string,
    keeper: string,
    wanted: { readonly sources?: readonly string[]; readonly alike?: readonly string[] },
  ): Promise<{ readonly deletions: number; readonly changes: number; readonly since: number } | null>;
}

export function keepersClient(connection: Connection): KeepersClient {
  return {
    keepers: (expert) =>
      connection.json({ method: "GET", path: keepersPath(expert) }, (reply) => reply.at("data").list.map(keeperFrom)),
    decide: (expert, keeper, word) =>
      connection.json({ method: "POST", path: `${keepersPath(expert, keeper)}/${word}` }, keeperFrom),
    releaseSources: (expert, keeper, wanted) =>
      connection.json(
        {
          method: "POST",
          path: `${keepersPath(expert, keeper)}/release`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(wanted),
        },
        (reply) => {
          const held = heldFrom(reply.at("held"));
          return held && { deletions: held.deletions, changes: held.changes, since: Date.parse(held.since) };
        },
      ),
  };
}

function keepersPath(expert: string, keeper: string | null = null): string {
  const path = `/v1/experts/${encodeURIComponent(expert)}/keepers`;
  return keeper === null ? path : `${path}/${encodeURIComponent(keeper)}`;
}

export interface KeeperReply {
  readonly id: string;
  readonly type: string;
  readonly sources: number;
  readonly held: HeldReply | null;
  readonly raw: unknown;
}

export interface HeldReply {
  readonly deletions: number;
  readonly changes: number;
  readonly since: string;
  readonly isConfirmed: boolean;
}

function keeperFrom(reply: Json): KeeperReply {
  return {
    id: reply.at("id").text,
    type: reply.at("type").text,
    sources: reply.at("sources").number,
    held: heldFrom(reply.at("held")),
    raw: reply.value,
  };
}

function heldFrom(held: Json): HeldReply | null {
  if (held.isNone) return null;
  return {
    deletions: held.at("deletions").number,
    changes: held.at("changes").number,
    since: held.at("since").text,
    isConfirmed: !held.at("confirmed_at").isNone,
  };
}
