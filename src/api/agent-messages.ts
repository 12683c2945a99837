/** Sends a request to the API of this process with the rights of its caller, whose key was checked. */
export type OwnFetch = (address: string, init: RequestInit) => Promise<Response>;

export interface ToolMessage {
  readonly request: Request;
  readonly body: object;
  /** Messages of the same caller may be about each other. */
  readonly caller: string;
  readonly scopes: readonly string[];
  readonly fetch: OwnFetch;
}

export type AnswerAgent = (message: ToolMessage) => Promise<Response>;
