/**
 * An answer's text under a request's limits: without markers if so asked, up to a stop string, at most so many tokens.
 * It takes the text in pieces and gives pieces on; however the text is cut into pieces, what comes out is the same.
 */

import { tokenUnits } from "../../analysis/tokens.ts";
import type { Answer } from "../../answering/answer.ts";
import { partialMarkerStart, removeMarkers } from "./citation-markers.ts";

export interface ReplyLimits {
  /** Whether `[n]` markers stay in the text. */
  readonly keepMarkers: boolean;
  /** None empty. The one that is complete first ends the text, before it. */
  readonly stop: readonly string[];
  /** As `estimateTokens` counts. No word and no marker is cut in two. */
  readonly maxTokens: number | null;
}

export interface ReplyText {
  /** Gives the text that is now certain; it may be empty. */
  push(text: string): string;
  /** Gives what was held back. To be called once, after the last `push`. */
  end(): string;
  /** Why the text ends where it does; of meaning after `end`. */
  readonly finish: "stop" | "length";
  /** Whether a limit took anything away; of meaning after `end`. */
  readonly cut: boolean;
}

/** Why a reply ends: at a limit of the request, at one of the model, or because all is said. */
export function finishReason({ finish }: ReplyText, { truncated, toolCalls }: Answer): FinishReason {
  if (truncated || finish === "length") return "length";
  return toolCalls.length > 0 ? "tool_calls" : "stop";
}

export type FinishReason = "stop" | "length" | "tool_calls";

interface TextFilter {
  push(text: string): string;
  end(): string;
  readonly cut: boolean;
}

export function replyText({ keepMarkers, stop, maxTokens }: ReplyLimits): ReplyText {
  const tokens = maxTokens === null ? null : tokenLimit(maxTokens);
  const stops = stop.length === 0 ? null : stopLimit(stop);
  const filters = [keepMarkers ? null : markerRemover(), stops, tokens].filter((filter) => filter !== null);
  return {
    push: (text) => filters.reduce((piece, filter) => filter.push(piece), text),
    end: () => filters.reduce((piece, filter) => filter.push(piece) + filter.end(), ""),
    get finish() {
      return tokens?.cut ? "length" : "stop";
    },
    get cut() {
      return filters.some((filter) => filter.cut);
    },
  };
}

function markerRemover(): TextFilter {
  let held = "";
  return {
    cut: false,
    push(text) {
      held += text;
      const safe = spaceStart(held, partialMarkerStart(held));
      const piece = held.slice(0, safe);
      held = held.slice(safe);
      return removeMarkers(piece);
    },
    end: () => held,
  };
}

/** Where the blanks that end at `position` start. */
function spaceStart(text: string, position: number): number {
  let start = position;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  return start;
}

function stopLimit(stops: readonly string[]): TextFilter {
  let held = "";
  let cut = false;
  return {
    get cut() {
      return cut;
    },
    push(text) {
      if (cut) return "";
      held += text;
      const found = firstComplete(held, stops);
      cut = found >= 0;
      const safe = cut ? found : held.length - longestStart(held, stops);
      const piece = held.slice(0, safe);
      held = cut ? "" : held.slice(safe);
      return piece;
    },
    end: () => held,
  };
}

/** Where the stop string starts that ends first; of those that end together, the longest. -1 when there is none. */
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

const wholeMarker = /(\[[1-9]\d{0,2}\])/;
const markerTokens = 3;

function tokenLimit(maxTokens: number): TextFilter {
  let held = "";
  let left = maxTokens;
  let cut = false;
  const advance = (final: boolean) => {
    const fitted = fitTokens(held, left, final);
    const piece = held.slice(0, fitted.end);
    held = fitted.cut ? "" : held.slice(fitted.end);
    left -= fitted.tokens;
    cut = fitted.cut;
    return piece;
  };
  return {
    get cut() {
      return cut;
    },
    push(text) {
      if (cut) return "";
      held += text;
      return advance(false);
    },
    end: () => (cut ? "" : advance(true)),
  };
}

/** How far `text` goes into `left` tokens. Unless it is final, its last unit may still grow and is left out. */
function fitTokens(text: string, left: number, final: boolean): { end: number; tokens: number; cut: boolean } {
  const growing = final ? text.length : partialMarkerStart(text);
  let fitted = { end: 0, tokens: 0, cut: false };
  for (const unit of unitsWithMarkers(text)) {
    if (unit.end > growing) return fitted;
    if (fitted.tokens + unit.tokens > left) return { ...fitted, cut: true };
    if (unit.end === text.length && !final) return fitted;
    fitted = { end: unit.end, tokens: fitted.tokens + unit.tokens, cut: false };
  }
  return final ? { ...fitted, end: text.length } : fitted;
}

function* unitsWithMarkers(text: string) {
  let start = 0;
  for (const part of text.split(wholeMarker)) {
    if (wholeMarker.test(part)) yield { end: start + part.length, tokens: markerTokens };
    else for (const { end, tokens } of tokenUnits(part)) yield { end: start + end, tokens };
    start += part.length;
  }
}
