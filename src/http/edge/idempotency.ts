/**
 * Runs a request with an `Idempotency-Key` once. The reply is committed with the work; a repetition within a day gets
 * it (draft-ietf-httpapi-idempotency-key-header).
 */

import type { Awaitable } from "../../kernel/awaitable.ts";
import type { Clock } from "../../kernel/clock.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import type {
  EarlierReply,
  Performed,
  RepeatableRequest,
  ReplyStore,
  StoredReply,
} from "../../kernel/stores/replies.ts";
import { untilCurrent, type Write } from "../../kernel/stores/write.ts";
import type { Access } from "../../keys/key.ts";

export interface RepeatableReply {
  readonly status: number;
  readonly location: string;
  readonly body: unknown;
}

export interface RepeatableTask<T> {
  /** A repetition must have the same. */
  readonly fingerprinted: unknown;
  /** Checks and reserves what the work needs; not for a repetition. @param again its write was outdated */
  begin(again: boolean): Awaitable<BegunTask<T>>;
  /** If it throws, nothing is written. */
  reply(done: T): RepeatableReply;
  /** The final reply, if it takes longer. */
  settled?(done: T): Promise<RepeatableReply>;
}

export interface BegunTask<T> {
  readonly write: Write<T>;
  committed?(done: T): void;
  /** Called at last in any case. */
  ended?(): void;
}

export interface IdempotentCall {
  readonly request: Request;
  readonly access: Access;
  readonly route: string;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

export type Idempotency = ReturnType<typeof idempotency>;

const retention = 24 * 3_600_000;

export function idempotency(store: ReplyStore, clock: Clock) {
  const running = new Set<string>();
  const repeatableOf = ({ access, route }: IdempotentCall, idempotencyKey: string, fingerprinted: unknown) => {
    return { keyId: access.keyId, route, idempotencyKey, fingerprint: hashOf(fingerprinted), at: clock.now() };
  };
  return {
    /** For a request whose parts are answered one by one. @throws Fault `idempotency_key_reused`, `invalid_parameter` */
    claim: async (call: IdempotentCall, fingerprinted: unknown) => {
      const idempotencyKey = keyOf(call.request);
      if (idempotencyKey === null) return;
      const repeatable = repeatableOf(call, idempotencyKey, fingerprinted);
      const earlier = await store.claim(repeatable, repeatable.at - retention);
      if (earlier === null) return;
      if (earlier.fingerprint !== repeatable.fingerprint) throw reused();
      call.set.headers["idempotent-replayed"] = "true";
    },
    /** @throws Fault `idempotency_in_progress`, `idempotency_key_reused`, `invalid_parameter` */
    answer: async <T>(call: IdempotentCall, prepare: () => Promise<RepeatableTask<T>>) => {
      const idempotencyKey = keyOf(call.request);
      if (idempotencyKey === null) return sendOnce(store, call, await prepare());
      const { access, route } = call;
      const name = JSON.stringify([access.keyId, route, idempotencyKey]);
      if (running.has(name)) throw inProgress();
      running.add(name);
      try {
        const task = await prepare();
        const repeatable = repeatableOf(call, idempotencyKey, task.fingerprinted);
        return await sendRepeatable(store, call, { task, repeatable });
      } finally {
        running.delete(name);
      }
    },
  };
}

async function sendOnce<T>(store: ReplyStore, call: IdempotentCall, task: RepeatableTask<T>): Promise<unknown> {
  const { done } = await carriedOut(task, async (write) => ({ done: await store.performOnce(write) }));
  return send(call, task.settled === undefined ? task.reply(done) : await task.settled(done));
}

interface Repeatable<T> {
  readonly task: RepeatableTask<T>;
  readonly repeatable: RepeatableRequest;
}

async function sendRepeatable<T>(store: ReplyStore, call: IdempotentCall, { task, repeatable }: Repeatable<T>) {
  const since = repeatable.at - retention;
  const known = await store.find(repeatable, since);
  if (known !== null) return sendAgain(call, known, repeatable);
  const stored = { since, reply: (done: T) => storedReply(task.reply(done)) };
  const outcome = await carriedOut(task, (write) => store.perform(repeatable, { ...stored, write }));
  if ("earlier" in outcome) return sendAgain(call, outcome.earlier, repeatable);
  if (task.settled === undefined) return send(call, task.reply(outcome.done));
  const reply = await task.settled(outcome.done);
  await store.amend(repeatable, storedReply(reply));
  return send(call, reply);
}

function carriedOut<T, Outcome extends Performed<T>>(
  task: RepeatableTask<T>,
  perform: (write: Write<T>) => Promise<Outcome>,
): Promise<Outcome> {
  return untilCurrent(async (again) => {
    const begun = await task.begin(again);
    try {
      const outcome = await perform(begun.write);
      if ("done" in outcome) begun.committed?.(outcome.done);
      return outcome;
    } finally {
      begun.ended?.();
    }
  });
}

/** @throws Fault `idempotency_key_reused` */
function sendAgain(call: IdempotentCall, earlier: EarlierReply, { fingerprint }: RepeatableRequest): unknown {
  if (earlier.fingerprint !== fingerprint) throw reused();
  call.set.headers["idempotent-replayed"] = "true";
  return send(call, { ...earlier, body: JSON.parse(earlier.body) });
}

function send({ set }: IdempotentCall, { status, location, body }: RepeatableReply): unknown {
  set.status = status;
  set.headers.location = location;
  return body;
}

function storedReply({ status, location, body }: RepeatableReply): StoredReply {
  return { status, location, body: JSON.stringify(body) };
}

function keyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
  throw invalidParameter("Idempotency-Key", "An Idempotency-Key has 1 to 255 printable ASCII characters.");
}

function hashOf(fingerprinted: unknown): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(fingerprinted)).digest("hex");
}

function inProgress(): Fault {
  return new Fault("idempotency_in_progress", "A request with this Idempotency-Key is still being answered.", {
    hint: "Send it again in a second.",
    headers: { "retry-after": "1" },
  });
}

function reused(): Fault {
  return new Fault("idempotency_key_reused", "This Idempotency-Key was used for another request.", {
    hint: "Use a new key for a new request.",
  });
}
