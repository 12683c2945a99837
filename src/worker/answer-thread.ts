import type { ReplyInput } from "../answering/choice/extractive-reply.ts";
import type { Finding, FindingRequest } from "../answering/finding.ts";
import type { TimedReply } from "../answering/reply.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { untilAborted } from "../kernel/pause.ts";
import type { HeldBytes } from "../memory/followed-memories.ts";

export interface AnswerOpening {
  readonly database: string;
  readonly memory: string;
  readonly sense: boolean;
  readonly vectors: boolean;
  readonly reader: boolean;
  readonly budgetBytes: number;
  readonly tableBytes: number;
}

export type AnswerRequest =
  | { readonly kind: "open"; readonly opening: AnswerOpening }
  /** Done in the order of arrival. */
  | { readonly kind: "find"; readonly no: number; readonly request: FindingRequest; readonly readUntil: number }
  | { readonly kind: "choose"; readonly no: number; readonly input: ReplyInput; readonly readUntil: number }
  | { readonly kind: "forget"; readonly expert: ExpertId }
  | { readonly kind: "end" };

export type ThreadReply =
  | { readonly kind: "ready" }
  | { readonly kind: "found"; readonly no: number; readonly finding: Finding }
  | { readonly kind: "chosen"; readonly no: number; readonly reply: TimedReply }
  | { readonly kind: "behind"; readonly no: number }
  /** A faulty request; the request thread reports the fault. */
  | { readonly kind: "refused"; readonly no: number }
  | { readonly kind: "failed"; readonly no: number; readonly description: string }
  | { readonly kind: "held"; readonly held: HeldBytes };

export type ThreadFinding =
  | { readonly kind: "found"; readonly finding: Finding }
  | { readonly kind: "chosen"; readonly reply: TimedReply }
  | { readonly kind: "behind" | "refused" }
  | { readonly kind: "failed"; readonly description: string }
  /** The thread ended, or was stopped because it took too long. */
  | {
      readonly kind: "lost";
      readonly isSuspect: boolean;
    };

export type ThreadWork =
  | Omit<Extract<AnswerRequest, { kind: "find" }>, "no">
  | Omit<Extract<AnswerRequest, { kind: "choose" }>, "no">;

type ThreadState = "starting" | "ready" | "ended";

export interface AnswerThreadParts {
  readonly entry: URL;
  readonly opening: AnswerOpening;
  readonly timeout: number;
  readonly onLost: (error: unknown) => void;
}

/** Milliseconds. A start takes 0.1 to 0.3 s with a free core. */
const startTimeout = 2000;
const endTimeout = 2000;

export class AnswerThread {
  readonly #worker: Worker;
  readonly #parts: AnswerThreadParts;
  readonly #waiting = new Map<number, (finding: ThreadFinding) => void>();
  readonly #started = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #state: ThreadState = "starting";
  #held: HeldBytes = { mapped: 0, own: 0 };
  #isLetGo = false;
  #last = 0;

  constructor(parts: AnswerThreadParts) {
    this.#parts = parts;
    this.#worker = new Worker(parts.entry, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<ThreadReply>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#lose(new Error(`an answer thread failed: ${event.message}`));
    this.#worker.addEventListener("close", () => this.#lose(new Error("an answer thread ended")), { once: true });
    this.#post({ kind: "open", opening: parts.opening });
    setTimeout(this.#started.resolve, startTimeout).unref();
  }

  get state(): ThreadState {
    return this.#state;
  }

  get load(): number {
    return this.#waiting.size;
  }

  get held(): HeldBytes {
    return this.#held;
  }

  get started(): Promise<void> {
    return this.#started.promise;
  }

  async ask(work: ThreadWork, signal: AbortSignal): Promise<ThreadFinding> {
    signal.throwIfAborted();
    if (this.#state === "ended") return { kind: "lost", isSuspect: false };
    const no = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<ThreadFinding>();
    this.#waiting.set(no, resolve);
    const timer = setTimeout(() => this.#stop(), this.#parts.timeout);
    try {
      this.#post({ ...work, no });
      return await untilAborted(promise, signal);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(no);
    }
  }

  forget(expert: ExpertId): void {
    this.#post({ kind: "forget", expert });
  }

  async end(): Promise<void> {
    if (this.#state === "ended") return;
    this.#isLetGo = true;
    this.#post({ kind: "end" });
    const timer = setTimeout(() => this.#lose(null), endTimeout);
    await this.#ended.promise;
    clearTimeout(timer);
  }

  #post(request: AnswerRequest): void {
    this.#worker.postMessage(request);
  }

  #hear(reply: ThreadReply): void {
    if (reply.kind === "ready") {
      if (this.#state === "starting") this.#state = "ready";
      this.#started.resolve();
    } else if (reply.kind === "held") {
      this.#held = reply.held;
    } else {
      this.#waiting.get(reply.no)?.(reply);
    }
  }

  #stop(): void {
    this.#lose(new Error(`an answer thread was stopped: a question took more than ${this.#parts.timeout} ms`));
  }

  #lose(error: unknown): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#held = { mapped: 0, own: 0 };
    this.#worker.terminate();
    for (const [i, resolve] of [...this.#waiting.values()].entries()) resolve({ kind: "lost", isSuspect: i === 0 });
    this.#started.resolve();
    this.#ended.resolve();
    if (!this.#isLetGo) this.#parts.onLost(error);
  }
}
