/** Every kind of job: how one becomes due, where it can be stopped, and what shows that it is done. */
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { putPack } from "../../../src/store/sqlite/folder/model-packs.ts";
import { seededRandom } from "../../../src/torture/load/seeded-random.ts";
import { randomDensePack } from "../models/random-dense-pack.ts";
import { englishScanPack, wordsPicture } from "../models/scan-packs.ts";
import type { HeldCall, RunnerWorld, RunnerWorldOptions } from "./runner-world.ts";

const messages: string[] = [];
/** Pages, the receiver of webhooks, and a page that never comes. */
export const web: Bun.Server<undefined> = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: async (request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/never") return new Promise(() => undefined);
    if (pathname === "/hook") messages.push(await request.text());
    if (pathname === "/robots.txt") return new Response("", { status: 404 });
    return new Response(`<title>${pathname}</title><p>The page ${pathname} is about pumps.</p>`, {
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  },
});
export const address = `http://127.0.0.1:${web.port}`;

export async function send<Body>({ service }: RunnerWorld, method: string, path: string, body?: object): Promise<Body> {
  const reply = await service.request(method, `/v1${path}`, body && { body });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.json as Body;
}

interface Listed {
  readonly data: readonly { readonly id: string; readonly status: string; readonly pending: number }[];
}

export const makeExpert = (world: RunnerWorld, slug: string) => send(world, "POST", "/experts", { name: slug, slug });
const addText = (world: RunnerWorld, expert: string, text: string) =>
  send(world, "POST", `/experts/${expert}/sources?wait=60`, { text });
const areReady =
  (list: string) =>
  async (world: RunnerWorld, expert: string): Promise<boolean> => {
    const { data } = await send<Listed>(world, "GET", `/experts/${expert}/${list}`);
    return data.length > 0 && data.every(({ status }) => status === "ready");
  };
const isWhole = (what: "sense" | "vectors") => async (world: RunnerWorld, expert: string) => {
  const counted = (await send<Record<string, { done: number; total: number }>>(world, "GET", `/experts/${expert}`))[
    what
  ];
  return counted !== undefined && counted.total > 0 && counted.done === counted.total;
};

export interface Kind extends RunnerWorldOptions {
  readonly name: string;
  /** A call of each job, near its end. */
  readonly call: HeldCall;
  /** Makes one job due for the expert, or more. */
  readonly due: (world: RunnerWorld, expert: string, jobs: number) => Promise<unknown>;
  readonly isDone: (world: RunnerWorld, expert: string) => Promise<boolean>;
  /** Whether it waits while questions come. */
  readonly waits: boolean;
  /** Absent: experts do not take turns, jobs are done in the order in which they came. */
  readonly turns?: {
    /** The expert of a call, and how much of its work is in it. */
    readonly of: (call: readonly unknown[]) => { readonly expert: string; readonly amount: number };
    /** The amount that is made due for a job. */
    readonly amount: number;
    /** The jobs of the large expert; default: 10. */
    readonly many?: number;
  };
}

const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 16, normEpsilon: 1e-12 };
const ofDocument = ([job]: readonly unknown[]) => ({ expert: (job as { expertId: string }).expertId, amount: 1 });
/** A file that has been there for long: new ones are watched until they are at rest. */
function putFile(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  writeFileSync(path, text);
  utimesSync(path, 1, 1);
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

export const kinds: readonly Kind[] = [
  {
    name: "read",
    call: ["queue", "complete"],
    due: async (world, expert, jobs) => {
      for (const n of numbers(jobs))
        await send(world, "POST", `/experts/${expert}/sources`, { text: `${expert} ${n}` });
    },
    isDone: areReady("sources"),
    waits: true,
    turns: { of: ofDocument, amount: 1 },
  },
  {
    name: "recognise",
    call: ["queue", "complete"],
    prepare: (dataDir) => putPack(dataDir, "scans-eng", englishScanPack(), "scans"),
    due: async ({ service }, expert, jobs) => {
      for (const n of numbers(jobs)) {
        // What stands behind the end of a picture makes it another file.
        const body = Buffer.concat([wordsPicture(), Buffer.from(`${expert} ${n}`)]);
        const headers = { "content-type": "image/png" };
        await service.request("POST", `/v1/experts/${expert}/sources`, { body, headers });
      }
    },
    isDone: areReady("sources"),
    waits: true,
    // Each takes a tenth of a second of a core, the first of a process a second.
    turns: { of: ofDocument, amount: 1, many: 6 },
  },
  {
    name: "fetch",
    call: ["queue", "fetched"],
    due: async (world, expert, jobs) => {
      for (const n of numbers(jobs))
        await send(world, "POST", `/experts/${expert}/sources`, { type: "url", url: `${address}/${expert}/${n}` });
    },
    isDone: areReady("sources"),
    waits: false,
    turns: { of: ofDocument, amount: 1 },
  },
  {
    name: "sense",
    call: ["senses", "add"],
    // Two passages are encoded at a time.
    due: async (world, expert, jobs) => {
      for (const n of numbers(2 * jobs)) await addText(world, expert, `The cat ${n} of ${expert} likes the filter.`);
    },
    isDone: isWhole("sense"),
    waits: true,
    turns: {
      of: ([expert, passages]) => ({ expert: expert as string, amount: (passages as unknown[]).length }),
      amount: 2,
    },
  },
  {
    name: "vectors",
    call: ["dense", "add"],
    prepare: (dataDir) =>
      putPack(dataDir, "random", randomDensePack({ shape, pieces: new Map([["\u2581a", -1]]) }, seededRandom(1).next)),
    due: (world, expert) => addText(world, expert, `A pump of ${expert}.`),
    isDone: isWhole("vectors"),
    waits: true,
  },
  {
    name: "readings",
    call: ["readings", "settle"],
    due: (world, expert) => addText(world, expert, `The pump of ${expert} is greased.`),
    isDone: async ({ stores }) => (await stores.readings.experts()).every(({ readings }) => readings !== null),
    waits: false,
  },
  {
    name: "checks",
    call: ["checks", "record"],
    due: async (world, expert) => {
      await send(world, "POST", `/experts/${expert}/checks`, { question: "When is it greased?", contains: ["May"] });
      await addText(world, expert, `The pump of ${expert} is greased in May.`);
    },
    isDone: async (world, expert) => {
      const { data } = await send<{ data: { last_run: object | null }[] }>(world, "GET", `/experts/${expert}/checks`);
      return data.every(({ last_run }) => last_run !== null);
    },
    waits: false,
  },
  {
    name: "webhooks",
    call: ["webhooks", "arrived"],
    due: async (world, expert) => {
      messages.length = 0;
      await send(world, "POST", "/webhooks", { url: `${address}/hook`, events: ["source.ready"] });
      await addText(world, expert, `The pump of ${expert} hums.`);
    },
    isDone: async (world) => {
      const { data } = await send<Listed>(world, "GET", "/webhooks");
      return messages.length > 0 && data.every(({ pending }) => pending === 0);
    },
    waits: false,
  },
  {
    name: "crawls",
    call: ["sites", "end"],
    due: (world, expert) =>
      send(world, "POST", `/experts/${expert}/sites`, { url: `${address}/${expert}/`, max_depth: 0 }),
    isDone: areReady("sites"),
    waits: false,
  },
  {
    name: "site_removal",
    call: ["sites", "drop"],
    due: async (world, expert) => {
      const url = `${address}/${expert}/`;
      const site = await send<{ id: string }>(world, "POST", `/experts/${expert}/sites?wait=60`, { url, max_depth: 0 });
      await send(world, "DELETE", `/experts/${expert}/sites/${site.id}`);
    },
    isDone: async (world) => (await world.count("sites")) + (await world.count("sources")) === 0,
    waits: false,
  },
  {
    name: "folders",
    call: ["replies", "performOnce"],
    settings: (folder) => ({ DOCENT_FOLDERS: `pumps=${folder}` }),
    due: async (world) => putFile(world.folder, "pump.md", "The pump is blue."),
    isDone: areReady("sources"),
    waits: false,
  },
  {
    name: "expert_removal",
    call: ["experts", "removeSlice"],
    due: async (world, expert) => {
      await addText(world, expert, `The pump of ${expert} leaks.`);
      await send(world, "DELETE", `/experts/${expert}`);
    },
    isDone: async (world) => (await world.count("chunks")) + (await world.count("sources")) === 0,
    waits: false,
  },
];
