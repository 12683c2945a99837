/** The contract of the store of replies to repeatable requests. */
import { afterEach, describe, expect, test } from "bun:test";
import type { RepeatableRequest, ReplyStore } from "../../src/idempotency/ports.ts";
import type { KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { keyRows } from "../../src/storage/rows/key-rows.ts";
import { replyRows } from "../../src/storage/rows/reply-rows.ts";
import { workspaceRows } from "../../src/storage/rows/workspace-rows.ts";

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

function overDatabase(): ReplyStore {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  const workspaceId = "ws_home" as WorkspaceId;
  void workspaceRows(database).add({ id: workspaceId, name: "default", createdAt: 0 });
  for (const id of ["key_1", "key_2"] as KeyId[])
    void keyRows(database).add({ ...keyFacts, id, workspaceId }, hashOf(id));
  return replyRows(database);
}

const keyFacts = {
  name: "a",
  prefix: "dk_",
  scopes: ["admin" as const],
  expertIds: null,
  createdAt: 0,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();

const subjects = [["the database", overDatabase]] as const;

const requestOf = (more: Partial<RepeatableRequest> = {}): RepeatableRequest => ({
  keyId: "key_1" as KeyId,
  route: "POST /v1/experts",
  idempotencyKey: "first",
  fingerprint: "abc",
  at: 1000,
  ...more,
});
const replyOf = (body: string) => ({ status: 201, location: "/v1/experts/exp_1", body });

describe.each(subjects)("ReplyStore: %s", (_name, open) => {
  test("a reply is found under its key, route and name, with the fingerprint of its request", async () => {
    const replies = open();
    const done = await replies.perform(requestOf(), () => ({ done: 42, reply: replyOf("{}") }), 0);
    expect(done).toBe(42);
    expect(replies.find(requestOf({ fingerprint: "other" }), 0)).toMatchObject({
      ...replyOf("{}"),
      fingerprint: "abc",
    });
    const others: Partial<RepeatableRequest>[] = [
      { keyId: "key_2" as KeyId },
      { route: "POST /v1/keys" },
      { idempotencyKey: "second" },
    ];
    expect(others.map((other) => replies.find(requestOf(other), 0))).toEqual([null, null, null]);
  });

  test("a reply from before `since` is not found, and the next transaction deletes it", async () => {
    const replies = open();
    await replies.perform(requestOf(), () => ({ done: 0, reply: replyOf("old") }), 0);
    expect([replies.find(requestOf(), 1000)?.body, replies.find(requestOf(), 1001)]).toEqual(["old", null]);
    await replies.perform(requestOf({ at: 2000 }), () => ({ done: 0, reply: replyOf("new") }), 1500);
    expect(replies.find(requestOf(), 0)?.body).toBe("new");
  });

  test("work that throws stores nothing", async () => {
    const replies = open();
    const throwing = replies.perform(
      requestOf(),
      () => {
        throw new Error("no");
      },
      0,
    );
    await expect(throwing).rejects.toThrow("no");
    expect(replies.find(requestOf(), 0)).toBeNull();
  });

  test("work without a repeatable request stores no reply", async () => {
    const replies = open();
    expect(await replies.performOnce(() => "done")).toBe("done");
    expect(replies.find(requestOf(), 0)).toBeNull();
  });

  test("a reply is amended to the sent one", async () => {
    const replies = open();
    await replies.perform(requestOf(), () => ({ done: 0, reply: replyOf("first") }), 0);
    replies.amend(requestOf(), { status: 202, location: "/elsewhere", body: "sent" });
    expect(replies.find(requestOf(), 0)).toMatchObject({ status: 202, location: "/elsewhere", body: "sent" });
  });
});
