/** A service that a browser can open, with experts and sources to look at. */
import { handbookPages } from "../../src/handbook/handbook-pages.ts";
import { ExpertObject } from "../../src/http/native/expert-schemas.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { type MovableClock, type ServiceWish, startService, type TestService } from "../support/service.ts";

export interface ConsoleWorld extends TestService {
  /** `http://127.0.0.1:40123` */
  readonly origin: string;
  /** An address that signs in once. */
  signInAddress(path?: string): string;
  /** Makes an expert and adds texts to it, by title. @returns its slug */
  expert(name: string, texts?: Readonly<Record<string, string | Uint8Array>>): Promise<string>;
}

/** Time passes in it: a browser waits for no clock that is moved by hand. */
const passing: MovableClock = { now: systemClock.now, set: () => {}, advance: () => {} };

export async function startConsoleWorld(wish: ServiceWish = {}): Promise<ConsoleWorld> {
  const service = await startService({ clock: passing, ...wish });
  const { app, sessions } = service.docent;
  app.listen({ port: 0, hostname: "127.0.0.1" });
  const origin = `http://127.0.0.1:${app.server?.port}`;
  return {
    ...service,
    origin,
    signInAddress: (path = "/") => `${origin}${path}#code=${sessions.issueCode(service.workspace)}`,
    expert: async (name, texts = {}) => {
      const made = (await service.request("POST", "/v1/experts", { body: { name } })).as(ExpertObject);
      for (const [title, content] of Object.entries(texts)) {
        const path = `/v1/experts/${made.id}/sources?wait=20`;
        if (typeof content === "string") await service.request("POST", path, { body: { title, text: content } });
        else await service.request("POST", `${path}&filename=${encodeURIComponent(title)}`, { body: content });
      }
      return made.slug;
    },
    close: async () => {
      await app.server?.stop(true);
      await service.close();
    },
  };
}

/** The expert that a first start makes. */
export async function addHandbook(world: ConsoleWorld): Promise<void> {
  const body = {
    name: "Handbook",
    description: "How to use Docent, from its own documentation.",
    metadata: { builtin: "handbook" },
  };
  const { id } = (await world.request("POST", "/v1/experts", { body })).as(ExpertObject);
  for (const { name, text } of handbookPages) {
    const source = { text, external_id: `handbook/${name}` };
    await world.request("POST", `/v1/experts/${id}/sources?wait=20`, { body: source });
  }
}
