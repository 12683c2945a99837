/**
 * Reads replies by hand. What speaks to the service shares no schema with it: it may be of another version, and the
 * torture checks it by what it knows itself.
 */

/** The reply is not of the shape that the contract promises. */
export class ReplyShape extends Error {
  constructor(path: string, wanted: string, found: unknown) {
    super(`${path} is ${JSON.stringify(found)?.slice(0, 60)}, not ${wanted}`);
    this.name = "ReplyShape";
  }
}

/** A place in a JSON document. @throws ReplyShape where it is not what it is read as. */
export class Json {
  readonly #value: unknown;
  readonly #path: string;

  constructor(value: unknown, path = "reply") {
    this.#value = value;
    this.#path = path;
  }

  at(name: string): Json {
    const value = this.#value;
    if (typeof value !== "object" || value === null) throw new ReplyShape(this.#path, "an object", value);
    return new Json(Reflect.get(value, name), `${this.#path}.${name}`);
  }

  /** As it was sent. */
  get value(): unknown {
    return this.#value;
  }

  /** Whether there is nothing here. */
  get isNone(): boolean {
    return this.#value === null || this.#value === undefined;
  }

  get text(): string {
    if (typeof this.#value === "string") return this.#value;
    throw new ReplyShape(this.#path, "a text", this.#value);
  }

  /** Null where there is nothing. */
  get textOrNull(): string | null {
    return this.isNone ? null : this.text;
  }

  get number(): number {
    if (typeof this.#value === "number") return this.#value;
    throw new ReplyShape(this.#path, "a number", this.#value);
  }

  /** Null where there is nothing. */
  get numberOrNull(): number | null {
    return this.isNone ? null : this.number;
  }

  get flag(): boolean {
    if (typeof this.#value === "boolean") return this.#value;
    throw new ReplyShape(this.#path, "true or false", this.#value);
  }

  get list(): readonly Json[] {
    if (Array.isArray(this.#value)) return this.#value.map((item, i) => new Json(item, `${this.#path}[${i}]`));
    throw new ReplyShape(this.#path, "a list", this.#value);
  }
}

/** @throws ReplyShape when it is not JSON. */
export function parseJson(text: string): Json {
  try {
    return new Json(JSON.parse(text));
  } catch {
    throw new ReplyShape("reply", "JSON", text.slice(0, 200));
  }
}
