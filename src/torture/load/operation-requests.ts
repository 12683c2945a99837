import { mostFound } from "../checks/index-checks.ts";
import type { Json } from "../checks/reply-reading.ts";
import type {
  ExpertOperation,
  PatchSource,
  PutSource,
  SearchOperation,
  SourceOperation,
} from "../model/load-operation.ts";
import type { OperationOutcome, PutReply, SearchReply } from "../model/operation-outcome.ts";
import { json, type Received, type ServiceClient, type ServiceRequest, successOf } from "./service-client.ts";

export async function outcomeOf<T>(
  client: ServiceClient,
  sent: ServiceRequest,
  read: (reply: Received) => T | null,
): Promise<OperationOutcome<T>> {
  const reply = await client.send(sent);
  if (reply.type === "cut") return reply;
  const refusal = refusalOf(reply);
  if (refusal !== null) return { type: refusal };
  try {
    const value = read(reply);
    return value === null ? { type: "cut" } : { type: "done", value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { type: "wrong", says: `${sent.method} ${sent.path}: ${reason}` };
  }
}

const refusals: Readonly<Record<string, "refused" | "gone">> = {
  shutting_down: "refused",
  not_ready: "refused",
  idempotency_in_progress: "refused",
  expert_not_found: "gone",
  model_not_found: "gone",
  source_not_found: "gone",
};

function refusalOf({ status, text }: Received): "refused" | "gone" | null {
  if (status < 400) return null;
  return refusals[/"code":"(\w+)"/.exec(text)?.[1] ?? ""] ?? null;
}

export function put(client: ServiceClient, operation: PutSource): Promise<readonly OperationOutcome<PutReply>[]> {
  const copies = Array.from({ length: operation.copies }, () => outcomeOf(client, putRequest(operation), putReply));
  return Promise.all(copies);
}

function putRequest({ expert, slot, external, document, form, idempotencyKey, wait }: PutSource): ServiceRequest {
  const { bytes, mediaType, filename } = document;
  const path = `/v1/experts/${expert}/sources`;
  const once = idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey };
  const named = external ? { external_id: slot } : {};
  const query = new URLSearchParams({ ...(wait > 0 ? { wait: String(wait) } : {}) });
  if (form === "json") {
    const { headers, body } = json({ text: new TextDecoder().decode(bytes), ...named });
    return { method: "POST", path: `${path}?${query}`, headers: { ...headers, ...once }, body: body ?? "" };
  }
  if (form === "multipart") {
    const fields = new FormData();
    for (const [name, value] of Object.entries(named)) fields.set(name, value);
    fields.set("file", new Blob([bytes], { type: mediaType }), filename);
    return { method: "POST", path: `${path}?${query}`, headers: once, body: fields };
  }
  const described = new URLSearchParams({ ...Object.fromEntries(query), ...named, filename });
  return { method: "POST", path: `${path}?${described}`, headers: { ...once, "content-type": mediaType }, body: bytes };
}

function putReply(reply: Received): PutReply {
  const source = successOf(reply);
  return {
    id: source.at("id").text,
    version: source.at("version").number,
    ready: source.at("status").text === "ready",
    chunks: source.at("passage_count").number,
    deduplicated: source.at("deduplicated").flag,
    replayed: reply.replayed,
  };
}

export function changeSource(
  client: ServiceClient,
  operation: Exclude<SourceOperation, PutSource>,
): Promise<OperationOutcome<string>> {
  const path = `/v1/experts/${operation.expert}/sources/${operation.sourceId}`;
  return operation.kind === "delete_source"
    ? outcomeOf(client, { method: "DELETE", path }, idOf)
    : outcomeOf(client, patchRequest(path, operation), idOf);
}

function patchRequest(path: string, { title, marker }: PatchSource): ServiceRequest {
  return { method: "PATCH", path, ...json({ title, metadata: { marker } }) };
}

export function changeExpert(client: ServiceClient, operation: ExpertOperation): Promise<OperationOutcome<string>> {
  const path = `/v1/experts/${operation.expert}`;
  switch (operation.kind) {
    case "create_expert":
      return outcomeOf(
        client,
        { method: "POST", path: "/v1/experts", ...json({ name: operation.expert, slug: operation.expert }) },
        idOf,
      );
    case "patch_expert":
      return outcomeOf(client, { method: "PATCH", path, ...json({ description: operation.description }) }, idOf);
    case "delete_expert":
      return outcomeOf(client, { method: "DELETE", path }, idOf);
  }
}

function idOf(reply: Received): string {
  return successOf(reply).at("id").text;
}

export function search(
  client: ServiceClient,
  { expert, tokens, question }: Omit<SearchOperation, "kind" | "slot"> & { readonly question?: string },
): Promise<OperationOutcome<SearchReply>> {
  const byWords = { question: tokens.join(" "), k: mostFound, mode: "keyword" };
  const options = { ...(question === undefined ? byWords : { question }), min_score: 0, generate: false };
  return outcomeOf(client, { method: "POST", path: `/v1/experts/${expert}/query`, ...json(options) }, (reply) => {
    const answer = successOf(reply);
    return {
      promptTokens: answer.at("usage").at("prompt_tokens").number,
      passages: answer.at("retrieved").list.map(passageOf),
    };
  });
}

function passageOf(passage: Json) {
  return {
    sourceId: passage.at("source_id").text,
    version: passage.at("source_version").number,
    chunkId: passage.at("passage_id").text,
    text: passage.at("text").text,
  };
}
