/**
 * Where a Thai sentence may end. Thai writes no full stops and no spaces between words. A space stands between sentences, and
 * also between clauses, around numbers and in lists; `Intl.Segmenter` finds no sentences either. So the words on both sides
 * of a space and the length of the piece before it decide.
 */
import { thaiBorders } from "../data/thai.ts";

/** The least length of a sentence, in UTF-16 units, by what stands at the space. */
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

/**
 * Whether a sentence ends at a space between Thai letters.
 * @param before the text in front of the space, at least its last 24 characters
 * @param after the text behind it, at least its first 24 characters
 * @param length of the sentence so far, in UTF-16 units
 */
export function endsThaiSentence(before: string, after: string, length: number): boolean {
  if (length < least.closed) return false;
  if (closing.test(before)) return !joining.test(after) || length >= least.other;
  if (joining.test(after) || leading.test(before)) return length >= least.joined;
  return length >= (opening.test(after) ? least.opened : least.other);
}
