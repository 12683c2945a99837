/** Independent of the service's schemas, which are under test as well. */

export class ReplyShape extends Error {
  constructor(path: string, wanted: string, found: unknown) {
    super(`${path} is ${JSON.stringify(found)?.slice(0, 60)}, not ${wanted}`);
    this.name = "ReplyShape";
  }
}

/** A position in a JSON document. @throws ReplyShape */
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

  get value(): unknown {
    return this.#value;
  }

  get isNone(): boolean {
    return this.#value === null || this.#value === undefined;
  }

  get text(): string {
    if (typeof this.#value === "string") return this.#value;
    throw new ReplyShape(this.#path, "a text", this.#value);
  }

  get textOrNull(): string | null {
    return this.isNone ? null : this.text;
  }

  get number(): number {
    if (typeof this.#value === "number") return this.#value;
    throw new ReplyShape(this.#path, "a number", this.#value);
  }

  get numberOrNull(): number | null {
    return this.isNone ? null : this.number;
  }

  get flag(): boolean {
    if (typeof this.#value === "boolean") return this.#value;
    throw new ReplyShape(this.#path, "true or false", this.#value);
  }

  get fields(): Readonly<Record<string, unknown>> {
    const value = this.#value;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    throw new ReplyShape(this.#path, "an object", value);
  }

  get list(): readonly Json[] {
    if (Array.isArray(this.#value)) return this.#value.map((item, i) => new Json(item, `${this.#path}[${i}]`));
    throw new ReplyShape(this.#path, "a list", this.#value);
  }
}

export function parseJson(text: string): Json {
  try {
    return new Json(JSON.parse(text));
  } catch {
    throw new ReplyShape("reply", "JSON", text.slice(0, 200));
  }
}
