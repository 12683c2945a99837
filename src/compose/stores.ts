import type { RequestCounts } from "../accounting/limit-ports.ts";
import { requestsInMemory } from "../accounting/request-counts.ts";
import type { SharedBuckets } from "../accounting/shared-buckets.ts";
import type { UsageStore } from "../accounting/usage-ports.ts";
import type { PassageReader } from "../answering/ports.ts";
import type { Embedding } from "../experts/expert.ts";
import type { ExpertStore } from "../experts/ports.ts";
import { type ExclusiveWork, inThisProcess } from "../kernel/mutex.ts";
import { type TicketStore, ticketsInMemory } from "../kernel/stores/tickets.ts";
import type { KeyStore } from "../keys/ports.ts";
import type { IngestQueue } from "../sources/ports/queue-ports.ts";
import { conversationStore, sessionStore, workspaceStore } from "../store/account-stores.ts";
import { denseStore, senseStore } from "../store/passages/derived-store.ts";
import { passageRows } from "../store/passages/passage-rows.ts";
import { readingStore } from "../store/passages/reading-store.ts";
import { vectorStore } from "../store/passages/vector-store.ts";
import { askedStore, checkStore, recentAnswerStore } from "../store/question-stores.ts";
import { quotaStore } from "../store/quota-store.ts";
import { replyStore } from "../store/reply-store.ts";
import { keeperStore } from "../store/sources/keeper-store.ts";
import { recognisedPageStore } from "../store/sources/recognised-page-store.ts";
import { siteStore } from "../store/sources/site-store.ts";
import { sourceStore } from "../store/sources/source-store.ts";
import type { Database } from "../store/sqlite/database.ts";
import { answerRows } from "../store/sqlite/rows/answer-rows.ts";
import { expertRows } from "../store/sqlite/rows/expert-rows.ts";
import { ingestQueueRows } from "../store/sqlite/rows/ingest-queue-rows.ts";
import { keyRows } from "../store/sqlite/rows/key-rows.ts";
import { usageRows } from "../store/sqlite/rows/usage-rows.ts";
import { storeInSqlite } from "../store/sqlite/store-dialect.ts";
import { webhookStore } from "../store/webhook-store.ts";
import type { Store } from "../store/work.ts";

export interface LocalDatabase {
  /** Changes with every commit that may change an answer. */
  generation(): number;
  /** Called when a request arrives, and in each later turn of the event loop in which it is worked on. */
  requestCame(): void;
  requestGoesOn(): void;
}

type SharedStores = ReturnType<typeof sharedStores>;

export interface Stores extends SharedStores {
  /** Null: other nodes write to the database too. */
  readonly local: LocalDatabase | null;
  readonly passages: (senseModel: string | null) => PassageReader;
  readonly keys: KeyStore;
  readonly tickets: TicketStore;
  /** Null: one process does all the counting. */
  readonly rates: SharedBuckets | null;
  readonly experts: ExpertStore;
  readonly usage: UsageStore;
  readonly requests: RequestCounts;
  readonly exclusive: ExclusiveWork;
  readonly queue: IngestQueue;
}

export function sqliteStores(database: Database): Stores {
  const usage = usageRows(database);
  return {
    ...sharedStores(storeInSqlite(database)),
    local: database,
    passages: (senseModel) => answerRows(database, senseModel),
    keys: keyRows(database),
    tickets: ticketsInMemory(),
    rates: null,
    experts: expertRows(database),
    usage,
    requests: requestsInMemory(usage),
    exclusive: inThisProcess,
    queue: ingestQueueRows(database),
  };
}

export function sharedStores(store: Store) {
  return {
    memory: (senseModel: string | null) => passageRows(store, senseModel),
    webhooks: webhookStore(store),
    asked: askedStore(store),
    recentAnswers: recentAnswerStore(store),
    checks: checkStore(store),
    sites: siteStore(store),
    keepers: keeperStore(store),
    recognised: recognisedPageStore(store),
    replies: replyStore(store),
    sources: sourceStore(store),
    workspaces: workspaceStore(store),
    sessions: sessionStore(store),
    conversations: conversationStore(store),
    quotas: quotaStore(store),
    senses: (model: string) => senseStore(store, model),
    readings: readingStore(store),
    vectors: vectorStore(store),
    dense: (embedding: Embedding) => denseStore(store, embedding),
  };
}
