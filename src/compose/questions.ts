import type { TryQuestion } from "../answering/finding.ts";
import type { ExpertId } from "../kernel/ids.ts";
import type { Analyzers } from "../language/words/analysis.ts";
import { checkJob } from "../quality/check-job.ts";
import { createCheckService } from "../quality/check-service.ts";
import { createGapService } from "../quality/gap-service.ts";
import { createRecentAnswerService } from "../quality/recent-answers.ts";
import type { Foundation } from "./foundation.ts";

interface QuestionsParts extends Pick<Foundation, "stores" | "clock" | "ids" | "log" | "runner"> {
  readonly analyzers: Analyzers;
  readonly tryQuestion: TryQuestion;
  readonly changed: Set<ExpertId>;
}

export function composeQuestions(parts: QuestionsParts) {
  const { stores, clock, ids, log, analyzers, tryQuestion, changed, runner } = parts;
  const { asked, recentAnswers, checks: store } = stores;
  const checks = createCheckService({ store, tryQuestion, clock, ids });
  const expertOf = async (id: ExpertId) => {
    const workspace = await store.workspaceOf(id);
    return workspace === null ? null : stores.experts.byId(workspace, id);
  };
  runner.add(checkJob({ checks, expertOf, changed, isReading: () => runner.isBusy(["read"]), log }));
  return {
    gaps: createGapService({ store: asked, recentAnswers, analyzers, tryQuestion }),
    recentAnswers: createRecentAnswerService({ store: recentAnswers, asked, checks, clock }),
    checks,
  };
}
