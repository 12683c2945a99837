import { parseJson } from "../checks/reply-reading.ts";
import type { Spawner } from "./served-process.ts";
import { json, type ServiceClient } from "./service-client.ts";

export interface KeyManagement {
  create(name: string): Promise<{ readonly id: string; readonly secret: string } | null>;
  revoke(id: string): Promise<boolean>;
}

export function keysByCommand({ run }: Spawner, dataDir: string): KeyManagement {
  const folder = ["--data-dir", dataDir];
  return {
    create: async (name) => {
      const made = await run(["keys", "create", "--name", name, ...folder]);
      const id = /\bkey_\w+/.exec(made?.err ?? "")?.[0];
      const secret = made?.out.trim();
      return id === undefined || secret === undefined ? null : { id, secret };
    },
    revoke: async (id) => (await run(["keys", "revoke", id, ...folder])) !== null,
  };
}

export function keysOverHttp({ send }: ServiceClient): KeyManagement {
  return {
    create: async (name) => {
      const reply = await send({ method: "POST", path: "/v1/keys", ...json({ name, scopes: ["query"] }) });
      if (reply.type === "cut" || reply.status !== 201) return null;
      const key = parseJson(reply.text);
      return { id: key.at("id").text, secret: key.at("secret").text };
    },
    revoke: async (id) => {
      const reply = await send({ method: "DELETE", path: `/v1/keys/${id}` });
      return reply.type === "received" && reply.status === 200;
    },
  };
}
