import { computed, effect, type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { createConversationShelf } from "../asking/conversation-shelf.ts";
import { createSessionKeeper, type SessionKeeper } from "../keys/session-keeper.ts";
import { formatsFor } from "../parts/formats.ts";
import { createPdfOpener } from "../reading/pdf-reader.ts";
import { createUploadQueues } from "../sources/upload-queue.ts";
import { createApiClient } from "./api-client.ts";
import { english, type Texts } from "./english-texts.ts";
import { keptChoice } from "./kept.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createPageLocation } from "./page-location.ts";
import { createResource } from "./resource.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
export const languages = { en: "English", de: "Deutsch" } as const;
export type ConsoleLanguage = keyof typeof languages;

export type ConsoleState = ReturnType<typeof createConsoleState>;

export function createConsoleState() {
  const page = createPageLocation();
  const notices = createNotices();
  const language = keptChoice("language", languageNames, preferredLanguage());
  const { texts, ready } = textsIn(language);
  const formats = computed(() => formatsFor(language.value));
  return {
    ...createServiceSide(notices),
    page,
    notices,
    language,
    texts,
    ready,
    /** The texts as they are now. What reads them while it is drawn is drawn again when they change, as with `formats`. */
    get t() {
      return texts.value;
    },
    get formats() {
      return formats.value;
    },
    theme: keptChoice("theme", themes, "system"),
    palette: signal(false),
    shortcutsShown: signal(false),
    openPdf: createPdfOpener(),
  };
}

function createServiceSide(notices: Notices) {
  const api = createApiClient(
    () => session.token(),
    (token) => session.refused(token),
  );
  const session: SessionKeeper = createSessionKeeper(api);
  const experts = createResource(() => Array.fromAsync(api.each("/v1/experts", { query: { order: "asc" } })));
  const capabilities = createResource(async () => api.request("GET", "/v1/capabilities", {}));
  const conversations = createConversationShelf({ api, notices });
  session.standing.subscribe(({ state }) => {
    // A new session must not see data of the previous one.
    for (const data of [experts, capabilities, conversations]) data.clear();
    if (state === "in" && session.may("query")) conversations.look();
  });
  return { api, session, experts, capabilities, conversations, uploads: createUploadQueues(api) };
}

/** Other languages than English are loaded when they are chosen; if that fails, the texts stay as they are. */
function textsIn(language: Signal<ConsoleLanguage>) {
  const texts = signal<Texts>(english);
  let ready: Promise<unknown> = Promise.resolve();
  effect(() => {
    const chosen = language.value;
    const take = (found: Texts) => {
      if (language.peek() === chosen) texts.value = found;
    };
    if (chosen === "en") take(english);
    else ready = import("./german-texts.ts").then(({ german }) => take(german)).catch(() => undefined);
  });
  return { texts, ready };
}

const languageNames = Object.keys(languages) as ConsoleLanguage[];

function preferredLanguage(): ConsoleLanguage {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return (
    languageNames.find((name) => name === wanted.find((tag) => languageNames.some((each) => each === tag))) ?? "en"
  );
}

export const ConsoleContext = createContext<ConsoleState | null>(null);

export type ExpertConsole = ReturnType<typeof withExpert>;

export function withExpert(state: ConsoleState, expert: ExpertObject) {
  return {
    ...state,
    expert,
    get t() {
      return state.t;
    },
    get formats() {
      return state.formats;
    },
  };
}

export const ExpertContext = createContext<ExpertConsole | null>(null);

export function useExpertConsole(): ExpertConsole {
  const state = useContext(ExpertContext);
  if (state === null) throw new Error("outside of the pages of an expert");
  return state;
}

export function useConsole(): ConsoleState {
  const state = useContext(ConsoleContext);
  if (state === null) throw new Error("outside of the console");
  return state;
}
