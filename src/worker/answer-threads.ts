/** Threads start under load and end when idle. The caller answers a lone question, and when no thread is free. */
import { type ReplyInput, readUntil } from "../answering/choice/extractive-reply.ts";
import { readLanguages } from "../answering/evidence/evidence.ts";
import type { Finding, FindingRequest, FindingThreads } from "../answering/finding.ts";
import type { TimedReply } from "../answering/reply.ts";
import { type Clock, hasPassed } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { nextTurn } from "../kernel/pause.ts";
import { recentlyUsed } from "../kernel/stores/recently-used.ts";
import { unlessLate } from "../kernel/timer.ts";
import { primarySubtag } from "../language/data/language.ts";
import { autoLanguage } from "../language/find-language.ts";
import { type AnswerOpening, AnswerThread, type ThreadFinding, type ThreadWork } from "./answer-thread.ts";

export interface AnswerThreadsParts {
  readonly entry: URL;
  readonly threads: number;
  readonly opening: AnswerOpening;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds on a thread; default: ten seconds. */
  readonly timeout?: number;
  /** Milliseconds to wait for a thread before the caller answers by words; default: three seconds. */
  readonly patience?: number;
  readonly longQuestion?: number;
  readonly waitingQuestion?: number;
}

/** Above it the caller takes a question: with fewer threads idle, with more the caller does. */
const mostOfThread = 4;
/** Usually milliseconds, but opening an index of a million passages takes tenths of a second. */
const defaultTimeout = 10_000;
const usualPatience = 3000;
/** UTF-16 units; encoding longer ones takes more than a few milliseconds. */
const usualLongQuestion = 500;
/** Milliseconds. A thread has some 50 MB, and restarting one takes 0.1 to 0.3 s. */
const idleAfter = 60_000;
/** Milliseconds for which threads that were behind with a memory get no questions about it. */
const behindFor = 1000;
const restAfterLoss = 5000;
const mostBehind = 1000;

export class AnswerThreads implements FindingThreads {
  readonly #parts: AnswerThreadsParts;
  readonly #behindSince = recentlyUsed<number>(mostBehind);
  #threads: readonly AnswerThread[] = [];
  #lostAt: number | null = null;
  #idling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #questions = 0;
  #hasBegun = false;

  constructor(parts: AnswerThreadsParts) {
    this.#parts = parts;
  }

  async find(...[request, signal]: Parameters<FindingThreads["find"]>): Promise<Finding | null | "late"> {
    const finding = this.#find(request, signal);
    return this.#isLong(request) ? finding : this.#patiently(finding);
  }

  async #find(request: FindingRequest, signal: AbortSignal): Promise<Finding | null> {
    signal.throwIfAborted();
    const { id } = request.query.expert;
    const isRead = this.#reads(request.query.expert) && request.constraints !== null;
    const behindSince = this.#behindSince.get(id);
    if (behindSince !== undefined && !hasPassed(behindFor, behindSince, this.#parts.clock.now())) return null;
    if (!isRead && this.#isAlone(request)) return null;
    const work = { kind: "find", request, readUntil: readUntil() } as const;
    const thread = this.#choose() ?? (isRead ? await this.#whenStarted() : await this.#startedFor(request));
    signal.throwIfAborted();
    if (thread === null || (thread.load >= mostOfThread && !isRead && !this.#isLong(request))) return null;
    const answer = await thread.ask(work, signal);
    return this.#findingOf(await this.#onceMore(answer, work, signal), id);
  }

  async choose(...[input, signal]: Parameters<FindingThreads["choose"]>): Promise<TimedReply | null | "late"> {
    return this.#patiently(this.#chosen(input, signal));
  }

  /** A late result is ignored; its thread goes on. */
  #patiently<T>(asked: Promise<T>): Promise<T | "late"> {
    return unlessLate(this.#parts.patience ?? usualPatience, asked);
  }

  async #chosen(input: ReplyInput, signal: AbortSignal): Promise<TimedReply | null> {
    if (!this.#reads(input.expert)) return null;
    const work = { kind: "choose", input, readUntil: readUntil() } as const;
    const thread = this.#choose() ?? (await this.#whenStarted());
    signal.throwIfAborted();
    if (thread === null) return null;
    const answer = await this.#onceMore(await thread.ask(work, signal), work, signal);
    return answer.kind === "chosen" ? answer.reply : null;
  }

  forget(expert: ExpertId): void {
    for (const thread of this.#threads) thread.forget(expert);
  }

  heldBytes(): number {
    const held = this.#threads.map((thread) => thread.held);
    const mapped = Math.max(0, ...held.map((one) => one.mapped));
    return held.reduce((sum, { own }) => sum + own, mapped);
  }

  stats() {
    const load = this.#threads.reduce((sum, thread) => sum + thread.load, 0);
    return { running: this.#ready.length, questions: this.#questions, load };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endAll();
  }

  get #ready(): readonly AnswerThread[] {
    return this.#threads.filter(({ state }) => state === "ready");
  }

  #findingOf(answer: ThreadFinding, expert: ExpertId): Finding | null {
    if (answer.kind === "found") {
      this.#questions += 1;
      return answer.finding;
    }
    if (answer.kind === "behind") this.#behindSince.set(expert, this.#parts.clock.now());
    if (answer.kind === "failed") {
      this.#parts.log.warn("answering.question_failed", { expert, description: answer.description });
    }
    return null;
  }

  /** Reading takes a tenth of a second, so no such question is answered on the request thread. */
  #reads({ language }: { readonly language: string }): boolean {
    return this.#parts.opening.reader && (language === autoLanguage || readLanguages.has(primarySubtag(language)));
  }

  /** If the thread was lost, asks one without other questions. */
  async #onceMore(first: ThreadFinding, work: ThreadWork, signal: AbortSignal): Promise<ThreadFinding> {
    if (first.kind !== "lost") return first;
    const thread = this.#ready.find(({ load }) => load === 0) ?? (await this.#startedAfterLoss()) ?? this.#choose();
    if (first.isSuspect) await nextTurn();
    signal.throwIfAborted();
    const second = await thread?.ask(work, signal);
    if (second === undefined || second.kind === "lost") throw lostTwice();
    return second;
  }

  /** Waking a thread for a lone question takes longer (1 ms). Of simultaneous questions, only the first seems alone. */
  #isAlone(request: FindingRequest): boolean {
    const isFirst = !this.#hasBegun && this.#threads.every(({ load }) => load === 0);
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      setImmediate(() => {
        this.#hasBegun = false;
      });
    }
    return isFirst && !this.#isLong(request);
  }

  #isLong({ query }: FindingRequest): boolean {
    const { longQuestion = usualLongQuestion } = this.#parts;
    return query.text.length >= longQuestion;
  }

  /** For a long question, waits for a starting thread. Null: none, or it does not start. */
  async #startedFor({ query }: FindingRequest): Promise<AnswerThread | null> {
    const { waitingQuestion = usualLongQuestion } = this.#parts;
    return query.text.length < waitingQuestion ? null : this.#whenStarted();
  }

  async #startedAfterLoss(): Promise<AnswerThread | null> {
    this.#lostAt = null;
    this.#startAnother();
    return this.#whenStarted();
  }

  async #whenStarted(): Promise<AnswerThread | null> {
    const starting = this.#threads.find(({ state }) => state === "starting");
    await starting?.started;
    return starting?.state === "ready" ? starting : null;
  }

  /** The ready thread with the fewest questions, oldest first. Starts another if all are busy. */
  #choose(): AnswerThread | null {
    if (this.#isClosed) return null;
    const best = this.#ready.reduce<AnswerThread | null>(
      (least, one) => (least === null || one.load < least.load ? one : least),
      null,
    );
    if (best === null || best.load > 0) this.#startAnother();
    clearTimeout(this.#idling);
    this.#idling = setTimeout(() => void this.#endAll(), idleAfter).unref();
    return best;
  }

  #startAnother(): void {
    const { entry, opening, threads, clock, log, timeout = defaultTimeout } = this.#parts;
    if (this.#isClosed || this.#threads.length >= threads || this.#threads.some(({ state }) => state === "starting"))
      return;
    if (this.#lostAt !== null && !hasPassed(restAfterLoss, this.#lostAt, clock.now())) return;
    const onLost = (error: unknown) => {
      this.#lostAt = clock.now();
      this.#threads = this.#threads.filter((one) => one !== thread);
      log.error("answering.thread_lost", error);
    };
    const thread = new AnswerThread({ entry, opening, timeout, onLost });
    this.#threads = [...this.#threads, thread];
  }

  async #endAll(): Promise<void> {
    clearTimeout(this.#idling);
    const ending = this.#threads;
    this.#threads = [];
    await Promise.all(ending.map((thread) => thread.end()));
  }
}

function lostTwice(): Fault {
  return new Fault("overloaded", "The question was given up twice: its thread did not finish in time, or ended.", {
    hint: "Send it again in a few seconds.",
    headers: { "retry-after": String(restAfterLoss / 1000) },
  });
}
