/** Server-sent events (WHATWG HTML, section 9.2), made as the client reads. Comments fill silences. */

import { realTimer, type StartTimer, unlessLate } from "../../kernel/timer.ts";
import type { HeldPermit } from "../edge/concurrency-guard.ts";

/** JSON has no line breaks, so one `data:` line carries it. */
export function dataFrame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function eventFrame(event: string, value: unknown, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\n${dataFrame(value)}`;
}

export type StreamOutcome = "complete" | "canceled" | "failed";

export interface StreamOptions {
  /** Called once. `canceled`: the client has left; abort the work here, as a waiting generator cannot be stopped. */
  onEnd?(outcome: StreamOutcome): void;
  readonly permit?: HeldPermit;
  readonly keepAliveSeconds?: number;
  /** Then the connection is closed. */
  readonly unreadSeconds?: number;
  readonly startTimer?: StartTimer;
}

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** Waits for the first frame: an error before it is thrown, a later one cuts the connection. */
export async function sseResponse(frames: AsyncGenerator<string>, options: StreamOptions = {}): Promise<Response> {
  const first = await nextFrame(frames);
  const release = options.permit?.keep();
  return new Response(frameStream(frames, first, { ...options, release }), { headers });
}

interface FrameStreamOptions extends StreamOptions {
  readonly release: (() => void) | undefined;
}

function frameStream(
  frames: AsyncGenerator<string>,
  first: IteratorResult<string>,
  options: FrameStreamOptions,
): ReadableStream<Uint8Array> {
  const { keepAliveSeconds = 15, unreadSeconds = 120, startTimer = realTimer } = options;
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string>> | null = Promise.resolve(first);
  let stopWaiting: () => void = () => undefined;
  const ending = streamEnding(frames, options, () => stopWaiting());
  const send = (controller: ReadableStreamDefaultController<Uint8Array>, frame: string) => {
    stopWaiting = startTimer(unreadSeconds * 1000, () => {
      controller.error(new Error(`nothing of the stream was read for ${unreadSeconds} s`));
      void ending.abandon();
    });
    controller.enqueue(encoder.encode(frame));
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stopWaiting();
    next ??= nextFrame(frames);
    try {
      const frame = await unlessLate(keepAliveSeconds * 1000, next, startTimer);
      if (ending.hasEnded()) return;
      if (frame === "late") return send(controller, ": ping\n\n");
      next = null;
      if (!frame.done) return send(controller, frame.value);
      ending.end("complete");
      controller.close();
    } catch (error) {
      if (ending.hasEnded()) return;
      ending.end("failed");
      controller.error(error);
    }
  };
  return new ReadableStream<Uint8Array>({ pull, cancel: ending.abandon }, { highWaterMark: 0 });
}

/** An abandoned stream gives its permit back when its generator has stopped. */
function streamEnding(frames: AsyncGenerator<string>, { onEnd, release }: FrameStreamOptions, stopWaiting: () => void) {
  let ended = false;
  const end = (outcome: StreamOutcome) => {
    stopWaiting();
    if (!ended) onEnd?.(outcome);
    ended = true;
    if (outcome !== "canceled") release?.();
  };
  return {
    hasEnded: () => ended,
    end,
    abandon: async () => {
      end("canceled");
      await frames.return(undefined);
      release?.();
    },
  };
}

/** An empty chunk would end the reply. */
async function nextFrame(frames: AsyncGenerator<string>): Promise<IteratorResult<string>> {
  for (;;) {
    const frame = await frames.next();
    if (frame.done || frame.value !== "") return frame;
  }
}
