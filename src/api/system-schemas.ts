import { Type } from "@sinclair/typebox";
import { kindPhases } from "../runner/job-kind.ts";
import { namedObject, nullable, oneOf } from "./schema-parts.ts";

export const StatusObject = namedObject("Status", { status: Type.Literal("ok") });

export const ReadinessObject = namedObject("Readiness", {
  status: Type.Literal("ok"),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "What needs an operator's attention, although all requests are served.",
    }),
  ),
});

const DocumentFormat = namedObject("DocumentFormat", {
  name: Type.String(),
  mime_types: Type.Array(Type.String()),
  extensions: Type.Array(Type.String()),
});
const SenseModel = Type.Object(
  { model: Type.String(), licence: Type.String({ description: "As SPDX writes it." }) },
  { $id: "SenseModel", description: "The built-in model of meaning." },
);
const EmbeddingModel = Type.Object(
  { model: Type.String(), dimensions: nullable(Type.Integer()) },
  { $id: "EmbeddingModel", description: "Its dimensions may become known only with its first vector." },
);

/** Not a record: generators do not support `patternProperties`. */
const NamedLimits = Type.Unsafe<Record<string, number>>(
  Type.Object(
    {},
    {
      $id: "NamedLimits",
      additionalProperties: Type.Integer(),
      description: "A limit that is missing does not apply.",
    },
  ),
);

export const CapabilitiesObject = namedObject("Capabilities", {
  object: Type.Literal("capabilities"),
  version: Type.String(),
  commit: Type.String(),
  limits: NamedLimits,
  formats: Type.Array(DocumentFormat),
  source_types: Type.Array(Type.String(), { description: "Without `url` where the service runs offline." }),
  modes: Type.Array(Type.String()),
  answer_modes: Type.Array(Type.String()),
  model: Type.Union([Type.String(), Type.Null()], { description: "The model that writes answers, if any." }),
  sense: Type.Union([SenseModel, Type.Null()], { description: "Null: it is switched off." }),
  embedding: Type.Union([EmbeddingModel, Type.Null()], { description: "Null: none is configured." }),
});

export const SettingObject = namedObject("Setting", {
  name: Type.String({ examples: ["DOCENT_PORT"] }),
  help: Type.String(),
  value: nullable(Type.String({ description: "Null: it is not set, or it is a secret." })),
  secret: Type.Boolean(),
  origin: oneOf(["flag", "environment", "file", "default"]),
  live: Type.Boolean({ description: "Whether a change in the settings file takes effect without a restart." }),
});

export const JobsObject = Type.Object(
  {
    kind: Type.String(),
    phase: oneOf(kindPhases),
    running: Type.Integer(),
    done: Type.Integer(),
    failures: Type.Integer(),
  },
  {
    $id: "Jobs",
    description:
      "The background jobs of one kind. `waiting`: for documents or questions. `failing`: the last one failed and is repeated later.",
  },
);
