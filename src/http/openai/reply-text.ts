/**
 * Applies a request's limits to an answer's text: removes markers if requested, ends at a stop string, and limits tokens.
 * It works piece by piece; the result does not depend on how the text is split between its markers.
 */

import { tokenUnits } from "../../analysis/tokens.ts";
import type { Answer } from "../../answering/answer.ts";
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
  /** Whether `[n]` markers stay in the text. */
  readonly keepMarkers: boolean;
  /** Not empty. The text ends before the stop string that is complete first. */
  readonly stop: readonly string[];
  /** Counted by `estimateTokens`. Words and markers are not cut. */
  readonly maxTokens: number | null;
}

export interface ReplyText {
  /** Takes a piece in which every marker is whole, and returns the text that is now final; it may be empty. */
  push(piece: MarkedText): string;
  /** Returns the rest. Must be called once, after the last `push`. */
  end(): string;
  /** Why the text ends; valid after `end`. */
  readonly finish: "stop" | "length";
  /** Whether a limit removed text; valid after `end`. */
  readonly cut: boolean;
}

/** Why a reply ends: a limit of the request, a limit of the model, or the end of the answer. */
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
  return {
    push: (text) => filters.reduce((piece, filter) => filter.push(piece), text).text,
    end: () => filters.reduce((piece, filter) => joined(filter.push(piece), filter.end()), emptyText).text,
    get finish() {
      return tokens?.cut ? "length" : "stop";
    },
    get cut() {
      return filters.some((filter) => filter.cut);
    },
  };
}

/** Holds blanks back, because a marker after them removes them. */
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

/** The start of the stop string that ends first, and of several the longest; -1 if there is none. */
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

/** The length of the longest end of `text` that is the start of a stop string. */
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

/** The length of `held` that fits into `left` tokens. Unless the text is final, its last unit may still grow and is left out. */
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
