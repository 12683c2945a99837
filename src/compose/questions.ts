/** Composes gaps and checks. */

import type { TryQuestion } from "../answering/trial.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Analyzers } from "../language/words/analysis.ts";
import { checkJob } from "../quality/check-job.ts";
import { type CheckService, createCheckService } from "../quality/check-service.ts";
import type { AskedQuestions } from "../quality/gap-ports.ts";
import { createGapService, type GapService } from "../quality/gap-service.ts";
import type { Foundation } from "./foundation.ts";

export interface Questions {
  readonly asked: AskedQuestions;
  readonly gaps: GapService;
  readonly checks: CheckService;
  /** The memory of an expert changed. */
  readonly changed: (expert: ExpertId) => void;
}

interface QuestionsParts extends Pick<Foundation, "stores" | "clock" | "ids" | "log" | "runner"> {
  readonly analyzers: Analyzers;
  readonly tryQuestion: TryQuestion;
  /** Whether documents are being read. */
  readonly isReading: () => boolean;
}

export function composeQuestions(parts: QuestionsParts): Questions {
  const { stores, clock, ids, log, analyzers, tryQuestion, isReading, runner } = parts;
  const { asked, checks: store } = stores;
  const checks = createCheckService({ store, tryQuestion, clock, ids });
  const expertOf = async (id: ExpertId) => {
    const workspace = await store.workspaceOf(id);
    return workspace === null ? null : stores.experts.byId(workspace, id);
  };
  const changed = new Set<ExpertId>();
  runner.add(checkJob({ checks, expertOf, changed, isReading, log }));
  return {
    asked,
    gaps: createGapService({ store: asked, analyzers, tryQuestion }),
    checks,
    changed: (expert) => void changed.add(expert),
  };
}
