import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ApiClient } from "../api/api-client.ts";
import { problemOf } from "../api/api-problem.ts";
import { addressOf } from "../app/base-path.ts";
import type { DroppedFile } from "./dropped-files.ts";

export type UploadState = "waiting" | "sending" | "done" | "same" | "failed";

export interface Upload {
  readonly no: number;
  readonly name: string;
  readonly bytes: number;
  readonly state: UploadState;
  /** 0–1. */
  readonly share: number;
  readonly problem: string | null;
}

export interface UploadQueue {
  readonly uploads: ReadonlySignal<readonly Upload[]>;
  readonly isBusy: ReadonlySignal<boolean>;
  add(files: readonly DroppedFile[]): void;
  retry(no: number): void;
  clear(): void;
}

/** One queue per expert. It continues while another page of the console is shown. */
export interface UploadQueues {
  of(expertId: string): UploadQueue;
}

export function createUploadQueues(api: ApiClient): UploadQueues {
  const queues = new Map<string, UploadQueue>();
  return {
    of: (expertId) => {
      const known = queues.get(expertId) ?? createUploadQueue(api, expertId);
      queues.set(expertId, known);
      return known;
    },
  };
}

const atOnce = 3;

function createUploadQueue(api: ApiClient, expertId: string): UploadQueue {
  const uploads = signal<readonly Upload[]>([]);
  const known = new Map<number, DroppedFile>();
  const running = new Map<number, XMLHttpRequest>();
  let count = 0;
  const change = (no: number, facts: Partial<Upload>) => {
    uploads.value = uploads.value.map((upload) => (upload.no === no ? { ...upload, ...facts } : upload));
  };
  const start = async (no: number, dropped: DroppedFile) => {
    const request = new XMLHttpRequest();
    running.set(no, request);
    change(no, { state: "sending", share: 0, problem: null });
    const outcome = await send(request, { api, expertId, dropped, progress: (share) => change(no, { share }) });
    running.delete(no);
    change(no, outcome);
    fill();
  };
  const fill = () => {
    const waiting = uploads.value.filter(({ state }) => state === "waiting");
    for (const { no } of waiting.slice(0, Math.max(0, atOnce - running.size))) {
      const dropped = known.get(no);
      if (dropped !== undefined) void start(no, dropped);
    }
  };
  return {
    uploads,
    isBusy: computed(() => uploads.value.some(({ state }) => state === "waiting" || state === "sending")),
    add: (files) => {
      const added = files.map((dropped): Upload => {
        count += 1;
        known.set(count, dropped);
        return { no: count, name: dropped.path, bytes: dropped.file.size, state: "waiting", share: 0, problem: null };
      });
      uploads.value = [...uploads.value, ...added];
      fill();
    },
    retry: (no) => {
      change(no, { state: "waiting", problem: null });
      fill();
    },
    clear: () => {
      uploads.value = [];
      known.clear();
      for (const request of running.values()) request.abort();
    },
  };
}

interface SendingFile {
  readonly api: ApiClient;
  readonly expertId: string;
  readonly dropped: DroppedFile;
  readonly progress: (share: number) => void;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function send(request: XMLHttpRequest, { api, expertId, dropped, progress }: SendingFile) {
  const { promise, resolve } = Promise.withResolvers<Pick<Upload, "state" | "share" | "problem">>();
  const failed = (problem: string) => resolve({ state: "failed", share: 0, problem });
  request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
  request.onerror = () => failed("");
  request.onabort = () => failed("");
  request.onload = () => {
    const body: unknown = request.responseType === "json" ? request.response : null;
    if (request.status >= 400) return failed(problemOf(request.status, body).message);
    resolve({ state: request.status === 200 ? "same" : "done", share: 1, problem: null });
  };
  request.open("POST", addressOf(`/v1/experts/${encodeURIComponent(expertId)}/sources?${factsOf(dropped)}`));
  request.responseType = "json";
  for (const [name, value] of Object.entries(api.authorization())) request.setRequestHeader(name, value);
  request.setRequestHeader("content-type", "application/octet-stream");
  request.send(dropped.file);
  return promise;
}

/** The path in the folder identifies a file, so that uploading the folder again replaces changed files. */
function factsOf({ file, path, externalId }: DroppedFile): URLSearchParams {
  return new URLSearchParams({
    filename: file.name,
    ...(path === file.name ? {} : { external_id: path }),
    ...(externalId && { external_id: externalId }),
  });
}
