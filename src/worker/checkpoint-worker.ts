import { writeLogBack } from "../store/sqlite/log-checkpoints.ts";
import type { CheckpointReply, CheckpointRequest } from "./threaded-checkpoints.ts";

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<CheckpointRequest>) => {
  self.postMessage(replyTo(data));
};

function replyTo(database: CheckpointRequest): CheckpointReply {
  try {
    writeLogBack(database);
    return { kind: "done" };
  } catch (error) {
    return { kind: "failed", description: error instanceof Error ? error.message : String(error) };
  }
}
