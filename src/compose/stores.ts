/** The stores that the services keep their rows in, each behind the port of its user. */
import type { PassageReader } from "../answering/ports.ts";
import type { CheckStore } from "../checks/ports.ts";
import type { ExpertStore } from "../experts/ports.ts";
import type { AskedQuestions } from "../gaps/ports.ts";
import type { ReplyStore } from "../idempotency/ports.ts";
import type { KeyStore, SessionStore, WorkspaceStore } from "../keys/ports.ts";
import type { PassageRows, SenseRows, VectorRows } from "../memory/ports.ts";
import type { ReadingRows } from "../memory/readings/ports.ts";
import type { Database } from "../storage/database.ts";
import { askedRows } from "../storage/questions/asked-rows.ts";
import { checkRows } from "../storage/questions/check-rows.ts";
import { answerRows } from "../storage/rows/answer-rows.ts";
import { expertRows } from "../storage/rows/expert-rows.ts";
import { keyRows, sessionRows } from "../storage/rows/key-rows.ts";
import { passageRows } from "../storage/rows/passage-rows.ts";
import { senseRows } from "../storage/rows/sense-rows.ts";
import { vectorRows } from "../storage/rows/vector-rows.ts";
import { replyRows } from "../storage/rows/reply-rows.ts";
import { workspaceRows } from "../storage/rows/workspace-rows.ts";
import { readingRows } from "../storage/statements/reading-rows.ts";
import { webhookRows } from "../storage/webhooks/webhook-rows.ts";
import type { WebhookStore } from "../webhooks/ports.ts";

export interface Stores {
  /** @param senseModel the model whose progress counts; null: no model encodes passages. */
  readonly passages: (senseModel: string | null) => PassageReader;
  /** @param senseModel the model whose sense is read; null reads none. */
  readonly memory: (senseModel: string | null) => PassageRows;
  /** @param model the name of the model whose sense is read and written. */
  readonly senses: (model: string) => SenseRows;
  readonly readings: ReadingRows;
  readonly vectors: VectorRows;
  readonly workspaces: WorkspaceStore;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  readonly experts: ExpertStore;
  readonly webhooks: WebhookStore;
  readonly asked: AskedQuestions;
  readonly checks: CheckStore;
  readonly replies: ReplyStore;
}

export function sqliteStores(database: Database): Stores {
  return {
    passages: (senseModel) => answerRows(database, senseModel),
    memory: (senseModel) => passageRows(database, senseModel),
    senses: (model) => senseRows(database, model),
    readings: readingRows(database),
    vectors: vectorRows(database),
    workspaces: workspaceRows(database),
    keys: keyRows(database),
    sessions: sessionRows(database),
    experts: expertRows(database),
    webhooks: webhookRows(database),
    asked: askedRows(database),
    checks: checkRows(database),
    replies: replyRows(database),
  };
}
