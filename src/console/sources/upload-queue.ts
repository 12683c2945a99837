import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ApiClient } from "../app/api-client.ts";
import { problemOf } from "../app/api-problem.ts";
import { addressOf } from "../app/base-path.ts";
import type { DroppedFile } from "./dropped-files.ts";

export type UploadState = "waiting" | "sending" | "done" | "same" | "failed";

export interface FileUpload {
  readonly no: number;
  readonly name: string;
  readonly bytes: number;
  readonly state: UploadState;
  /** 0–1. */
  readonly share: number;
  readonly problem: string | null;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** One queue per expert. It continues while another page of the console is shown. */
export function createUploadQueues(api: ApiClient) {
  const queues = new Map<string, UploadQueue>();
  return {
    of: (expertId: string) => {
      const known = queues.get(expertId) ?? createUploadQueue(api, expertId);
      queues.set(expertId, known);
      return known;
    },
  };
}

const atOnce = 3;
const isMoving = ({ state }: FileUpload) => state === "waiting" || state === "sending";

function createUploadQueue(api: ApiClient, expertId: string) {
  const uploads = signal<readonly FileUpload[]>([]);
  const known = new Map<number, DroppedFile>();
  let count = 0;
  const change = (no: number, facts: Partial<FileUpload>) => {
    uploads.value = uploads.value.map((upload) => (upload.no === no ? { ...upload, ...facts } : upload));
  };
  const fill = () => {
    const waiting = uploads.value.filter(({ no, state }) => state === "waiting" && known.has(no));
    for (const { no } of waiting.slice(0, sending.places())) void sending.start(no, known.get(no)!);
  };
  const sending = createSending({ api, expertId, change, ended: fill });
  return {
    uploads: uploads as ReadonlySignal<readonly FileUpload[]>,
    isBusy: computed(() => uploads.value.some(isMoving)),
    add: (files: readonly DroppedFile[]) => {
      const added = files.map((dropped) => {
        count += 1;
        known.set(count, dropped);
        return waitingUpload(count, dropped);
      });
      uploads.value = [...uploads.value, ...added];
      fill();
    },
    retry: (no: number) => {
      change(no, { state: "waiting", problem: null });
      fill();
    },
    clear: () => {
      sending.abort();
      uploads.value = [];
      known.clear();
    },
  };
}

interface SendingParts extends Pick<SendingFile, "api" | "expertId"> {
  change(no: number, facts: Partial<FileUpload>): void;
  ended(): void;
}

function createSending({ api, expertId, change, ended }: SendingParts) {
  const running = new Map<number, XMLHttpRequest>();
  return {
    places: () => Math.max(0, atOnce - running.size),
    start: async (no: number, dropped: DroppedFile) => {
      const request = new XMLHttpRequest();
      running.set(no, request);
      change(no, { state: "sending", share: 0, problem: null });
      const outcome = await send(request, { api, expertId, dropped, progress: (share) => change(no, { share }) });
      running.delete(no);
      change(no, outcome);
      ended();
    },
    abort: () => {
      for (const request of running.values()) request.abort();
    },
  };
}

function waitingUpload(no: number, { path, file }: DroppedFile): FileUpload {
  return { no, name: path, bytes: file.size, state: "waiting", share: 0, problem: null };
}

interface SendingFile {
  readonly api: ApiClient;
  readonly expertId: string;
  readonly dropped: DroppedFile;
  readonly progress: (share: number) => void;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function send(request: XMLHttpRequest, { api, expertId, dropped, progress }: SendingFile) {
  const { promise, resolve } = Promise.withResolvers<Pick<FileUpload, "state" | "share" | "problem">>();
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
