/** Composes gaps and checks. */
import type { Analyzers } from "../analysis/analysis.ts";
import type { TryQuestion } from "../answering/trial.ts";
import { type CheckLane, createCheckLane } from "../checks/check-lane.ts";
import { type CheckService, createCheckService } from "../checks/check-service.ts";
import { createGapService, type GapService } from "../gaps/gap-service.ts";
import type { AskedQuestions } from "../gaps/ports.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Foundation } from "./foundation.ts";

export interface Questions {
  readonly asked: AskedQuestions;
  readonly gaps: GapService;
  readonly checks: CheckService;
  readonly checkLane: CheckLane;
}

interface QuestionsParts extends Pick<Foundation, "stores" | "clock" | "ids" | "log"> {
  readonly analyzers: Analyzers;
  readonly tryQuestion: TryQuestion;
  /** Whether documents are being read. */
  readonly isReading: () => boolean;
}

export function composeQuestions(parts: QuestionsParts): Questions {
  const { stores, clock, ids, log, analyzers, tryQuestion, isReading } = parts;
  const { asked, checks: store } = stores;
  const checks = createCheckService({ store, tryQuestion, clock, ids });
  const expertOf = async (id: ExpertId) => {
    const workspace = await store.workspaceOf(id);
    return workspace === null ? null : stores.experts.byId(workspace, id);
  };
  return {
    asked,
    gaps: createGapService({ store: asked, analyzers, tryQuestion }),
    checks,
    checkLane: createCheckLane({ checks, expertOf, isBusy: isReading, log }),
  };
}
