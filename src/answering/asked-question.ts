/** A question to an expert, with everything that says how it is to be answered. */
import type { Expert } from "../experts/expert.ts";
import type { KeyId } from "../kernel/ids.ts";
import type { SourceFilter } from "../kernel/stores/source-filter.ts";
import type { Turn } from "./follow-up.ts";
import type { Material } from "./material.ts";
import type { ModelMessage, Sampling } from "./ports.ts";
import type { RequestedMode } from "./search-choice.ts";
import type { ToolUse } from "./tool-calls.ts";

/** Greatest length of a question, in code points. Longer text should be added as a source. */
export const maxQuestionLength = 8000;

export interface Question {
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly surface: "query" | "chat";
  /** 1 to `maxQuestionLength` characters. */
  readonly text: string;
  /** Earlier turns, oldest first. A follow-up question is resolved with them. */
  readonly history: readonly Turn[];
  /** The client's instructions, in addition to the expert's own. Used when a model writes the answer. */
  readonly instructions: readonly string[];
  /** Texts that the client sent with the question. They answer together with the memory. */
  readonly material: readonly Material[];
  /** Number of passages to retrieve, 1–100; null: the expert's setting. */
  readonly k: number | null;
  /** Passages below this score are not used; null: the expert's setting. */
  readonly minScore: number | null;
  readonly filter: SourceFilter | null;
  readonly mode: RequestedMode;
  /** False: only passages, no answer. */
  readonly generate: boolean;
  /** False: of the passages found, `retrieved` needs to contain only those that the answer cites. */
  readonly wantsPassages: boolean;
  /** Most tokens that a model may write; null: Docent decides. */
  readonly maxTokens: number | null;
  /** Passed on to a model under their own names. */
  readonly sampling: Sampling;
  /** Tools that a model may call; null: none. Without a model, no tool is called. */
  readonly tools: ToolUse | null;
  /** Calls of those tools since the question, and their results. */
  readonly exchange: readonly ModelMessage[];
  /** Null for text. */
  readonly format: AnswerFormat | null;
}

export const plainQuestion = {
  history: [],
  instructions: [],
  material: [],
  maxTokens: null,
  sampling: {},
  tools: null,
  exchange: [],
  format: null,
  k: null,
  minScore: null,
  filter: null,
  mode: "auto",
  generate: true,
  wantsPassages: true,
} as const satisfies Partial<Question>;

/** An answer in JSON, as requested by a client. */
export interface AnswerFormat {
  /** OpenAI's `response_format`, for a model. */
  readonly request: object;
  /** JSON Schema; null if any JSON is accepted. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The field of the request that asked for it, for error messages. */
  readonly param: string;
}
