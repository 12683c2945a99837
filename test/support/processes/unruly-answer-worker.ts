/** An answer thread that misbehaves as the question says. What it finds names the thread's how-manieth question it is. */

import type { Finding } from "../../../src/answering/finding.ts";
import type { TimedReply } from "../../../src/answering/reply.ts";
import type { AnswerRequest, ThreadReply } from "../../../src/worker/answer-thread.ts";

declare const self: Worker;

const reply = (message: ThreadReply) => self.postMessage(message);
let served = 0;

self.onmessage = ({ data }: MessageEvent<AnswerRequest>) => {
  if (data.kind === "open") return reply({ kind: "ready" });
  if (data.kind === "end") return process.exit(0);
  if (data.kind === "forget") return reply({ kind: "held", held: { mapped: 0, own: 1 } });
  if (data.kind === "choose") {
    const chosen = { chosen: data.input.question } as unknown as TimedReply;
    return reply({ kind: "chosen", no: data.no, reply: chosen });
  }
  if (data.kind === "find") answer(data.no, data.request.query.text);
};

function answer(no: number, question: string): void {
  served += 1;
  const found: ThreadReply = { kind: "found", no, finding: { found: served, reply: null } as unknown as Finding };
  switch (question) {
    case "hang":
      for (;;);
    case "throw":
      throw new Error("out of order");
    case "exit":
      process.exit(3);
      break;
    case "ignore":
      break;
    case "behind":
    case "refused":
      reply({ kind: question, no });
      break;
    case "failed":
      reply({ kind: "failed", no, description: "a defect" });
      break;
    case "hold":
      reply({ kind: "held", held: { mapped: 1000, own: 10 } });
      reply(found);
      break;
    default:
      reply(found);
  }
}
