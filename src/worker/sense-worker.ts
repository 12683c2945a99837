import { openSenseModel } from "../models/sense-model.ts";
import { workInBackground } from "./background-priority.ts";
import type { SenseReply, SenseRequest } from "./threaded-sense.ts";

declare const self: Worker;

workInBackground();

const model = openSenseModel();

self.onmessage = ({ data }: MessageEvent<SenseRequest>) => {
  self.postMessage(replyTo(data));
};

function replyTo({ texts }: SenseRequest): SenseReply {
  try {
    return { kind: "done", vectors: texts.map(model.encodePassage) };
  } catch (error) {
    return { kind: "broken", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
