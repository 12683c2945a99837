/** A question that has waited too long for a thread is answered by words, which takes a millisecond. */

import { systemClock } from "../../kernel/clock.ts";
import { primarySubtag } from "../../language/data/language.ts";
import { readLanguages } from "../evidence/reader.ts";
import { languageOf } from "../foreign/language-of.ts";
import { type Choosing, extractiveReply, type ReplyInput, type TimedReply } from "./extractive-reply.ts";

/** Milliseconds after which a question that waits for a thread is not read any more. */
const longestWait = 1500;

/** Until when a question that is handed to a thread now is read: by the machine's clock, which threads share. */
export const readUntil = () => systemClock.now() + longestWait;

export const isLate = (until: number) => systemClock.now() >= until;

const notRead = "reader: the answer was chosen by words, because too many questions were waiting.";

/** The reply; of a question that comes too late to be read, by words, with a warning. */
export function replyInTime(parts: Choosing, input: ReplyInput, late: boolean): TimedReply {
  const timed = extractiveReply(late ? { ...parts, reader: null } : parts, input);
  const language = languageOf(input.expert, input.question, input.found.outcome);
  const isMissed = late && parts.reader !== null && readLanguages.has(primarySubtag(language));
  if (!isMissed) return timed;
  const warnings = [...(timed.reply.warnings ?? []), notRead];
  return { ...timed, reply: { ...timed.reply, warnings } };
}
