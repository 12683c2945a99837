import { useSignal } from "@preact/signals";
import { History, MessagesSquare, Plus, Server, Trash2 } from "lucide-preact";
import { useEffect, useRef } from "preact/hooks";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { Button } from "../parts/buttons.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Menu, type MenuItem } from "../parts/menu.tsx";
import { ScrollFrame } from "../parts/scroll-frame.tsx";
import { EmptyState, Skeleton } from "../parts/states.tsx";
import type { AskedTurn } from "./asked-conversation.ts";
import { CitationCard, type ShownCitation } from "./citation-card.tsx";
import type { Conversations } from "./conversation-shelf.ts";
import { QuestionForm } from "./question-form.tsx";
import { plainOptions, questionOf } from "./question-options.ts";
import { NotebookSummary } from "./suggested-questions.tsx";
import { TurnView } from "./turn-view.tsx";

export function ConversationPane({ addSource }: { readonly addSource: () => void }) {
  const { conversations, expert, page, session, t } = useExpertConsole();
  const shelf = conversations.of(expert.id);
  const card = useSignal<ShownCitation | null>(null);
  const current = shelf.current.value;
  const wanted = page.search.value.get("ask");
  useEffect(() => {
    if (wanted === null) return;
    page.adjust({ ask: null }, { replace: true });
    shelf.open(null);
    shelf.ask(questionOf(wanted, plainOptions));
  }, [wanted]);
  useEffect(() => {
    if (current !== null) shelf.open(current.id);
  }, [current?.id, current?.isLoading]);
  return (
    <section class="panel conversation" aria-label={t.asking.title}>
      <header class="panel-head">
        <h2>{t.asking.title}</h2>
        {session.may("query") && <ConversationMenu shelf={shelf} />}
        <Button
          label={t.asking.begin}
          kind="quiet"
          icon={MessagesSquare}
          disabled={!current?.turns.length}
          onClick={() => shelf.open(null)}
        />
      </header>
      <TurnList shelf={shelf} show={(shown) => (card.value = shown)} addSource={addSource} />
      {session.may("query") ? <QuestionForm shelf={shelf} /> : <p class="note">{t.asking.mayNot}</p>}
      {card.value !== null && <CitationCard shown={card.value} />}
    </section>
  );
}

function ConversationMenu({ shelf }: { readonly shelf: Conversations }) {
  const { conversations, t } = useConsole();
  const isChoosing = useSignal(false);
  const choice = conversations.isInService.value ? t.asking.keepInBrowser : t.asking.keepInService;
  const earlier = shelf.all.value.slice(0, 12);
  return (
    <>
      <Menu
        label={t.asking.history}
        icon={History}
        items={[
          ...earlier.map(({ id, title }, at) => ({ label: `${at + 1}. ${title}`, act: () => shelf.open(id) })),
          { label: choice, icon: Server, act: () => (isChoosing.value = true) },
          ...useRemovals(shelf),
        ]}
      />
      {isChoosing.value && <ConversationChoice onClose={() => (isChoosing.value = false)} />}
    </>
  );
}

function useRemovals(shelf: Conversations): readonly MenuItem[] {
  const { conversations, notices, t } = useConsole();
  const { remove, removedOne, empty, emptied } = t.asking;
  const removal = (label: string, told: string, work: () => Promise<void>) => ({
    label,
    icon: Trash2,
    danger: true,
    act: () => notices.trying(work().then(() => notices.done(told))),
  });
  const current = shelf.current.value;
  const all = removal(empty, emptied, () => conversations.empty());
  return current === null ? [all] : [removal(remove, removedOne, () => shelf.remove(current.id)), all];
}

function ConversationChoice({ onClose }: { readonly onClose: () => void }) {
  const { conversations, session, t } = useConsole();
  const isInService = conversations.isInService.value;
  const standing = session.standing.value;
  const key = standing.state === "in" ? standing.session.key_name : "";
  return (
    <ConfirmDialog
      action={isInService ? t.asking.keepInBrowser : t.asking.keepInService}
      warning={isInService ? t.asking.inBrowserMeans : t.asking.inServiceMeans(key)}
      work={async () => {
        await conversations.choose(!isInService);
        onClose();
      }}
      onClose={onClose}
      danger={false}
    />
  );
}

/** Pixels above the newest question, where its answer is longer than the view. */
const spaceAbove = 14;

interface TurnListProps {
  readonly shelf: Conversations;
  readonly show: (shown: ShownCitation | null) => void;
  readonly addSource: () => void;
}

function TurnList({ shelf, show, addSource }: TurnListProps) {
  const { expert, session, t } = useExpertConsole();
  const { turns, isLoading } = shelf.current.value ?? { turns: [], isLoading: false };
  const ask = (question: string) => shelf.ask(questionOf(question, plainOptions));
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
      {isLoading && <Skeleton lines={6} />}
      {turns.length === 0 &&
        !isLoading &&
        (expert.source_counts.total === 0 ? (
          <EmptyState icon={MessagesSquare} title={t.asking.nothing}>
            <p>{t.asking.noSources}</p>
            {session.may("ingest") && <Button label={t.asking.addSource} icon={Plus} onClick={addSource} />}
          </EmptyState>
        ) : (
          <NotebookSummary ask={ask} />
        ))}
      {turns.map((turn) => (
        <TurnView key={turn.id} turn={turn} shelf={shelf} show={show} addSource={addSource} />
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
