/** A short reply of a language model without a memory: a title, tags. */

import { Fault } from "../../kernel/fault.ts";
import { estimateTokens } from "../../language/words/tokens.ts";
import type { TokenUsage } from "../answer.ts";
import type { ChatModel, ModelMessage } from "../ports.ts";

/** Most tokens of the reply. */
const maxTokens = 300;

/** Null if the model fails: a title is not worth an error. */
export async function writeFreely(
  model: ChatModel,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<{ text: string; usage: TokenUsage } | null> {
  let text = "";
  let usage: TokenUsage = {
    promptTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
    completionTokens: 0,
  };
  try {
    for await (const event of model.complete({ messages, maxTokens, sampling: {} }, signal)) {
      if (event.type === "text") text += event.text;
      if (event.type === "end") {
        usage = {
          promptTokens: event.promptTokens ?? usage.promptTokens,
          completionTokens: event.completionTokens ?? estimateTokens(text),
        };
      }
    }
    return { text, usage };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Fault) return null;
    throw error;
  }
}
