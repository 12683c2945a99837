/** Nothing outside is read, nothing hangs, and nothing is deleted without a confirmation. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../checks/reply-reading.ts";
import { type ServedProcess, type Spawner, spawner } from "../load/served-process.ts";
import { json, type ServiceClient, serviceClient } from "../load/service-client.ts";
import type { TroubleOptions, TroubleOutcome } from "./trouble-rounds.ts";

type FolderTroubleOptions = Pick<
  TroubleOptions,
  "folder" | "command" | "env" | "apiKey" | "signal" | "wants" | "progress"
>;

interface KeptPlace {
  readonly root: string;
  readonly secret: string;
  readonly dataDir: string;
  readonly starts: Spawner;
  readonly apiKey: string;
}

const files = 40;
const touched = 20;
const secretWord = "swordfish";
const longestWait = 180_000;
const lookEvery = 100;

const pathOf = (root: string, n: number) => join(root, n < touched / 2 ? "drive" : ".", `${n}.md`);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

const troubles: Readonly<Record<string, (place: KeptPlace, served: Served) => Promise<readonly string[]>>> = {
  "links swapped in": async ({ root, secret }, served) => {
    for (const n of numbers(10, touched)) replaceBy(pathOf(root, n), (path) => symlinkSync(secret, path));
    rmSync(join(root, "drive"), { recursive: true });
    symlinkSync(join(secret, ".."), join(root, "drive"));
    await served.until(({ phase }) => phase === "held");
    return [...(await served.stillServes()), ...(await served.allThere())];
  },
  "pipes swapped in": async ({ root }, served) => {
    for (const n of numbers(0, touched)) replaceBy(pathOf(root, n), makePipe);
    replaceBy(join(root, ".docent-folder"), makePipe);
    await served.until(({ phase }) => phase === "stopped");
    return [...(await served.stillServes()), ...(await served.allThere())];
  },
  "mass deletion in steps": async ({ root }, served) => {
    for (const n of numbers(10, 16)) rmSync(pathOf(root, n));
    await served.until(({ phase, files: left }) => phase !== "working" && left === files - 6);
    await served.restarted();
    for (const n of numbers(16, files)) rmSync(pathOf(root, n));
    await served.until(({ phase }) => phase === "held");
    const rest = await served.sources();
    return rest === files - 6 ? served.stillServes() : [`${rest} of ${files} sources are there`];
  },
  "drive of a folder away": async ({ root, dataDir }, served) => {
    renameSync(join(root, "drive"), `${dataDir}-drive`);
    mkdirSync(join(root, "drive"));
    await served.until(({ phase }) => phase === "held");
    await served.restarted();
    await served.until(({ phase }) => phase === "held");
    return [...(await served.stillServes()), ...(await served.allThere())];
  },
};

export async function sufferFolderTroubles(options: FolderTroubleOptions): Promise<readonly TroubleOutcome[]> {
  const outcomes: TroubleOutcome[] = [];
  for (const [trouble, inflict] of Object.entries(troubles)) {
    if (!options.wants(trouble) || options.signal.aborted) continue;
    const outcome = { trouble, advice: [], named: [], silent: await suffer(options, trouble, inflict) };
    outcomes.push(outcome);
    options.progress(outcome);
  }
  return outcomes;
}

async function suffer(
  { folder, command, env, apiKey }: FolderTroubleOptions,
  trouble: string,
  inflict: (typeof troubles)[string],
): Promise<readonly string[]> {
  const dataDir = join(folder, trouble.replaceAll(/\W+/g, "-"));
  const [root, outside] = [`${dataDir}-kept`, `${dataDir}-outside`];
  for (const made of [outside, join(root, "drive")]) mkdirSync(made, { recursive: true });
  const secret = join(outside, "0.md");
  writeFileSync(secret, `The password is ${secretWord}.`);
  for (const n of numbers(0, files)) writeFileSync(pathOf(root, n), `Part ${n} is grey.`);
  const settings = { DOCENT_API_KEY: apiKey, DOCENT_FOLDERS: `kept=${root}`, DOCENT_FOLDERS_POLL: "1" };
  const starts = spawner({ command, env: { ...env, ...settings }, logFile: `${dataDir}.log` });
  const place = { root, secret, dataDir, starts, apiKey };
  const served = new Served(place);
  try {
    await served.restarted();
    await served.until(({ phase, ready }) => phase === "in_step" && ready === files);
    const problems = await inflict(place, served);
    return [...problems, ...(await served.stopped())];
  } catch (error) {
    if (error instanceof NotNoticed) return [error.message];
    throw error;
  } finally {
    await starts.killAll();
    for (const made of [root, outside, dataDir, `${dataDir}-drive`]) rmSync(made, { recursive: true, force: true });
  }
}

class NotNoticed extends Error {}

class Served {
  readonly #place: KeptPlace;
  #process: ServedProcess | null = null;
  #client: ServiceClient | null = null;

  constructor(place: KeptPlace) {
    this.#place = place;
  }

  async restarted(): Promise<void> {
    const { starts, dataDir, apiKey } = this.#place;
    await this.#process?.kill();
    this.#process = starts.serve(dataDir);
    const address = await this.#process.address;
    if (address === null) throw new NotNoticed("the service does not start");
    this.#client = serviceClient(address, apiKey);
  }

  async until(
    isSo: (seen: { readonly phase: string; readonly files: number; readonly ready: number }) => boolean,
  ): Promise<void> {
    let last = "nothing";
    for (const end = performance.now() + longestWait; performance.now() < end; await Bun.sleep(lookEvery)) {
      const [folder] = (await this.#get("/v1/system")).at("folders").list;
      if (folder === undefined) continue;
      const [phase, files, ready] = [folder.at("phase").text, folder.at("files").number, folder.at("ready").number];
      last = `${phase}, ${ready} of ${files} ready`;
      if (isSo({ phase, files, ready })) return;
    }
    throw new NotNoticed(`after ${longestWait / 1000} seconds the folder is ${last}`);
  }

  async sources(): Promise<number> {
    return (await this.#get("/v1/experts/kept/sources?limit=1")).at("total_count").number;
  }

  async allThere(): Promise<readonly string[]> {
    const count = await this.sources();
    return count === files ? [] : [`${count} of ${files} sources are there`];
  }

  async stillServes(): Promise<readonly string[]> {
    await this.#post("/v1/experts", { name: "other", slug: "other" });
    const text = "A note of its own.";
    const added = await this.#post("/v1/experts/other/sources?wait=30", { text });
    const file = await this.#send("GET", `/v1/experts/other/sources/${added.at("id").text}/file`);
    const question = { question: "What is the password?", generate: false };
    const known = await this.#send("POST", "/v1/experts/kept/query", question);
    return [
      ...(file === text ? [] : ["a file of another expert is not served"]),
      ...(known.includes(secretWord) ? ["a file outside of the folder was read"] : []),
    ];
  }

  async stopped(): Promise<readonly string[]> {
    const code = await this.#process?.stop(longestWait);
    return code === 0 ? [] : [`asked to stop, it ended with ${code}`];
  }

  async #get(path: string) {
    return parseJson(await this.#send("GET", path));
  }

  async #post(path: string, body: object) {
    return parseJson(await this.#send("POST", path, body));
  }

  async #send(method: "GET" | "POST", path: string, body?: object): Promise<string> {
    const reply = await this.#client?.send({ method, path, ...(body && json(body)) });
    if (reply?.type === "received" && reply.status < 300) return reply.text;
    throw new NotNoticed(`${method} ${path} was answered ${reply?.type === "received" ? reply.status : "not at all"}`);
  }
}

function replaceBy(path: string, make: (path: string) => void): void {
  rmSync(path, { force: true });
  make(path);
}

function makePipe(path: string): void {
  const { exitCode } = Bun.spawnSync(["mkfifo", path]);
  if (exitCode !== 0) throw new NotNoticed(`mkfifo ended with ${exitCode}`);
}
