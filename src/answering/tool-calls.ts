/** Tools of a client: what a model may call, and the calls that it asks for. The client makes them. */

/** A call of a client's tool that a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them; JSON if it did well. */
  readonly arguments: string;
}

/** What a model may call. */
export interface ToolUse {
  /** Functions as OpenAI's chat completions describe them. */
  readonly definitions: readonly object[];
  /** As OpenAI's `tool_choice`; null leaves it to the model. */
  readonly choice: unknown;
  /** Whether it may call several at once; null leaves it to the model. */
  readonly parallel: boolean | null;
}

/** A call of a tool as it comes: the first piece of an `index` has the id and the name, all have more arguments. */
export interface ToolCallPiece {
  readonly type: "tool_call";
  readonly index: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly arguments: string;
}
