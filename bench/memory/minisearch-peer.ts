import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import type { MakePeer } from "./peer.ts";

const options = { idField: "no", fields: ["title", "text"] };

export const minisearchPeer: MakePeer = (folder) => {
  const file = join(folder, "minisearch.json");
  const index = new MiniSearch(options);
  const ask = (one: MiniSearch) => (question: string) =>
    one
      .search(question)
      .slice(0, 10)
      .map(({ id }) => Number(id));
  return {
    add: (batch) => index.addAll(batch),
    finish: () => undefined,
    search: ask(index),
    save: async () => {
      await Bun.write(file, JSON.stringify(index));
    },
    size: () => (existsSync(file) ? statSync(file).size : 0),
    reopen: async () => ({ search: ask(MiniSearch.loadJSON(await Bun.file(file).text(), options)) }),
    close: () => undefined,
  };
};
