/** Requests made from an operation of our own description. */
import fc from "fast-check";
import { allowed, hostile, nearly } from "./schema-values.ts";

export interface Operation {
  readonly method: string;
  /** With `{names}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Media type to schema. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: unknown;
}

/** An existing id is filled in when the request is sent, because the set of objects changes all the time. */
export type PathPart = { readonly existing: number } | { readonly text: string };

export interface FuzzRequest {
  readonly path: Readonly<Record<string, PathPart>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | null;
  readonly body: Sent;
}

export type Sent = string | Uint8Array<ArrayBuffer> | FormData | null;

const frequency = <T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const wellFormed = (text: string) => text.toWellFormed();
/** Header values, as far as `Headers` takes them: visible ASCII, spaces and Latin-1. */
const headerText = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\xff]|\x7f/g, "?"));

const pathPart: fc.Arbitrary<PathPart> = frequency<PathPart>(
  [7, fc.nat().map((existing) => ({ existing }))],
  [
    1,
    fc
      .constantFrom("manual", "Manual", "exp_", "src_01kfs5n6w4q1v2m3c8r7t9x0ab", "%2F", "%00", "%ff", "a%", "*", ":id")
      .map((text) => ({ text })),
  ],
  [
    1,
    fc
      .string({ minLength: 1, maxLength: 300, unit: "binary" })
      .map((text) => ({ text: encodeURIComponent(wellFormed(text)) })),
  ],
);

/** Without waits: only the replies to their values matter here. */
const queryValue = ({ name, schema }: Parameter): fc.Arbitrary<string> => {
  const good = name === "wait" ? fc.constantFrom("0", "0.01", "0.0") : allowed(schema).map(String);
  const bad = hostile
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .filter((text) => !/^ *[1-9]\d?(\.\d*)? *$/.test(text));
  return frequency([5, good], [2, bad]).map(wellFormed);
};

function queryOf(parameters: readonly Parameter[]): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const known = parameters.filter((each) => each.in === "query");
  const pairs = known.map((each) => queryValue(each).map((value) => [each.name, value] as const));
  const odd = fc.tuple(
    fc.constantFrom("limit", "surplus", "__proto__", "", "access_token"),
    fc.string({ maxLength: 20 }).map(wellFormed),
  );
  const some =
    pairs.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...pairs), { maxLength: Math.min(pairs.length, 3) });
  return fc
    .tuple(
      some,
      frequency([9, fc.constant<[string, string][]>([])], [1, fc.array(odd, { minLength: 1, maxLength: 2 })]),
    )
    .map(([own, more]) => [...own, ...more]);
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = frequency<Record<string, string>>(
  [12, fc.constant({})],
  [
    2,
    fc.dictionary(
      fc.constantFrom(
        "accept",
        "x-request-id",
        "idempotency-key",
        "origin",
        "content-length",
        "range",
        "x-forwarded-host",
      ),
      headerText,
      { maxKeys: 3 },
    ),
  ],
  [
    1,
    fc
      .constantFrom("Bearer", "Bearer ", "bearer x", "Basic dTpw", "", "Bearer a b")
      .map((authorization) => ({ authorization })),
  ],
);

/** JSON of a value, possibly broken. The encoding of a lone surrogate in a body is up to the encoder. */
const jsonBody = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
  fc.tuple(value, fc.nat(1000)).map(([made, luck]) => {
    const text = JSON.stringify(made) ?? "";
    if (luck >= 60) return wellFormed(text);
    const at = Math.floor((text.length * luck) / 60);
    return luck % 2 === 0
      ? wellFormed(text.slice(0, at))
      : `${wellFormed(text.slice(0, at))}\u0000${wellFormed(text.slice(at))}`;
  });

const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => new Uint8Array(array));

function formOf(schema: unknown): fc.Arbitrary<Sent> {
  return fc.tuple(frequency([3, allowed(schema)], [1, nearly(schema)]), bytes).map(([fields, file]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(Object(fields))) {
      if (name === "file") form.set("file", new Blob([file]), "fuzz.txt");
      else form.append(wellFormed(name), name === "wait" ? "0" : fieldText(value));
    }
    return form;
  });
}

const fieldText = (value: unknown) =>
  wellFormed(typeof value === "string" ? value : JSON.stringify(value)).slice(0, 5000);

type Carried = Pick<FuzzRequest, "contentType" | "body">;

function bodyOf(type: string, schema: unknown): fc.Arbitrary<Carried> {
  if (type === "multipart/form-data") return formOf(schema).map((body) => ({ contentType: null, body }));
  if (type !== "application/json") return bytes.map((body) => ({ contentType: type, body }));
  const value = frequency([4, allowed(schema)], [4, nearly(schema)], [1, hostile]);
  return jsonBody(value).map((body) => ({ contentType: type, body }));
}

const strangeBody: fc.Arbitrary<Carried> = fc.record({
  contentType: fc.constantFrom(
    null,
    "text/plain",
    "application/json; charset=utf-16",
    "application/vnd.api+json",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "a/b/c",
    "application/x-www-form-urlencoded",
    ";",
  ),
  body: fc.oneof<fc.Arbitrary<Sent>[]>(
    bytes,
    fc.constantFrom(
      "",
      "{}",
      "--x\r\n",
      "--x\r\ncontent-disposition: form-data; name=file\r\n\r\n",
      "a=1",
      "[]",
      "\ufeff{}",
    ),
  ),
});

export function requestsFor({ parameters, body }: Operation): fc.Arbitrary<FuzzRequest> {
  const bodies = Object.entries(body).map(([type, schema]) => bodyOf(type, schema));
  const carried =
    bodies.length === 0
      ? fc.constant({ contentType: null, body: null })
      : frequency([9, fc.oneof(...bodies)], [1, strangeBody]);
  const inPath = parameters.filter((each) => each.in === "path").map(({ name }) => [name, pathPart] as const);
  return fc
    .record({ path: fc.record(Object.fromEntries(inPath)), query: queryOf(parameters), headers: oddHeaders, carried })
    .map(({ carried: sent, ...rest }) => ({ ...rest, ...sent }));
}
