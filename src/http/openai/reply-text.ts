/** Applies a request's limits to an answer's text; the result does not depend on how the pieces are split. */

import type { Answer } from "../../answering/answer.ts";
import { tokenUnits } from "../../language/words/tokens.ts";
import {
  blanksStart,
  emptyText,
  joined,
  type MarkedText,
  parts,
  slice,
  unsplit,
  withoutMarkers,
} from "./marked-text.ts";

export interface ReplyLimits {
  readonly keepMarkers: boolean;
  /** Not empty. The one that is complete first ends the text. */
  readonly stop: readonly string[];
  /** By `estimateTokens`. Words and markers are not cut. */
  readonly maxTokens: number | null;
}

export interface ReplyText {
  /** Every marker must be whole. Returns the text that is final. */
  push(piece: MarkedText): string;
  /** A block of code that was cut for its length is closed. @param truncated the text itself was cut */
  end(truncated?: boolean): string;
  readonly finish: "stop" | "length";
  readonly cut: boolean;
}

export function finishReason({ finish }: ReplyText, { truncated, toolCalls }: Answer): FinishReason {
  if (truncated || finish === "length") return "length";
  return toolCalls.length > 0 ? "tool_calls" : "stop";
}

export type FinishReason = "stop" | "length" | "tool_calls";

interface TextFilter {
  push(piece: MarkedText): MarkedText;
  end(): MarkedText;
  readonly cut: boolean;
}

export function replyText({ keepMarkers, stop, maxTokens }: ReplyLimits): ReplyText {
  const tokens = maxTokens === null ? null : tokenLimit(maxTokens);
  const stops = stop.length === 0 ? null : stopLimit(stop);
  const filters = [keepMarkers ? null : markerRemover(), stops, tokens].filter((filter) => filter !== null);
  const fence = openFence();
  const sent = (text: string) => {
    fence.push(text);
    return text;
  };
  return {
    push: (text) => sent(filters.reduce((piece, filter) => filter.push(piece), text).text),
    end: (truncated = false) => {
      const rest = sent(filters.reduce((piece, filter) => joined(filter.push(piece), filter.end()), emptyText).text);
      return truncated || tokens?.cut === true ? rest + fence.closing() : rest;
    },
    get finish() {
      return tokens?.cut ? "length" : "stop";
    },
    get cut() {
      return filters.some((filter) => filter.cut);
    },
  };
}

/** The fence of the block of code that a text ends in (CommonMark 0.31, section 4.5). */
function openFence() {
  let line = "";
  let open = "";
  const endLine = () => {
    const [, mark = "", info = ""] = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(line) ?? [];
    if (open === "" && mark !== "" && !(mark.startsWith("`") && info.includes("`"))) open = mark;
    else if (open !== "" && mark.startsWith(open) && info.trim() === "") open = "";
  };
  return {
    push: (text: string) => {
      const [first = "", ...others] = text.split("\n");
      line += first;
      for (const next of others) {
        endLine();
        line = next;
      }
    },
    closing: () => {
      const begun = line;
      endLine();
      return open === "" ? "" : `${begun === "" ? "" : "\n"}${open}`;
    },
  };
}

/** Holds blanks back, because a marker removes those before it. */
function markerRemover(): TextFilter {
  let held = emptyText;
  return {
    cut: false,
    push(piece) {
      const text = withoutMarkers(joined(held, piece));
      const final = blanksStart(text);
      held = { text: text.slice(final) };
      return { text: text.slice(0, final) };
    },
    end: () => held,
  };
}

function stopLimit(stops: readonly string[]): TextFilter {
  let held = emptyText;
  let cut = false;
  return {
    get cut() {
      return cut;
    },
    push(text) {
      if (cut) return emptyText;
      held = joined(held, text);
      const found = firstComplete(held.text, stops);
      cut = found >= 0;
      const safe = cut ? found : unsplit(held, held.text.length - longestStart(held.text, stops));
      const piece = slice(held, 0, safe);
      held = cut ? emptyText : slice(held, safe);
      return piece;
    },
    end: () => held,
  };
}

/** Of several the longest; -1: none. */
function firstComplete(text: string, stops: readonly string[]): number {
  let start = -1;
  let end = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (at < 0 || at + stop.length > end || (at + stop.length === end && at > start)) continue;
    start = at;
    end = at + stop.length;
  }
  return start;
}

/** Of an end of `text` that begins a stop string. */
function longestStart(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}

const markerTokens = 3;

function tokenLimit(maxTokens: number): TextFilter {
  let held = emptyText;
  let left = maxTokens;
  let cut = false;
  const advance = (final: boolean) => {
    const fitted = fitTokens(held, left, final);
    const piece = slice(held, 0, fitted.end);
    held = fitted.cut ? emptyText : slice(held, fitted.end);
    left -= fitted.tokens;
    cut = fitted.cut;
    return piece;
  };
  return {
    get cut() {
      return cut;
    },
    push(text) {
      if (cut) return emptyText;
      held = joined(held, text);
      return advance(false);
    },
    end: () => (cut ? emptyText : advance(true)),
  };
}

/** The last unit may still grow, unless the text is final. */
function fitTokens(held: MarkedText, left: number, final: boolean): { end: number; tokens: number; cut: boolean } {
  let fitted = { end: 0, tokens: 0, cut: false };
  for (const unit of unitsWithMarkers(held)) {
    if (fitted.tokens + unit.tokens > left) return { ...fitted, cut: true };
    if (unit.end === held.text.length && !final) return fitted;
    fitted = { end: unit.end, tokens: fitted.tokens + unit.tokens, cut: false };
  }
  return final ? { ...fitted, end: held.text.length } : fitted;
}

function* unitsWithMarkers(marked: MarkedText) {
  for (const { start, end, isMarker } of parts(marked)) {
    if (isMarker) yield { end, tokens: markerTokens };
    else for (const unit of tokenUnits(marked.text.slice(start, end))) yield { ...unit, end: start + unit.end };
  }
}
