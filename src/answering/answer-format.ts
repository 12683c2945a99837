/** An answer in JSON, as requested by a client. */
export interface AnswerFormat {
  /** OpenAI's `response_format`, for a model. */
  readonly request: object;
  /** JSON Schema; null if any JSON is accepted. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The field of the request that asked for it, for error messages. */
  readonly param: string;
}
