/** Tools of a client: those that a model may call, and the calls that it requests. The client executes them. */

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; normally JSON. */
  readonly arguments: string;
}

export interface ToolUse {
  /** Functions in the form of OpenAI's chat completions. */
  readonly definitions: readonly object[];
  /** As OpenAI's `tool_choice`; null leaves it to the model. */
  readonly choice: unknown;
  /** Whether it may call several at once; null leaves it to the model. */
  readonly parallel: boolean | null;
}

/**
 * A piece of a tool call in a stream: the first piece of an `index` has the id and the name; every piece has more
 * arguments.
 */
export interface ToolCallPiece {
  readonly type: "tool_call";
  readonly index: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly arguments: string;
}
