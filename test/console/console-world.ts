/** A service that a browser can open, with experts and sources to look at. */

import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { handbookPages } from "../../src/http/description/handbook-pages.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type MovableClock, type ServiceOptions, startService, type TestService } from "../support/service.ts";

export interface ConsoleWorld extends TestService {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  /** An address that signs in once. */
  signInAddress(path?: string): Promise<string>;
  /** Adds a source and waits until it has been read. @param facts `title=Pump&external_id=pump` */
  addSource(slug: string, content: string | Uint8Array, facts?: Record<string, string>, key?: string): Promise<void>;
  /** Makes an expert and adds texts to it, by title. @returns its slug */
  expert(name: string, texts?: Readonly<Record<string, string | Uint8Array>>): Promise<string>;
  /** Listens again where it listened before. */
  listenAgain(): void;
}

/** Time passes in it: a browser waits for no clock that is moved by hand. */
const passing: MovableClock = { now: systemClock.now, set: () => {}, advance: () => {} };

export async function startConsoleWorld(criteria: ServiceOptions = {}): Promise<ConsoleWorld> {
  const service = await startService({ clock: passing, ...criteria });
  const { app, sessions } = service.docent;
  const port = listenSomewhere(service);
  const origin = `http://127.0.0.1:${port}`;
  const addSource: ConsoleWorld["addSource"] = async (slug, content, facts = {}, key = service.owner) => {
    const path = `/v1/experts/${slug}/sources`;
    const isText = typeof content === "string";
    const sent = isText ? { key, body: { text: content, ...facts } } : { key, body: content };
    let reply = await service.request("POST", `${path}${isText ? "" : `?${new URLSearchParams(facts)}`}`, sent);
    for (;;) {
      const { id, status } = reply.as(SourceObject);
      if (status !== "queued" && status !== "processing") return;
      reply = await service.request("GET", `${path}/${id}?wait=60`, { key });
    }
  };
  return {
    ...service,
    origin,
    addSource,
    signInAddress: async (path = "/") => `${origin}${path}#code=${await sessions.issueCode(service.workspace)}`,
    expert: async (name, texts = {}) => {
      const { slug } = (await service.request("POST", "/v1/experts", { body: { name } })).as(ExpertObject);
      for (const [title, content] of Object.entries(texts))
        await addSource(slug, content, typeof content === "string" ? { title } : { filename: title });
      return slug;
    },
    listenAgain: () => void app.listen({ port, hostname: "127.0.0.1", reusePort: false }),
    close: async () => {
      await app.server?.stop(true);
      await service.close();
    },
  };
}

/**
 * Below the ports that systems give to whoever asks for any, so that nobody else gets this one while the service is
 * down for a moment.
 */
function listenSomewhere({ docent: { app } }: TestService): number {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      app.listen({ port, hostname: "127.0.0.1", reusePort: false });
      return port;
    } catch (cause) {
      if ((cause as { code?: unknown }).code !== "EADDRINUSE") throw cause;
    }
  }
}

/** The expert that a first start makes. */
export async function addHandbook(world: ConsoleWorld): Promise<void> {
  const body = {
    name: "Handbook",
    description: "How to use Docent, from its own documentation.",
    metadata: { builtin: "handbook" },
  };
  const { slug } = (await world.request("POST", "/v1/experts", { body })).as(ExpertObject);
  for (const { name, text } of handbookPages) await world.addSource(slug, text, { external_id: `handbook/${name}` });
}
