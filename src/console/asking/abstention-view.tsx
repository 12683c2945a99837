import { CircleHelp, Plus, SlidersHorizontal } from "lucide-preact";
import type { AnswerObject } from "../../api/shapes.ts";
import { useExpertConsole } from "../app/console-state.ts";
import { settingsPath } from "../app/page-location.ts";
import { Button, LinkButton } from "../parts/buttons.tsx";
import { PassageList } from "./retrieved-passages.tsx";

export function AbstentionView({ answer, addSource }: { answer: AnswerObject; addSource: () => void }) {
  const { expert, session, t } = useExpertConsole();
  const { nearest = [] } = answer;
  const reason = answer.abstain_reason ?? "not_supported";
  const isBelowBar = reason === "not_supported" || reason === "below_min_score";
  return (
    <div class="abstention">
      <CircleHelp size={22} aria-hidden />
      <div>
        <p class="abstention-text" dir="auto">
          {answer.answer}
        </p>
        <p class="faint">{t.asking.reasons[reason]}</p>
        <div class="row">
          {session.may("ingest") && <Button label={t.asking.addSource} icon={Plus} onClick={addSource} />}
          {isBelowBar && session.may("manage") && (
            <LinkButton
              label={t.asking.lowerBar}
              href={`${settingsPath(expert.slug)}?focus=min_confidence`}
              icon={SlidersHorizontal}
            />
          )}
        </div>
        {nearest.length > 0 && (
          <section class="nearest" aria-label={t.asking.nearest}>
            <h4>{t.asking.nearest}</h4>
            <PassageList passages={nearest} />
          </section>
        )}
      </div>
    </div>
  );
}
