/** Services with an embedding server and an expert named garage, and the notes that it reads. */
import { afterEach, expect } from "bun:test";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { type SynonymServer, synonymServer } from "../fakes/synonym-embedder.ts";
import { clockAt, startService, type TestService } from "../service.ts";

export const notes = ["Mend the automobile quickly.", "The physician is in on Mondays.", "Kittens sleep all day."];

export const settingsFor = ({ url }: SynonymServer, model = "synonyms") => ({
  DOCENT_EMBED_URL: url,
  DOCENT_EMBED_MODEL: model,
  DOCENT_EMBED_BATCH: "2",
});

/** Registers a hook that closes each test's services and servers. */
export function useEmbeddingServices() {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  function embedder(dimensions?: number): SynonymServer {
    const server = synonymServer(dimensions);
    open.push({ close: () => server.stop() });
    return server;
  }

  async function service(settings: Record<string, string>, resume?: TestService): Promise<TestService> {
    // The clock continues: ids are made of the time.
    const continued = resume && { resume, clock: clockAt(resume.clock.now() + 1000) };
    const started = await startService({ settings, ...continued });
    open.push(started);
    return started;
  }

  /** Stops a service and starts another on its folder. */
  async function restarted(before: TestService, settings: Record<string, string>): Promise<TestService> {
    await before.stop();
    open.splice(open.indexOf(before), 1);
    return service(settings, before);
  }
  return { embedder, service, restarted };
}

export async function createGarage(docent: TestService): Promise<void> {
  await docent.request("POST", "/v1/experts", { body: { name: "Garage" } });
}

export async function addNote(docent: TestService, text: string, externalId?: string) {
  const body = { text, title: "Note", ...(externalId && { external_id: externalId }) };
  return (await docent.request("POST", "/v1/experts/garage/sources?wait=60", { body })).as(SourceObject);
}

interface Retrieved {
  readonly retrieval: { readonly mode: string };
  readonly retrieved: readonly { readonly text: string; readonly scores: Record<string, number | null> }[];
}

export async function find(docent: TestService, question: string, mode?: string): Promise<Retrieved> {
  const body = { question, generate: false, include: ["scores"], ...(mode && { mode }) };
  const reply = await docent.request("POST", "/v1/experts/garage/query", { body });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text);
}

export const texts = ({ retrieved }: Retrieved) => retrieved.map(({ text }) => text);
export const embeddingOf = async (docent: TestService) =>
  (await docent.request("GET", "/v1/experts/garage")).as(ExpertObject).embedding;
export const vectorCount = (docent: TestService) =>
  docent.contents().derived!.filter((row) => Bun.deepMatch({ kind: "vector" }, row)).length;
