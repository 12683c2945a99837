import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type AnyOrama, create, insertMultiple, load, save, search } from "@orama/orama";
import type { MakePeer } from "./peer.ts";

const schema = { title: "string", text: "string" } as const;

export const stockOramaPeer: MakePeer = (folder) => {
  const file = join(folder, "orama.json");
  const database = create({ schema });
  const ask = (one: AnyOrama) => async (question: string) => {
    const { hits } = await search(one, { term: question, limit: 10, threshold: 1 });
    return hits.map(({ id }) => Number(id));
  };
  return {
    add: async (batch) => {
      await insertMultiple(
        database,
        batch.map(({ no, title, text }) => ({ id: String(no), title, text })),
      );
    },
    finish: () => undefined,
    search: ask(database),
    save: async () => {
      await Bun.write(file, JSON.stringify(save(database)));
    },
    size: () => (existsSync(file) ? statSync(file).size : 0),
    reopen: async () => {
      const opened = create({ schema });
      load(opened, await Bun.file(file).json());
      return { search: ask(opened) };
    },
    close: () => undefined,
  };
};
