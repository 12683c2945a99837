/** What can go wrong between a command and the service. Each message is for the person at the command line. */

export class ClientError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ClientError";
  }
}

/** Nobody answered, or the answer broke off. */
export class Unreachable extends ClientError {}

/** The service answered that it will not. */
export class Refusal extends ClientError {
  readonly status: number;
  /** The code of the error envelope; null when the reply had no envelope. */
  readonly code: string | null;

  readonly param: string | null;

  constructor(message: string, { status, code, param }: Pick<Refusal, "status" | "code" | "param">) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
