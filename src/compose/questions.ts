/** Composes gaps and checks. */
import type { Analyzers } from "../analysis/analysis.ts";
import type { TryQuestion } from "../answering/trial.ts";
import { type CheckLane, createCheckLane } from "../checks/check-lane.ts";
import { type CheckService, createCheckService } from "../checks/check-service.ts";
import { createGapService, type GapService } from "../gaps/gap-service.ts";
import type { AskedQuestions } from "../gaps/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ExpertId, IdMint } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Database } from "../storage/database.ts";
import { askedRows } from "../storage/questions/asked-rows.ts";
import { checkRows } from "../storage/questions/check-rows.ts";
import { expertRows } from "../storage/rows/expert-rows.ts";

export interface Questions {
  readonly asked: AskedQuestions;
  readonly gaps: GapService;
  readonly checks: CheckService;
  readonly checkLane: CheckLane;
}

interface QuestionsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly log: Log;
  readonly analyzers: Analyzers;
  readonly tryQuestion: TryQuestion;
  /** Whether documents are being read. */
  readonly isReading: () => boolean;
}

export function composeQuestions(parts: QuestionsParts): Questions {
  const { database, clock, ids, log, analyzers, tryQuestion, isReading } = parts;
  const asked = askedRows(database);
  const store = checkRows(database);
  const checks = createCheckService({ store, tryQuestion, clock, ids });
  const experts = expertRows(database);
  const expertOf = (id: ExpertId) => {
    const workspace = store.workspaceOf(id);
    return workspace === null ? null : experts.byId(workspace, id);
  };
  return {
    asked,
    gaps: createGapService({ store: asked, analyzers, tryQuestion }),
    checks,
    checkLane: createCheckLane({ checks, expertOf, isBusy: isReading, log }),
  };
}
