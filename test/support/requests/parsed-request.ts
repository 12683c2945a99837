/** The smallest request in both dialects: a model and a question. */
import { Fault } from "../../../src/kernel/fault.ts";

export const smallestRequest = {
  model: "manuals",
  question: "How often?",
  history: [],
  instructions: null,
  material: [],
  exchange: [],
  notes: [],
  k: null,
  filter: null,
  citations: "full",
  stream: false,
  maxTokens: null,
  stop: [],
  sampling: {},
  tools: null,
  format: null,
  envelope: null,
  conversation: null,
  housekeeping: null,
} as const;

/** The code and parameter of the fault that `read` throws. */
export function faultOf(read: () => unknown): { code: string; param: string | null } {
  try {
    read();
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, param: error.param };
    throw error;
  }
  throw new Error("no Fault was thrown");
}
