/**
 * Coding agents (Cline and its relatives) wrap what a user says in a tag and add the state of the editor in another.
 * Neither is part of the question: file names and clocks would only draw the search away from it.
 */
import { findBlock, withoutBlocks } from "./tagged-block.ts";

const editorState = "environment_details";
const userWords = ["task", "user_message", "feedback"] as const;

/** What the user said. Text that would be empty without its wrapping stays as it is. */
export function unwrapUserText(text: string): string {
  const said = withoutBlocks(text, editorState).trim();
  for (const tag of userWords) {
    const block = findBlock(said, tag);
    if (block?.start === 0 && block.end === said.length && block.inner.trim() !== "") return block.inner.trim();
  }
  return said === "" ? text.trim() : said;
}
