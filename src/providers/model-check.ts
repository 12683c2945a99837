import type { ModelFailure, OpenAiChat } from "./openai-chat.ts";
import type { ServerFacts } from "./server-facts.ts";

type ModelReport = Awaited<ReturnType<typeof tryModel>>;
export type ModelCheck = ReturnType<typeof createModelCheck>;

interface CheckedModel {
  readonly url: string;
  readonly contextTokens: number | null;
  readonly now: () => number;
  /** Milliseconds; the default is enough for a small machine and a large model. */
  readonly patience?: number;
}

const longestTrial = 300_000;
const trialTokens = 1024;
export const trialPrompt = "Reply with the one word: Ready.";

export function createModelCheck(chat: OpenAiChat, settings: CheckedModel) {
  let last: ModelReport | null = null;
  let underWay: Promise<ModelReport> | null = null;
  const look = async () => {
    try {
      last = await tryModel(chat, settings, AbortSignal.timeout(settings.patience ?? longestTrial));
      return last;
    } finally {
      underWay = null;
    }
  };
  return {
    name: chat.name,
    get last() {
      return last;
    },
    /** The last failure; null after a success. */
    get failure() {
      return chat.learned.failure;
    },
    /** Also waits for a trial under way. */
    look: () => {
      underWay ??= look();
      return underWay;
    },
  };
}

async function tryModel(chat: OpenAiChat, { url, contextTokens, now }: CheckedModel, signal: AbortSignal) {
  const before = await chat.facts(signal);
  const trial = before.reached ? await ask(chat, signal) : { firstWord: null, failed: true };
  const facts = before.reached ? await chat.facts(signal) : before;
  const { failure, habit } = chat.learned;
  const problem = trial.failed ? problemOf(before, failure, chat.name) : null;
  if (problem === null) await sendTool(chat, signal);
  return {
    model: chat.name,
    server: new URL(url).host,
    checkedAt: now(),
    /** Why the model did not answer; null: it did. */
    problem,
    contextTokens: contextTokens ?? (facts.reached ? await chat.contextTokens(signal) : 0),
    /** False: the window is a guess. */
    contextKnown: (contextTokens ?? facts.contextTokens) !== null,
    tools: chat.learned.tools,
    thoughts: trial.failed && !habit.thinks ? null : habit.thinks || habit.opened === true,
    leftOut: chat.learned.leftOut,
    firstWord: trial.firstWord,
  };
}

async function ask(chat: OpenAiChat, signal: AbortSignal): Promise<{ firstWord: number | null; failed: boolean }> {
  const start = performance.now();
  let firstWord: number | null = null;
  const messages = [{ role: "user" as const, content: trialPrompt }];
  try {
    for await (const _ of chat.complete({ messages, maxTokens: trialTokens, sampling: {} }, signal)) {
      firstWord ??= Math.round(performance.now() - start);
    }
    return { firstWord, failed: false };
  } catch {
    return { firstWord, failed: true };
  }
}

function problemOf({ reached, listed, others }: ServerFacts, failure: ModelFailure | null, model: string): string {
  if (!reached) return "The model server could not be reached.";
  const what = failure?.what ?? "The model server did not answer in time.";
  const reason = failure?.reason == null ? "" : ` It says: ${failure.reason}`;
  const names = listed === false ? ` It has no model "${model}"; it has ${others.join(", ")}.` : "";
  return what + reason + names;
}

const trialTool = {
  type: "function",
  function: { name: "note", description: "Keeps a note.", parameters: { type: "object", properties: {} } },
};

/** Only checks whether the server accepts a request with a tool. */
async function sendTool(chat: OpenAiChat, signal: AbortSignal): Promise<void> {
  const tools = { definitions: [trialTool], choice: null, parallel: null };
  const messages = [{ role: "user" as const, content: trialPrompt }];
  await chat.send({ messages, maxTokens: 16, sampling: {}, tools }, signal).catch(() => undefined);
}
