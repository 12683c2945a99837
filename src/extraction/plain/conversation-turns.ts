import { type Message, readConversation, speakerOf } from "../../sources/conversation/conversation.ts";
import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { collapseLines, collapseSpace } from "../normal-text.ts";

/** Each turn's text depends on that turn alone, so a continued conversation keeps its positions. */
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
