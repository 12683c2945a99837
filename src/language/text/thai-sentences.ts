/** Thai has no full stops, and spaces within sentences, too: words around a space and the length before decide. */
import { thaiBorders } from "../data/thai.ts";

/** UTF-16 units of a sentence, by the words at the space. */
const least = {
  /** It asks, or ends politely (`ครับ`): that closes a sentence. */
  closed: 10,
  /** The next word often begins a sentence. */
  opened: 60,
  other: 110,
  /** The next word goes on with a clause, or the last word needs another. */
  joined: 320,
};

const { closers, openers, joiners, leaders } = thaiBorders;
const closing = new RegExp(`(?:${closers})$`, "u");
const opening = new RegExp(`^(?:${openers})`, "u");
const joining = new RegExp(`^(?:${joiners})`, "u");
const leading = new RegExp(`(?:${leaders})$`, "u");

/** @param before, after at least 24 characters around the space @param length of the sentence so far */
export function endsThaiSentence(before: string, after: string, length: number): boolean {
  if (length < least.closed) return false;
  if (closing.test(before)) return !joining.test(after) || length >= least.other;
  if (joining.test(after) || leading.test(before)) return length >= least.joined;
  return length >= (opening.test(after) ? least.opened : least.other);
}
