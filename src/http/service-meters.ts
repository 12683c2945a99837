import type { UsageService } from "../accounting/usage-service.ts";
import type { ChatModel } from "../answering/ports.ts";
import { whenKnown } from "../kernel/awaitable.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import type { IngestQueue } from "../sources/ports/queue-ports.ts";
import type { FinishedRequest } from "./edge/request-watch.ts";
import type { Registry } from "./metric-registry.ts";

export type ServiceMeters = ReturnType<typeof createServiceMeters>;

/** Seconds. */
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const modelBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];

export function createServiceMeters(registry: Registry) {
  const call = modelCalls(registry);
  return {
    request: requestMeter(registry),
    usage: questionMeter(registry),
    queue: documentMeter(registry),
    chatModel: (model: ChatModel): ChatModel => ({
      ...model,
      complete: async function* (request, signal) {
        const done = call("chat");
        try {
          yield* model.complete(request, signal);
          done("ok");
        } catch (error) {
          done(signal.aborted ? "canceled" : "error");
          throw error;
        }
      },
    }),
    embedder: (embedder: Embedder) => meteredEmbedder(embedder, call),
  };
}

function meteredEmbedder(embedder: Embedder, call: ReturnType<typeof modelCalls>): Embedder {
  return {
    ...embedder,
    // Later, because a model server tells it with its first reply.
    get dimensions() {
      return embedder.dimensions;
    },
    embed: async (...asked) => {
      const done = call("embedding");
      try {
        const embeddings = await embedder.embed(...asked);
        done("ok");
        return embeddings;
      } catch (error) {
        const [, , signal] = asked;
        done(signal.aborted ? "canceled" : "error");
        throw error;
      }
    },
  };
}

function requestMeter(registry: Registry) {
  const count = registry.counter({
    name: "docent_http_requests_total",
    help: "Requests answered, by method, route and status.",
    labels: ["method", "route", "status"],
  });
  const observe = registry.histogram(
    {
      name: "docent_http_request_duration_seconds",
      help: "Time from a request's arrival to its answer; of a stream, to its beginning.",
      labels: ["method", "route"],
    },
    requestBounds,
  );
  return ({ method, route, status, seconds }: Omit<FinishedRequest, "requestId">) => {
    count(1, method, route, String(status));
    observe(seconds, method, route);
  };
}

function questionMeter(registry: Registry) {
  const count = registry.counter({
    name: "docent_queries_total",
    help: "Questions answered, by surface and by how they ended; passages: none was to be written.",
    labels: ["surface", "outcome"],
  });
  const outcomes = ["failed", "answered", "abstained"] as const;
  return (usage: UsageService): UsageService => ({
    ...usage,
    record: (entry) =>
      whenKnown(usage.record(entry), () => {
        const { add } = entry;
        const surface = (add.chat ?? 0) > 0 ? "chat" : "query";
        const questions = (add.chat ?? 0) + (add.query ?? 0);
        if (questions > 0) count(questions, surface, outcomes.find((name) => (add[name] ?? 0) > 0) ?? "passages");
      }),
  });
}

function documentMeter(registry: Registry) {
  const count = registry.counter({
    name: "docent_ingest_documents_total",
    help: "Versions of sources that left the queue, by how.",
    labels: ["outcome"],
  });
  const passages = registry.counter({ name: "docent_ingest_passages_total", help: "Passages that became searchable." });
  const bytes = registry.counter({
    name: "docent_ingest_bytes_total",
    help: "Bytes of the documents that became ready.",
  });
  return (queue: IngestQueue): IngestQueue => ({
    ...queue,
    complete: async (job, result, usage) => {
      const isOurs = await queue.complete(job, result, usage);
      if (isOurs) count(1, "ready");
      if (isOurs) passages(result.chunkCount);
      if (isOurs) bytes(job.bytes);
      return isOurs;
    },
    fail: async (job, failure, usage) => {
      const isOurs = await queue.fail(job, failure, usage);
      if (isOurs) count(1, "failed");
      return isOurs;
    },
  });
}

function modelCalls(registry: Registry) {
  const count = registry.counter({
    name: "docent_model_requests_total",
    help: "Calls of model servers, by what for and how they ended, repetitions within a call not counted.",
    labels: ["kind", "outcome"],
  });
  const observe = registry.histogram(
    {
      name: "docent_model_request_duration_seconds",
      help: "Time of a call, to the end of its reply.",
      labels: ["kind"],
    },
    modelBounds,
  );
  return (kind: "chat" | "embedding") => {
    const began = performance.now();
    return (outcome: "ok" | "error" | "canceled") => {
      count(1, kind, outcome);
      observe((performance.now() - began) / 1000, kind);
    };
  };
}
