import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { AnswerProgress } from "../../api/answer-events.ts";
import type { QuestionRequest } from "../../api/shapes.ts";
import { streamAnswer } from "../app/answer-stream.ts";
import type { ApiClient } from "../app/api-client.ts";
import { asProblem, isAbort } from "../app/api-problem.ts";
import type { Notices } from "../app/notices.ts";
import {
  type AskedTurn,
  type ConversationPlace,
  contextOf,
  type KeptConversation,
  merged,
  newId,
  newTurn,
  withTurn,
} from "./asked-conversation.ts";
import { browserPlace, expertsInBrowser, type ServicePlaces, servicePlaces, unless } from "./conversation-places.ts";

type ShownConversation = ReturnType<typeof shown>;

export type Conversations = ReturnType<typeof createConversations>;

interface ShelfParts {
  readonly api: ApiClient;
  readonly notices: Pick<Notices, "failed">;
}

export function createConversationShelf({ api, notices }: ShelfParts) {
  const service = servicePlaces(api);
  const shelves = new Map<string, Conversations>();
  const of = (expertId: string) => {
    const known = shelves.get(expertId) ?? createConversations({ api, notices, service }, expertId);
    shelves.set(expertId, known);
    return known;
  };
  return {
    /** Whether the service keeps new conversations of this key. */
    isInService: service.keeps as ReadonlySignal<boolean>,
    of,
    look: () => void service.look(),
    /** Conversations of this browser move to the service if that keeps them from now on. */
    choose: async (keep: boolean) => {
      await api.request("PATCH", "/v1/conversations", { body: { keep } });
      await service.look();
      const moving = keep ? expertsInBrowser() : [];
      for (const expertId of moving) await unless("expert_not_found", () => moveUp(of(expertId)));
    },
    empty: async (expertId?: string) => {
      for (const id of expertId === undefined ? expertsInBrowser() : [expertId]) of(id).browser.empty();
      if (expertId === undefined) await service.empty();
    },
    clear: () => {
      for (const shelf of shelves.values()) shelf.stop();
      shelves.clear();
      service.clear();
    },
  };
}

async function moveUp({ browser, remote }: Conversations): Promise<void> {
  for (const { turns, ...head } of browser.kept.value.toReversed()) {
    await merged(remote, { ...head, revision: 0, turns: [] }, turns ?? []);
    await browser.remove(head.id);
  }
  remote.look();
}

interface ExpertParts extends ShelfParts {
  readonly service: ServicePlaces;
}

function createConversations({ api, notices, service }: ExpertParts, expertId: string) {
  const [browser, remote] = [browserPlace(expertId), service.of(expertId)];
  const shelf = shelfOver([browser, remote], notices);
  const preferred = () => (service.keeps.value ? remote : browser);
  const all = computed(() => {
    const rank = ({ place }: ShelvedConversation) => Number(place !== preferred());
    return shelf.shelved.value.toSorted((a, b) => rank(a) - rank(b)).map(shown);
  });
  const { current, choose } = choosing(all);
  const { stop, run } = asking(api, shelf, expertId);
  const ask = (id: string, turn: AskedTurn, before: readonly AskedTurn[]) => {
    choose(id);
    void run(id, turn, before);
  };
  return {
    browser,
    remote,
    all,
    current,
    stop,
    remove: shelf.remove,
    ask: (question: QuestionRequest) => {
      const { id, turns } = current.value ?? shelf.begin(preferred(), question.question);
      ask(id, newTurn(newId(), question), turns);
    },
    askAgain: ({ id, question }: AskedTurn) => {
      const { id: asked, turns } = current.value ?? { id: "", turns: [] };
      const before = turns.slice(
        0,
        turns.findIndex((turn) => turn.id === id),
      );
      ask(asked, newTurn(id, question), before);
    },
    open: (id: string | null) => {
      choose(id);
      if (id !== null) shelf.load(id);
    },
  };
}

function choosing(all: ReadonlySignal<readonly ShownConversation[]>) {
  const chosen = signal<string | null | undefined>(undefined);
  const current = computed(() => {
    const id = chosen.value === undefined ? all.value[0]?.id : chosen.value;
    return all.value.find((each) => each.id === id) ?? null;
  });
  const choose = (id: string | null) => {
    chosen.value = id;
  };
  return { current, choose };
}

function asking(api: ApiClient, { change, save }: ReturnType<typeof shelfOver>, expertId: string) {
  let running: AbortController | null = null;
  return {
    stop: () => running?.abort(),
    run: async (id: string, turn: AskedTurn, before: readonly AskedTurn[]) => {
      running?.abort();
      running = new AbortController();
      const { signal: stopped } = running;
      const show = (next: AskedTurn) => change(id, (one) => ({ ...one, own: withTurn(one.own, next) }));
      show(turn);
      void save(id);
      const question = { ...turn.question, ...contextOf(before) };
      await answered(api, { expertId, question, signal: stopped }, turn, show);
      await save(id);
    },
  };
}

interface ShelvedConversation extends KeptConversation {
  readonly place: ConversationPlace;
  readonly own: readonly AskedTurn[];
}

/** What is kept in the places, and over it what was asked in this tab and is not saved yet. */
function shelfOver(places: readonly ConversationPlace[], notices: ShelfParts["notices"]) {
  const shelved = signal<readonly ShelvedConversation[]>([]);
  const find = (id: string) => shelved.value.find((each) => each.id === id);
  const change = (id: string, by: (one: ShelvedConversation) => ShelvedConversation | null) => {
    shelved.value = shelved.value.flatMap((one) => (one.id === id ? (by(one) ?? []) : one));
  };
  const { read, save } = keeping({ find, change }, notices);
  for (const place of places)
    place.kept.subscribe((kept) => {
      const { here, stale } = broughtUp(shelved.peek(), kept, place);
      shelved.value = [...shelved.peek().filter((one) => one.place !== place), ...here];
      for (const one of stale) void read(one);
    });
  return {
    shelved,
    change,
    save,
    load: (id: string) => {
      const one = find(id);
      if (one?.turns === null) void read(one);
    },
    begin: (place: ConversationPlace, title: string) => {
      const begun = { id: newId(), title, revision: 0, turns: [], place, own: [] };
      shelved.value = [begun, ...shelved.value];
      return shown(begun);
    },
    remove: async (id: string) => {
      const { place } = find(id) ?? {};
      await place?.remove(id);
      change(id, () => null);
      place?.look();
    },
  };
}

interface Shelf {
  find(id: string): ShelvedConversation | undefined;
  change(id: string, by: (one: ShelvedConversation) => ShelvedConversation | null): void;
}

function keeping({ find, change }: Shelf, notices: ShelfParts["notices"]) {
  const trying = (work: Promise<void>) => work.catch((cause) => notices.failed(asProblem(cause)));
  const read = async ({ id, place }: ShelvedConversation) => {
    const there = await place.read(id);
    change(id, (now) => there && { ...now, ...there });
  };
  const put = async (id: string) => {
    const one = find(id);
    if (one === undefined) return;
    const { place, own, ...known } = one;
    const there = await merged(place, known, own);
    const isUnsaved = (turn: AskedTurn) => turn.state === "asking" || !own.includes(turn);
    change(id, (now) => there && { ...now, ...there, own: now.own.filter(isUnsaved) });
    place.look();
  };
  let saving = Promise.resolve();
  return {
    read: (one: ShelvedConversation) => trying(read(one)),
    save: (id: string) => {
      saving = saving.then(() => trying(put(id)));
      return saving;
    },
  };
}

function shown({ id, title, turns, own }: ShelvedConversation) {
  return { id, title, isLoading: turns === null && own.length === 0, turns: own.reduce(withTurn, turns ?? []) };
}

/** With what is kept by now. Turns that are out of date stay until they are read again. */
function broughtUp(
  shelved: readonly ShelvedConversation[],
  kept: readonly KeptConversation[],
  place: ConversationPlace,
) {
  const mine = shelved.filter((one) => one.place === place);
  const listed = kept.map((one): ShelvedConversation => {
    const known = mine.find(({ id }) => id === one.id) ?? { ...one, place, own: [] };
    return one.turns === null && known.turns !== null ? { ...known, title: one.title } : { ...known, ...one };
  });
  const unlisted = mine.filter(({ id, own }) => own.length > 0 && !kept.some((one) => one.id === id));
  return {
    here: [...unlisted, ...listed],
    stale: listed.filter(({ revision }, at) => revision !== kept[at]?.revision),
  };
}

/** Asks, and tells how the turn stands after each event. Never rejects. */
export async function answered(
  api: ApiClient,
  request: Parameters<typeof streamAnswer>[1],
  turn: AskedTurn,
  tell: (turn: AskedTurn) => void,
): Promise<void> {
  let now = turn;
  const become = (next: AskedTurn) => {
    now = next;
    tell(next);
  };
  become(turn);
  try {
    for await (const event of streamAnswer(api, request)) become(turnAfter(now, event));
  } catch (cause) {
    const problem = asProblem(cause);
    if (isAbort(cause) || request.signal.aborted) become({ ...now, state: "stopped" });
    else become({ ...now, state: "failed", problem: problem.code === "unreachable" ? "" : problem.message });
  }
}

function turnAfter(turn: AskedTurn, event: AnswerProgress): AskedTurn {
  if (event.type === "delta") return { ...turn, text: turn.text + event.text };
  if (event.type === "citation") return { ...turn, citations: [...turn.citations, event.citation] };
  if (event.type !== "done") return turn;
  const { answer } = event;
  return { ...turn, state: "done", answer, text: answer.answer ?? "", citations: answer.citations };
}
