/** A question that has waited too long for a thread is answered by words, which takes a millisecond. */

import { systemClock } from "../../kernel/clock.ts";
import { primarySubtag } from "../../language/data/language.ts";
import { readLanguages } from "../evidence/reader.ts";
import { languageOf } from "../foreign/language-of.ts";
import type { Choosing, ReplyInput, TimedReply } from "./extractive-reply.ts";

/** Milliseconds after which a question that waits for a thread is not read any more. */
const longestWait = 1500;

/** Until when a question that is handed to a thread now is read: by the machine's clock, which threads share. */
export const readUntil = () => systemClock.now() + longestWait;

export const isLate = (until: number) => systemClock.now() >= until;

const notRead = "reader: the answer was chosen by words, because too many questions were waiting.";

/** With the reader, or without it for a question that is late. */
export function inTime<P extends Choosing>(parts: P, late: boolean): P {
  return late ? { ...parts, reader: null } : parts;
}

/** The reply, with a warning if it came too late to be read. */
export function withWarning(
  reply: TimedReply | null,
  { reader }: Choosing,
  { expert, question, found, late }: Pick<ReplyInput, "expert" | "question" | "found"> & { readonly late: boolean },
): TimedReply | null {
  const language = languageOf(expert, question, found.outcome);
  const isMissed = late && reader !== null && readLanguages.has(primarySubtag(language));
  if (reply === null || !isMissed) return reply;
  const warnings = [...(reply.reply.warnings ?? []), notRead];
  return { ...reply, reply: { ...reply.reply, warnings } };
}
