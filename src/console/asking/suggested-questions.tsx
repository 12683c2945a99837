import { MessageCircleQuestion } from "lucide-preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Expert } from "../../api/shapes.ts";
import { unwrap } from "../api/api-client.ts";
import { createResource } from "../api/resource.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";

interface SuggestedQuestionsProps {
  readonly questions: readonly string[];
  readonly ask: (question: string) => void;
}

export function SuggestedQuestions({ questions, ask }: SuggestedQuestionsProps) {
  return (
    <ul class="suggestions">
      {questions.map((question) => (
        <li key={question}>
          <Button icon={MessageCircleQuestion} onClick={() => ask(question)}>
            <span dir="auto">{question}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface FirstQuestionsProps {
  readonly expert: Expert;
  readonly ask: (question: string) => void;
}

/** What the sources are, and questions that the expert answers, once everything has been read. */
export function FirstQuestions({ expert, ask }: FirstQuestionsProps) {
  const { api } = useConsole();
  const t = useTexts();
  const { ready, queued, processing } = expert.source_counts;
  const isRead = queued + processing === 0;
  const path = { id: expert.id };
  const introduction = useMemo(
    () => createResource(() => unwrap(api.call.GET("/v1/experts/{id}/introduction", { params: { path } }))),
    [expert.id],
  );
  useEffect(() => {
    if (isRead) void introduction.refresh();
  }, [introduction, isRead, ready]);
  const { titles, questions } = introduction.data.value ?? { titles: [], questions: [] };
  return (
    <>
      {titles.length > 0 && (
        <p class="faint" dir="auto">
          {t.asking.about(titles.slice(0, 3).join(" · "), ready - Math.min(3, titles.length))}
        </p>
      )}
      <SuggestedQuestions questions={questions} ask={ask} />
    </>
  );
}
