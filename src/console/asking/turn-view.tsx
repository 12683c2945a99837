import { RotateCcw } from "lucide-preact";
import { useRef } from "preact/hooks";
import type { AnswerObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { useOneTabStop } from "../parts/one-tab-stop.ts";
import { AbstentionView } from "./abstention-view.tsx";
import { AnswerActions } from "./answer-actions.tsx";
import { AnswerText, type AnswerTextProps, CitationMark, type CitedPlace } from "./answer-text.tsx";
import type { AskedTurn } from "./asked-conversation.ts";
import type { ShownCitation } from "./citation-card.tsx";
import { citedWords } from "./cited-words.ts";
import { ComputationView } from "./computation-view.tsx";
import type { Conversations } from "./conversation-shelf.ts";
import { RetrievedPassages } from "./retrieved-passages.tsx";

interface TurnViewProps {
  readonly turn: AskedTurn;
  readonly shelf: Conversations;
  readonly show: (shown: ShownCitation | null) => void;
  readonly addSource: () => void;
}

export function TurnView(props: TurnViewProps) {
  const { turn, show } = props;
  const { t } = useConsole();
  const frame = useRef<HTMLElement>(null);
  useOneTabStop(frame);
  const citations = turn.citations.map((each) => ({ ...each, marks: citedWords(each, turn.text) }));
  return (
    <article class="turn" ref={frame} aria-label={turn.question.question}>
      <h3 class="question" dir="auto">
        {turn.question.question}
      </h3>
      {turn.answer?.understood_as != null && (
        <p class="understood faint" dir="auto">
          {t.asking.understoodAs(turn.answer.understood_as)}
        </p>
      )}
      <AnswerView {...props} citations={citations} />
      {turn.answer?.computation && <ComputationView computation={turn.answer.computation} />}
      {turn.answer?.abstained !== true && <CitedSources citations={citations} show={show} />}
      {hasPassages(turn.answer) && (
        <RetrievedPassages answer={turn.answer} isOpen={turn.answer.answer_mode === "none"} />
      )}
      {turn.answer !== null && <AnswerActions turn={turn} />}
    </article>
  );
}

function CitedSources({ citations, show }: Pick<AnswerTextProps, "citations" | "show">) {
  const { t } = useConsole();
  if (citations.length === 0) return null;
  return (
    <ol class="cited" aria-label={t.asking.cited}>
      {citations.map((citation) => (
        <li key={citation.index}>
          <CitationMark citation={citation} show={show} />
          <span class="clip">
            <bdi>{citation.title}</bdi>
            {citation.page !== null && ` · ${t.reading.page(citation.page)}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface AnswerViewProps extends TurnViewProps {
  readonly citations: readonly CitedPlace[];
}

function AnswerView({ turn, citations, shelf, show, addSource }: AnswerViewProps) {
  const { t } = useConsole();
  const { answer, state, text } = turn;
  if (answer?.abstained === true) return <AbstentionView answer={answer} addSource={addSource} />;
  if (state === "done" && answer?.answer_mode === "none")
    return <p class="faint">{answer.passages?.length === 0 ? t.asking.nothingFound : t.asking.passagesBelow}</p>;
  return (
    <>
      {text !== "" && (
        <AnswerText
          text={text}
          citations={citations}
          remarks={answer?.remarks}
          isMarkdown={isWritten(answer)}
          show={show}
        />
      )}
      <AnswerNotes answer={answer} />
      {state === "asking" && (
        <p class="thinking" role="status">
          {text === "" ? t.asking.searching : ""}
          <span class="dots" />
        </p>
      )}
      {(state === "failed" || state === "stopped" || state === "removed") && (
        <div class="interrupted" role="alert">
          <p dir="auto">{state === "failed" ? turn.problem || t.common.unreachable : t.asking[state]}</p>
          <Button label={t.asking.again} icon={RotateCcw} onClick={() => shelf.askAgain(turn)} />
        </div>
      )}
    </>
  );
}

function AnswerNotes({ answer }: { readonly answer: AnswerObject | null }) {
  const { removed, model_failure: failure } = answer ?? { removed: [], model_failure: null };
  const { t } = useConsole();
  return (
    <>
      {removed.length > 0 && (
        <details class="faint">
          <summary>{t.asking.leftOut(removed.length)}</summary>
          <ul>
            {removed.map((statement, at) => (
              <li key={at}>{statement}</li>
            ))}
          </ul>
        </details>
      )}
      {failure !== null && <p class="faint">{failure}</p>}
    </>
  );
}

const hasPassages = (answer: AnswerObject | null): answer is AnswerObject =>
  answer !== null && !answer.abstained && (answer.passages?.length ?? 0) > 0;

const isWritten = (answer: AnswerObject | null) => answer?.answer_mode === "generated";
