import { type Message, readConversation, speakerOf } from "../../sources/conversation/conversation.ts";
import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { collapseLines, collapseSpace } from "../normal-text.ts";

/**
 * The text of a conversation: its turns in order, each as `Name: text`, with blank lines only between turns. The text of a
 * turn depends only on that turn, so a continued conversation keeps the positions of earlier turns.
 */
export function extractConversation({ bytes, limits }: Pick<ExtractionSource, "bytes" | "limits">): Document {
  const builder = new DocumentBuilder(limits.characters);
  for (const message of parse(bytes)) {
    const said = collapseLines(message.content).replace(/\n+/g, "\n");
    const speaker = collapseSpace(speakerOf(message));
    if (said === "") continue;
    builder.add("turn", `${speaker}: ${said}`, { turn: { speaker, saidAt: message.createdAt } });
  }
  return builder.finish(null);
}

function parse(bytes: Uint8Array): Message[] {
  try {
    return readConversation(bytes);
  } catch (error) {
    throw new ExtractionError("corrupt_file", "The file is not a conversation in Docent's format.", error);
  }
}
