/** Removes `<think>…</think>` and its kin at the beginning of a reply, and all channels but the final one. */

const thoughts: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
];

const channelMark = "<|channel|>";
const messageEnds = ["<|end|>", "<|return|>", "<|call|>", "<|start|>", channelMark];
/** A name, remarks, and the mark before its text. */
const channelHead =
  /^(?:<\|start\|>[\s\w]{0,40})?<\|channel\|>\s{0,8}(analysis|commentary|final)\b[^|<]{0,80}(?:<\|constrain\|>[^|<]{0,40})?<\|message\|>/i;
const longestHead = 240;

type State =
  | { readonly at: "start" }
  /** Ends at one of these marks; `closes` if the beginning is only assumed. */
  | { readonly at: "thought"; readonly close: readonly string[] }
  | { readonly at: "text" }
  /** Outside any channel, in a hidden one, or in the shown one. */
  | { readonly at: "channel"; readonly shown: boolean };

const closes = thoughts.map(([, close]) => close);
const openers = thoughts.map(([open]) => open);

export class SpokenText {
  thought = false;
  /** A closing mark without an opening one: the prompt began the thought, so all text before it is one. */
  unopened = false;
  #state: State;
  #rest = "";
  /** Text that turns out to be a thought if a closing mark follows. */
  #assumed = "";
  /** What `push` returns next, and what it has returned. */
  #out = "";
  #said = "";
  /** Marks that the text itself mentions. */
  readonly #examples = new Set<string>();

  /** @param opened replies begin inside a thought; text without a closing mark is then kept */
  constructor(opened: boolean) {
    this.#state = opened ? { at: "thought", close: closes } : { at: "start" };
  }

  push(piece: string): string {
    this.#rest += piece;
    while (this.#step(false));
    return this.#taken();
  }

  /** @param cut by the token limit, so an open thought is incomplete */
  end(cut: boolean): string {
    while (this.#step(true));
    const isAssumed = this.#state.at === "thought" && this.#state.close === closes;
    if (isAssumed && !cut) this.#out = this.#assumed + this.#rest;
    this.#rest = "";
    return this.#taken();
  }

  #taken(): string {
    const taken = this.#out;
    this.#said += taken;
    this.#out = "";
    return taken;
  }

  #step(last: boolean): boolean {
    const state = this.#state;
    if (state.at === "start") return this.#begin(last);
    if (state.at === "thought") return this.#think(state.close);
    return state.at === "text" ? this.#speak(last) : this.#listen(state.shown, last);
  }

  #begin(last: boolean): boolean {
    const text = this.#rest.trimStart();
    const lower = lowerCase(text);
    const opener = thoughts.find(([open]) => lower.startsWith(open));
    if (opener !== undefined) {
      this.thought = true;
      return this.#go({ at: "thought", close: [opener[1]] }, text.slice(opener[0].length));
    }
    const marks = [...openers, "<|start|>", channelMark];
    if (!last && marks.some((mark) => mark !== lower && mark.startsWith(lower))) return false;
    if (channelHead.test(text)) return this.#go({ at: "channel", shown: false }, text);
    const isMarked = lower.startsWith("<|start|>") || lower.startsWith(channelMark);
    if (isMarked && !last && text.length < longestHead) return false;
    return this.#go({ at: "text" }, this.thought ? text : this.#rest);
  }

  #think(close: readonly string[]): boolean {
    const found = first(close, lowerCase(this.#rest));
    if (found === null) {
      const decided = Math.max(0, this.#rest.length - longestClose);
      if (close === closes) this.#assumed += this.#rest.slice(0, decided);
      this.#rest = this.#rest.slice(decided);
      return false;
    }
    this.thought = true;
    return this.#go({ at: "start" }, this.#rest.slice(found.at + found.mark.length));
  }

  #speak(last: boolean): boolean {
    const lower = lowerCase(this.#rest);
    const found = first([...closes, "<|start|>", channelMark], lower);
    if (found === null) return this.#pass(last ? lower.length : lower.length - heldAtEnd(lower));
    const after = found.at + found.mark.length;
    if (closes.includes(found.mark)) return this.#close(found.at, after);
    const isHead = channelHead.test(this.#rest.slice(found.at));
    if (!isHead && !last && lower.length - found.at < longestHead) return this.#pass(found.at);
    if (!isHead || this.#before(found.at).endsWith("`")) return this.#pass(after);
    this.#pass(found.at);
    return this.#go({ at: "channel", shown: false }, this.#rest);
  }

  /** Must be alone on its line, and the text must not have mentioned the opening mark. */
  #close(at: number, after: number): boolean {
    const open = openers[closes.indexOf(lowerCase(this.#rest.slice(at, after)))]!;
    const line = this.#before(at).split("\n").at(-1) ?? "";
    if (line.trim() !== "" || this.#isExample(open, at)) return this.#pass(after);
    this.thought = true;
    this.unopened = true;
    this.#out = "";
    return this.#go({ at: "start" }, this.#rest.slice(after));
  }

  #listen(shown: boolean, last: boolean): boolean {
    const lower = lowerCase(this.#rest);
    const head = channelHead.exec(this.#rest);
    if (head !== null) {
      const isFinal = head[1]?.toLowerCase() === "final";
      if (!isFinal) this.thought = true;
      return this.#go({ at: "channel", shown: isFinal }, this.#rest.slice(head[0].length));
    }
    const found = first(messageEnds, lower);
    if (found?.at === 0) {
      const mayBeHead = found.mark === channelMark || found.mark === "<|start|>";
      if (mayBeHead && !last && lower.length < longestHead) return false;
      return this.#go({ at: "channel", shown: false }, this.#rest.slice(found.mark.length));
    }
    const until = found?.at ?? (last ? lower.length : lower.length - heldAtEnd(lower));
    if (shown) this.#out += this.#rest.slice(0, until);
    this.#rest = this.#rest.slice(until);
    return found !== null;
  }

  #isExample(open: string, at: number): boolean {
    const text = lowerCase(this.#examples.has(open) ? "" : this.#said + this.#out + this.#rest.slice(0, at));
    if (text.includes(open)) this.#examples.add(open);
    return this.#examples.has(open);
  }

  #before(at: number): string {
    return (this.#said.slice(-longestHead) + this.#out + this.#rest.slice(0, at)).slice(-longestHead);
  }

  #pass(length: number): boolean {
    this.#out += this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return length > 0 && this.#rest !== "";
  }

  #go(state: State, rest: string): boolean {
    this.#state = state;
    this.#rest = rest;
    return true;
  }
}

const longestClose = Math.max(...closes.map(({ length }) => length));

/** ASCII only, so that positions stay valid. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function first(marks: readonly string[], text: string): { readonly mark: string; readonly at: number } | null {
  let best: { mark: string; at: number } | null = null;
  for (const mark of marks) {
    const at = text.indexOf(mark);
    if (at !== -1 && (best === null || at < best.at)) best = { mark, at };
  }
  return best;
}

/** UTF-16 units at the end that may begin a mark. */
function heldAtEnd(text: string): number {
  const marks = [...closes, ...messageEnds];
  for (let length = Math.min(text.length, longestHead); length > 0; length--) {
    const tail = text.slice(-length);
    if (marks.some((mark) => mark.startsWith(tail))) return length;
  }
  return 0;
}
