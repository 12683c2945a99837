/** The text of a model that has to be JSON: passed on while it comes, once it is seen to be the form that was asked for. */

import { Fault } from "../../kernel/fault.ts";
import type { AnswerFormat } from "../asked-question.ts";
import { noAnswer } from "./prompt.ts";

export interface JsonWriting {
  /** Takes a piece of the model's text and returns what is passed on of it. */
  push(piece: string): string;
  /**
   * What was held; `text` is the whole, empty if the model says that there is no answer.
   * @param end whether the model called a tool, and whether it stopped at its limit
   * @throws Fault `upstream_model_error` if the whole is not the form
   */
  end(end: { readonly called: boolean; readonly truncated: boolean }): {
    readonly piece: string;
    readonly text: string;
  };
}

/** The beginning of an object, in UTF-16 units, in which its first value may still be `NO_ANSWER`. */
const longestBeginning = 200;

/** Holds text back until its end, unless it begins as an object with a value. */
export function readJsonWriting(format: AnswerFormat): JsonWriting {
  let text = "";
  let state: "beginning" | "shown" | "held" = "beginning";
  return {
    push: (piece) => {
      text += piece;
      if (state !== "beginning") return state === "shown" ? piece : "";
      text = text.trimStart();
      state = stateOf(text);
      return state === "shown" ? text : "";
    },
    end: ({ called, truncated }) => {
      const isWhole = (some: string) => isForm(some, format) || (truncated && some.startsWith("{"));
      if (state === "shown" && isWhole(text)) return { piece: "", text };
      if (state === "shown") throw notTheForm();
      const said = text.includes(noAnswer) ? "" : withoutFence(text);
      if (isWhole(said)) return { piece: said, text: said };
      if (called || said === "") return { piece: "", text: "" };
      throw notTheForm();
    },
  };
}

function stateOf(text: string): "beginning" | "shown" | "held" {
  if (text === "") return "beginning";
  if (!text.startsWith("{")) return "held";
  if (text.length > longestBeginning) return "shown";
  const colon = text.indexOf(":");
  const value = text.slice(colon + 1).trimStart();
  const none = JSON.stringify(noAnswer);
  if (colon < 0 || none.startsWith(value)) return value === none ? "held" : "beginning";
  return value.startsWith(none) ? "held" : "shown";
}

function notTheForm(): Fault {
  return new Fault("upstream_model_error", "The model server wrote text that is not in the form that was asked for.", {
    hint: "Ask again. If this repeats, choose a model that keeps to a JSON schema.",
  });
}

/** Whether it is JSON, and an object where the form is one. */
function isForm(text: string, { schema }: AnswerFormat): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject || (schema !== null && schema.type !== "object");
  } catch {
    return false;
  }
}

const fence = "```";

/** What a Markdown code block contains, if the text is one. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const line = trimmed.indexOf("\n");
  if (!trimmed.startsWith(fence) || !trimmed.endsWith(fence) || line < 0) return trimmed;
  return trimmed.slice(line + 1, -fence.length).trim();
}
