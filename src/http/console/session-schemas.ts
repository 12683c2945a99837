import { Type } from "@sinclair/typebox";
import { scopes } from "../../keys/key.ts";
import { deletedOf, instant, nullable, oneOf, strict } from "../description/schema-parts.ts";

export const SignIn = Type.Object(
  {
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: "An API key." })),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: "The code of the address that `serve` printed." }),
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
  expires_at: nullable({ ...instant, description: "Null where a key that does not expire is asked with." }),
};

export const SessionObject = Type.Object(sessionFields, { $id: "Session" });

export const NewSessionObject = Type.Object(
  {
    ...sessionFields,
    token: Type.String({
      description: "One half, to be sent as the bearer token; the other is the cookie of this reply.",
    }),
  },
  { $id: "NewSession" },
);

export const EndedSession = deletedOf("session", "EndedSession");
