/** JSON as the form of an answer, as a client asks for it. */
export interface AnswerFormat {
  /** OpenAI's `response_format`, for a model. */
  readonly request: object;
  /** JSON Schema; null where any JSON will do. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** The field of the request that asks for it, for errors. */
  readonly param: string;
}
