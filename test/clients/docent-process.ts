/** The compiled executable on an empty data folder, with the experts that the suites ask. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedSettings } from "../support/worlds/shared-storage.ts";
import { model, notices, noticesText, noticesTitle, slashedAlias, sourceText, sourceTitle } from "./pump-manual.ts";

export const executable = join(import.meta.dir, "../../dist/docent");
/** Loaded machines take their time; it ends as soon as it listens. */
const startDeadline = 180_000;

export const apiKey = "dk_for-the-client-tests-only";
/** The web page that may call it. */
export const allowedOrigin = "http://localhost:3000";

export interface DocentProcess {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  /** Its log so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** @param settings additional environment variables of the run. */
export async function startDocent(settings: Readonly<Record<string, string>>): Promise<DocentProcess> {
  const folder = await mkdtemp(join(tmpdir(), "docent-clients-"));
  const [greeting, log] = [Bun.file(join(folder, "greeting")), Bun.file(join(folder, "log"))];
  const dataDir = join(folder, "data");
  const common = {
    DOCENT_API_KEY: apiKey,
    DOCENT_DATA_DIR: dataDir,
    DOCENT_PORT: "0",
    DOCENT_CORS_ORIGINS: allowedOrigin,
  };
  const child = Bun.spawn([executable, "serve"], {
    env: { ...common, ...sharedSettings(dataDir), ...settings },
    stdio: ["ignore", greeting, log],
  });
  const stop = async () => {
    child.kill();
    await child.exited;
    await rm(folder, { recursive: true });
  };
  try {
    const baseURL = `${await addressIn(greeting, child)}/v1`;
    await teach(baseURL);
    return { baseURL, log: () => log.text(), stop };
  } catch (error) {
    process.stderr.write(await log.text());
    await stop();
    throw error;
  }
}

/** Its printed address, when it is ready. */
async function addressIn(greeting: Bun.BunFile, docent: Bun.Subprocess): Promise<string> {
  for (const deadline = performance.now() + startDeadline; performance.now() < deadline; await Bun.sleep(20)) {
    if (docent.exitCode !== null) throw new Error(`docent ended with ${docent.exitCode}`);
    const address = /listening on (http:\S+)/.exec(await greeting.text())?.[1];
    if (address !== undefined) return address;
  }
  throw new Error("docent did not become ready");
}

async function teach(baseURL: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(`${baseURL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  // A failure of the model server is to reach the client: the sources do not answer in its place.
  const settings = { fallback: "none" };
  await post("/experts", { name: sourceTitle, slug: model, aliases: ["gpt-4o-mini", slashedAlias], settings });
  await post(`/experts/${model}/sources?wait=60`, { title: sourceTitle, text: sourceText });
  await post("/experts", { name: noticesTitle, slug: notices });
  await post(`/experts/${notices}/sources?wait=60`, { title: noticesTitle, text: noticesText });
}
