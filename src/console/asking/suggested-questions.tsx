import { MessageCircleQuestion } from "lucide-preact";
import { useEffect, useMemo } from "preact/hooks";
import type { DescribedDocumentObject } from "../../api/shapes.ts";
import { addressOf } from "../app/base-path.ts";
import { useExpertConsole } from "../app/console-state.ts";
import { sourcePath } from "../app/page-location.ts";
import { createResource } from "../app/resource.ts";
import { Button } from "../parts/buttons.tsx";
import { Skeleton } from "../parts/states.tsx";

interface SuggestedQuestionsProps {
  readonly questions: readonly string[];
  readonly ask: (question: string) => void;
}

export function SuggestedQuestions({ questions, ask }: SuggestedQuestionsProps) {
  return (
    <ul class="suggestions">
      {questions.map((question) => (
        <li key={question}>
          <Button
            label={<span dir="auto">{question}</span>}
            icon={MessageCircleQuestion}
            onClick={() => ask(question)}
          />
        </li>
      ))}
    </ul>
  );
}

export function NotebookSummary({ ask }: Pick<SuggestedQuestionsProps, "ask">) {
  const { api, conversations, expert, session, t } = useExpertConsole();
  const { ready, queued, processing } = expert.source_counts;
  const isRead = queued + processing === 0;
  const path = { id: expert.id };
  const introduction = useMemo(
    () => createResource(() => api.request("GET", "/v1/experts/{id}/introduction", { path })),
    [expert.id],
  );
  useEffect(() => {
    if (isRead) void introduction.refresh();
  }, [introduction, isRead, ready]);
  const { documents, questions } = introduction.data.value ?? { documents: [], questions: [] };
  if (introduction.data.value === null && introduction.loading.value) return <Skeleton lines={6} />;
  if (!isRead) return <p class="faint">{t.asking.beingRead(ready, ready + queued + processing)}</p>;
  return (
    <section class="summary" aria-label={t.asking.summary}>
      {questions.length > 0 && session.may("query") && (
        <>
          <h3>{t.asking.answered}</h3>
          <SuggestedQuestions questions={questions} ask={ask} />
        </>
      )}
      {documents.length > 0 && <h3>{t.asking.summary}</h3>}
      <ul>
        {documents.map((document) => (
          <DocumentLine key={document.source_id} document={document} />
        ))}
      </ul>
      {documents.length > 0 && ready > documents.length && (
        <p class="faint">{t.asking.more(ready - documents.length)}</p>
      )}
      <p class="faint">{t.asking.nothingHelp(conversations.isInService.value)}</p>
    </section>
  );
}

function DocumentLine({ document }: { readonly document: DescribedDocumentObject }) {
  const { expert, formats } = useExpertConsole();
  const { source_id, title, date, headings, opening } = document;
  return (
    <li dir="auto">
      <a href={addressOf(sourcePath(expert.slug, source_id))}>{title}</a>
      {date !== null && <time dateTime={date}>{formats.day(date)}</time>}
      {headings.length > 0 && <p>{headings.join(" · ")}</p>}
      {opening !== null && <p class="faint">{opening}</p>}
    </li>
  );
}
