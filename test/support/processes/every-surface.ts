/** Uses every function of a service, for tests that watch its side effects. */
import { join } from "node:path";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import type { RunningBinary } from "../binary.ts";
import { repository } from "../source-tree.ts";

/** The requests by name, with the status of each reply. */
export type Surfaces = Readonly<Record<string, number>>;

/** Reads, asks, shows its pages and counts. It also adds a document by address, which is refused or fails. */
export async function useEverything(service: RunningBinary): Promise<Surfaces> {
  const statuses: Record<string, number> = {};
  const send = async (name: string, method: string, path: string, body?: unknown) => {
    const reply = await service.request(method, path, body);
    statuses[name] = reply.status;
    return reply;
  };
  const sources = "/v1/experts/pumps/sources";
  const question = "How much does the pump weigh?";
  const messages = [{ role: "user", content: question }];
  await send("expert", "POST", "/v1/experts", { name: "Pumps" });
  await send("text", "POST", `${sources}?wait=60`, { text: "The pump weighs 31 kilograms. It is red." });
  const page = await Bun.file(join(repository, "docs/handbook/offline.md")).text();
  await send("markdown", "POST", `${sources}?wait=60`, { text: page, title: "Offline" });
  const fetched = await send("address", "POST", `${sources}?wait=60`, {
    type: "url",
    url: "http://docent.invalid/a.html",
  });
  if (fetched.status < 300) statuses[`address ${fetched.as(SourceObject).status}`] = fetched.status;
  await send("query", "POST", "/v1/experts/pumps/query", { question });
  await send("query stream", "POST", "/v1/experts/pumps/query", { question, stream: true });
  await send("chat", "POST", "/v1/chat/completions", { model: "pumps", messages });
  await send("chat stream", "POST", "/v1/chat/completions", { model: "pumps", messages, stream: true });
  await send("responses", "POST", "/v1/responses", { model: "pumps", input: question });
  for (const path of ["/docs", "/openapi.json", "/healthz", "/readyz", "/v1/usage", "/v1/models", "/v1/capabilities"])
    await send(path, "GET", path);
  return statuses;
}
