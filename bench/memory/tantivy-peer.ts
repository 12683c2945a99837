/** [tantivy](https://github.com/quickwit-oss/tantivy) through its Python package: one segment, English stems, BM25, no stop words. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { MakePeer, Peer } from "./peer.ts";

/** Fields that a question looks in: tantivy is fastest with the text alone; Docent always looks in title and text. */
export type TantivyFields = "body" | "title+body";

/** `DOCENT_BENCH_PYTHON` names a Python that has the package; `make bench-tantivy` sets it. */
export function tantivyPeer(fields: TantivyFields): MakePeer {
  return (folder): Peer => {
    const python = process.env.DOCENT_BENCH_PYTHON ?? "python3";
    const script = new URL("./tantivy-server.py", import.meta.url).pathname;
    const child = Bun.spawn([python, script, folder, fields], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
    const replies = lines(child.stdout);
    const ask = async <Reply>(request: object): Promise<Reply> => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      await child.stdin.flush();
      const { value, done } = await replies.next();
      if (done === true) throw new Error("tantivy's process has ended");
      return JSON.parse(value);
    };
    const times = (questions: readonly string[]) => ask<number[]>({ do: "time", questions });
    const search = async (question: string) => {
      await times([question]);
      return [];
    };
    return {
      add: (batch) => ask({ do: "add", passages: batch }),
      finish: () => ask({ do: "finish" }),
      search,
      timed: times,
      save: null,
      size: () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
      reopen: async () => {
        await ask({ do: "open" });
        return { search };
      },
      close: () => child.kill(),
    };
  };
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
