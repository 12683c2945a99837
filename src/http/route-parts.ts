import type { QuotaService } from "../accounting/quota-service.ts";
import type { UsageService } from "../accounting/usage-service.ts";
import type { AnswerService } from "../answering/answer-service.ts";
import type { TableService } from "../answering/computed/table-service.ts";
import type { Introduce } from "../answering/conversation/introduction.ts";
import type { RerankService } from "../answering/sent-texts.ts";
import type { ExpertService } from "../experts/expert-service.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { TurnTaking } from "../kernel/mutex.ts";
import type { ReplyStore } from "../kernel/stores/replies.ts";
import type { ConversationKeeping } from "../keys/conversation-keeping.ts";
import type { KeyDelegation } from "../keys/key-delegation.ts";
import type { KeyService } from "../keys/key-service.ts";
import type { SessionService } from "../keys/session-service.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import type { CheckService } from "../quality/check-service.ts";
import type { GapService } from "../quality/gap-service.ts";
import type { RecentAnswerService } from "../quality/recent-answers.ts";
import type { SiteService } from "../sites/site-service.ts";
import type { KeepingService } from "../sources/keeping-service.ts";
import type { SourceService } from "../sources/source-service.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import type { HandbookText } from "./description/handbook-text.ts";
import type { authentication } from "./edge/authentication.ts";
import type { concurrencyGuard } from "./edge/concurrency-guard.ts";
import type { Idempotency } from "./edge/idempotency.ts";
import type { ServiceState } from "./edge/service-state.ts";
import type { Throttle } from "./edge/throttle.ts";
import type { SourceLimits } from "./native/open-intake.ts";
import type { RememberTurn } from "./openai/remembered-turns.ts";
import type { Abilities, LimitsOf, SystemReportSources } from "./system-parts.ts";

export interface AppServices {
  readonly keys: KeyService;
  readonly delegation: KeyDelegation;
  readonly sessions: SessionService;
  readonly conversations: ConversationKeeping;
  readonly replies: ReplyStore;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly keeping: KeepingService;
  readonly sites: SiteService;
  readonly answers: AnswerService;
  readonly reranking: RerankService;
  readonly tables: TableService;
  readonly gaps: GapService;
  readonly checks: CheckService;
  readonly recentAnswers: RecentAnswerService;
  readonly introduce: Introduce;
  readonly webhooks: WebhookService;
  readonly usage: UsageService;
  readonly quotas: QuotaService;
  readonly embedder: Embedder | null;
}

export interface SharedParts {
  readonly abilities: Abilities;
  readonly system: SystemReportSources;
  readonly handbook: readonly HandbookText[];
  readonly clock: Clock;
  readonly ids: IdMint;
}

export interface RouteParts extends Omit<AppServices, "replies">, SharedParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly guard: ReturnType<typeof concurrencyGuard>;
  readonly replies: Idempotency;
  readonly limits: SourceLimits;
  readonly state: ServiceState;
  readonly turns: TurnTaking;
  readonly limitsOf: LimitsOf;
  readonly remember: RememberTurn;
  readonly publicUrl: string | null;
  readonly throttle: Throttle;
  readonly secure: boolean;
}
