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

/** Text that does not begin as an object is held until its end. */
export function readJsonWriting(format: AnswerFormat): JsonWriting {
  let text = "";
  let isObject: boolean | null = null;
  return {
    push: (piece) => {
      const said = isObject === null ? piece.trimStart() : piece;
      if (said !== "") isObject ??= said.startsWith("{");
      text += said;
      return isObject ? said : "";
    },
    end: ({ called, truncated }) => {
      if (isObject) {
        if (!truncated && !isForm(text, format)) throw notTheForm();
        return { piece: "", text };
      }
      const bare = withoutFence(text);
      if (isForm(bare, format)) return { piece: bare, text: bare };
      if (called || text.includes(noAnswer)) return { piece: "", text: "" };
      throw notTheForm();
    },
  };
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
