/**
 * Requests with an `Idempotency-Key` are executed once, even if they are sent several times. The reply is committed with
 * the work and its usage, so a repetition within a day gets the same reply and counts no usage.
 * After draft-ietf-httpapi-idempotency-key-header.
 */
import type { RepeatableRequest, ReplyStore, StoredReply } from "../../idempotency/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import type { Access } from "../../keys/key.ts";

/** A reply that can be sent more than once. */
export interface Reply {
  readonly status: number;
  readonly location: string;
  readonly body: unknown;
}

export interface RepeatableTask<T> {
  /** The content of the request as JSON: a repetition must have the same. */
  readonly fingerprinted: unknown;
  /** Runs in one transaction with storing the first version of the reply. */
  work(): T;
  reply(done: T): Reply;
  /** The final reply, if it takes longer. */
  settled?(done: T): Promise<Reply>;
}

export interface IdempotentCall {
  readonly request: Request;
  readonly access: Access;
  /** Method and path in a normal form. */
  readonly route: string;
  /** Receives the reply's status and headers. */
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

export interface Idempotency {
  /**
   * Answers a request. `prepare` reads it and returns the task.
   * @throws Fault `idempotency_in_progress`, `idempotency_key_reused`, `invalid_parameter`
   */
  answer<T>(call: IdempotentCall, prepare: () => Promise<RepeatableTask<T>>): Promise<unknown>;
}

const retention = 24 * 3_600_000;

export function idempotency(store: ReplyStore, clock: Clock): Idempotency {
  const running = new Set<string>();
  return {
    answer: async (call, prepare) => {
      const idempotencyKey = keyOf(call.request);
      if (idempotencyKey === null) return sendOnce(store, call, await prepare());
      const { access, route } = call;
      const name = JSON.stringify([access.keyId, route, idempotencyKey]);
      if (running.has(name)) throw inProgress();
      running.add(name);
      try {
        const task = await prepare();
        const fingerprint = hashOf(task.fingerprinted);
        const repeatable = { keyId: access.keyId, route, idempotencyKey, fingerprint, at: clock.now() };
        return await sendRepeatable(store, call, { task, repeatable });
      } finally {
        running.delete(name);
      }
    },
  };
}

async function sendOnce<T>(store: ReplyStore, call: IdempotentCall, task: RepeatableTask<T>): Promise<unknown> {
  const done = await store.performOnce(() => task.work());
  return send(call, task.settled === undefined ? task.reply(done) : await task.settled(done));
}

interface Repeatable<T> {
  readonly task: RepeatableTask<T>;
  readonly repeatable: RepeatableRequest;
}

async function sendRepeatable<T>(store: ReplyStore, call: IdempotentCall, { task, repeatable }: Repeatable<T>) {
  const since = repeatable.at - retention;
  const earlier = store.find(repeatable, since);
  if (earlier !== null) {
    if (earlier.fingerprint !== repeatable.fingerprint) throw reused();
    call.set.headers["idempotent-replayed"] = "true";
    return send(call, { ...earlier, body: JSON.parse(earlier.body) });
  }
  const work = () => {
    const done = task.work();
    return { done, reply: storedReply(task.reply(done)) };
  };
  const done = await store.perform(repeatable, work, since);
  if (task.settled === undefined) return send(call, task.reply(done));
  const reply = await task.settled(done);
  store.amend(repeatable, storedReply(reply));
  return send(call, reply);
}

function send({ set }: IdempotentCall, { status, location, body }: Reply): unknown {
  set.status = status;
  set.headers.location = location;
  return body;
}

function storedReply({ status, location, body }: Reply): StoredReply {
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
