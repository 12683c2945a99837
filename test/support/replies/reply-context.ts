/** The surroundings of a reply, as a route would give them. */
import type { StreamContext } from "../../../src/http/openai/dialects/chat-stream.ts";
import { Fault } from "../../../src/kernel/fault.ts";

export function replyContext(changes: Partial<StreamContext> = {}): StreamContext {
  return {
    completionId: "chatcmpl-00000000000000000000000001",
    model: "manuals",
    createdSeconds: 1_795_248_000,
    citations: "full",
    footer: true,
    maxTokens: null,
    stop: [],
    format: null,
    includeUsage: false,
    passageLink: ({ passage }) => passage.url ?? `http://localhost:7333/passages/${passage.chunkId}`,
    notes: [],
    tools: null,
    instructions: null,
    describeError: (error) => ({
      message: error instanceof Fault ? error.message : "Something went wrong.",
      type: "server_error",
      param: null,
      code: error instanceof Fault ? error.code : "internal_error",
    }),
    ...changes,
  };
}

export async function join(frames: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const frame of frames) text += frame;
  return text;
}
