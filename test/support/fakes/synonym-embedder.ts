/**
 * An embedding server over real HTTP whose vectors are bags of meanings: synonyms share a dimension. Deterministic.
 * Loopback only.
 */

/** The words of a line are synonyms; any other word stands for itself. */
const meanings = [
  "car automobile vehicle",
  "buy purchase acquire",
  "doctor physician medic",
  "fast quick rapid speedy",
  "repair fix mend",
  "cat feline kitten",
];

const meaningOf = new Map(meanings.flatMap((line, i) => line.split(" ").map((word) => [word, `meaning ${i}`])));

export interface SynonymServer {
  readonly url: string;
  /** The texts of each call, in order of arrival. */
  readonly calls: string[][];
  /** The reply to the next calls. `silence`: no reply. */
  behave(how: "well" | "badly" | "silence"): void;
  /** Leaves the n-th call from now on unanswered; resolves when it arrives. */
  silentAt(n: number): Promise<void>;
  stop(): Promise<void>;
}

export function synonymServer(dimensions = 64): SynonymServer {
  const calls: string[][] = [];
  let manner: "well" | "badly" | "silence" = "well";
  let silent: { readonly at: number; readonly reached: () => void } | null = null;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    fetch: async (request) => {
      const { input } = (await request.json()) as { input: string[] };
      calls.push(input);
      if (silent?.at === calls.length) {
        silent.reached();
        return new Promise<Response>(() => undefined);
      }
      if (manner === "silence") return new Promise<Response>(() => undefined);
      if (manner === "badly") return new Response("out of memory", { status: 500 });
      const data = input.map((text, index) => ({ object: "embedding", index, embedding: bagOf(text, dimensions) }));
      return Response.json({ object: "list", data, usage: { prompt_tokens: 10 * input.length, total_tokens: 0 } });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    behave: (how) => {
      manner = how;
    },
    silentAt: (n) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      silent = { at: calls.length + n, reached: resolve };
      return promise;
    },
    stop: () => server.stop(true),
  };
}

function bagOf(text: string, dimensions: number): number[] {
  const bag = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const at = Number(Bun.hash.xxHash32(meaningOf.get(word) ?? word)) % dimensions;
    bag[at] = (bag[at] ?? 0) + 1;
  }
  return bag;
}
