import { Type } from "@sinclair/typebox";
import { scopes } from "../keys/key.ts";
import {
  deletedOf,
  instant,
  listOf,
  listQuery,
  momentPattern,
  namedObject,
  nullable,
  oneOf,
  secondsPattern,
  strict,
} from "./schema-parts.ts";

const name = Type.String({ minLength: 1, maxLength: 128, pattern: "\\S", expected: "a name of 1 to 128 characters" });
const scope = oneOf(scopes);
const moment = Type.String({
  pattern: momentPattern(secondsPattern),
  expected: "a date and time such as 2027-01-31T12:00:00Z (RFC 3339)",
  examples: ["2027-01-31T12:00:00Z"],
});

export const NewKey = Type.Object(
  {
    name,
    scopes: Type.Array(scope, { minItems: 1, maxItems: 4, uniqueItems: true, expected: "a list of different scopes" }),
    expert_ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 100,
        description: "The experts that the key can reach. By default, those that the requesting key can reach.",
      }),
    ),
    expires_at: Type.Optional(
      nullable({ ...moment, description: "By default, when the requesting key expires. Null: never." }),
    ),
  },
  { $id: "KeyRequest", ...strict, examples: [{ name: "kiosk", scopes: ["query"] }] },
);

export const KeyPatch = Type.Object(
  {
    name: Type.Optional(name),
    expires_at: Type.Optional(nullable({ ...moment, description: "Null: never." })),
  },
  { $id: "KeyChanges", ...strict },
);

export const KeyObject = namedObject("Key", {
  id: Type.String({ examples: ["key_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("key"),
  name: Type.String(),
  prefix: Type.String({ description: "The first characters of the key, to recognise it by." }),
  scopes: Type.Array(scope),
  expert_ids: nullable(Type.Array(Type.String())),
  created_at: instant,
  last_used_at: nullable(instant),
  expires_at: nullable(instant),
  revoked_at: nullable(instant),
});

export const NewKeyObject = namedObject("KeyWithSecret", {
  ...KeyObject.properties,
  secret: Type.String({
    description: "The key itself. It is shown only in this reply: the service stores only a hash.",
  }),
});

export const KeyList = listOf(KeyObject, "KeyList");
export const KeyListQuery = listQuery("key");
export const DeletedKey = deletedOf("key", "DeletedKey");

export const SignIn = Type.Object(
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: "An API key." })),
    code: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "The code of the address that `serve` or `login` printed.",
      }),
    ),
  },
  { $id: "SignIn", ...strict, minProperties: 1, maxProperties: 1, examples: [{ key: "dk_…" }] },
);

const sessionFields = {
  object: Type.Literal("session"),
  workspace_id: Type.String(),
  key_id: Type.String({ description: "The key whose rights it has." }),
  key_name: Type.String(),
  scopes: Type.Array(oneOf(scopes)),
  expert_ids: nullable(Type.Array(Type.String(), { description: "Only these experts exist for it; null: all." })),
  expires_at: nullable({ ...instant, description: "Null: the request has a key that does not expire." }),
};

export const SessionObject = namedObject("Session", sessionFields);

export const NewSessionObject = namedObject("SessionWithToken", {
  ...sessionFields,
  token: Type.String({
    description: "One half, to be sent as the bearer token; the other is the cookie of this reply.",
  }),
});

export const SignInCode = namedObject("SignInCode", {
  object: Type.Literal("sign_in_code"),
  code: Type.String({ description: "Behind `#code=` at the address of the console." }),
  expires_at: instant,
});

export const EndedSession = deletedOf("session", "EndedSession");
