import { useSignal } from "@preact/signals";
import { History, MessagesSquare, Trash2 } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { Menu } from "../parts/menu.tsx";
import { ScrollFrame } from "../parts/scroll-frame.tsx";
import { EmptyState } from "../parts/states.tsx";
import { CitationCard, type ShownCitation } from "./citation-card.tsx";
import type { AskedTurn, Conversations } from "./conversation-shelf.ts";
import { QuestionForm } from "./question-form.tsx";
import { plainOptions, questionOf } from "./question-options.ts";
import { NotebookSummary } from "./suggested-questions.tsx";
import { TurnView } from "./turn-view.tsx";

interface ConversationPaneProps {
  readonly expert: ExpertObject;
  readonly addSource: () => void;
}

export function ConversationPane({ expert, addSource }: ConversationPaneProps) {
  const { api, conversations, page, session } = useConsole();
  const t = useTexts();
  const shelf = conversations.of(expert.id);
  const card = useSignal<ShownCitation | null>(null);
  const turns = shelf.current.value?.turns ?? [];
  const wanted = page.search.value.get("ask");
  useEffect(() => {
    if (wanted === null) return;
    page.adjust({ ask: null }, { replace: true });
    shelf.begin();
    void shelf.ask(api, questionOf(wanted, plainOptions));
  }, [wanted]);
  return (
    <section class="panel conversation" aria-label={t.asking.title}>
      <header class="panel-head">
        <h2>{t.asking.title}</h2>
        <ConversationMenu shelf={shelf} />
        <Button kind="quiet" icon={MessagesSquare} disabled={turns.length === 0} onClick={() => shelf.begin()}>
          {t.asking.begin}
        </Button>
      </header>
      <TurnList
        expert={expert}
        turns={turns}
        shelf={shelf}
        show={(shown) => (card.value = shown)}
        addSource={addSource}
      />
      {session.may("query") ? <QuestionForm expert={expert} shelf={shelf} /> : <p class="note">{t.asking.mayNot}</p>}
      {card.value !== null && <CitationCard shown={card.value} />}
    </section>
  );
}

function ConversationMenu({ shelf }: { readonly shelf: Conversations }) {
  const { conversations, notices } = useConsole();
  const t = useTexts();
  const all = shelf.all.value;
  if (all.length === 0) return null;
  const forget = () => {
    conversations.empty();
    notices.done(t.asking.emptied);
  };
  return (
    <Menu
      label={t.asking.history}
      icon={History}
      items={[
        ...all.slice(0, 12).map(({ id, turns }, at) => ({
          label: `${at + 1}. ${turns[0]?.question.question ?? ""}`,
          act: () => shelf.open(id),
        })),
        { label: t.asking.empty, icon: Trash2, danger: true, act: forget },
      ]}
    />
  );
}

/** Pixels above the newest question, where its answer is longer than the view. */
const spaceAbove = 14;

interface TurnListProps {
  readonly expert: ExpertObject;
  readonly turns: readonly AskedTurn[];
  readonly shelf: Conversations;
  readonly show: (shown: ShownCitation | null) => void;
  readonly addSource: () => void;
}

function TurnList({ expert, turns, shelf, show, addSource }: TurnListProps) {
  const { api } = useConsole();
  const t = useTexts();
  const ask = (question: string) => void shelf.ask(api, questionOf(question, plainOptions));
  const frame = useRef<HTMLElement>(null);
  useFollowing(frame, turns);
  return (
    <ScrollFrame
      class="turns"
      label={t.asking.turns}
      frame={frame}
      isLog={true}
      busy={turns.at(-1)?.state === "asking"}
    >
      {turns.length === 0 &&
        (expert.source_counts.total === 0 ? (
          <EmptyState icon={MessagesSquare} title={t.asking.nothing}>
            <p>{t.asking.noSources}</p>
          </EmptyState>
        ) : (
          <NotebookSummary expert={expert} ask={ask} />
        ))}
      {turns.map((turn) => (
        <TurnView key={turn.no} expert={expert} turn={turn} shelf={shelf} show={show} addSource={addSource} />
      ))}
    </ScrollFrame>
  );
}

function useFollowing(frame: { readonly current: HTMLElement | null }, turns: readonly AskedTurn[]): void {
  const hasMoved = useRef(false);
  const last = turns.at(-1);
  useEffect(() => {
    const moved = () => {
      hasMoved.current = true;
    };
    for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
      frame.current?.addEventListener(event, moved, { passive: true });
  }, []);
  useEffect(() => {
    hasMoved.current = false;
  }, [turns.length]);
  useEffect(() => {
    const [box, turn] = [frame.current, frame.current?.lastElementChild];
    if (box === null || turn === null || turn === undefined || hasMoved.current) return;
    const top = box.scrollTop + turn.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTo({ top: Math.min(box.scrollHeight, top - spaceAbove) });
  }, [turns.length, last?.text, last?.state]);
}
