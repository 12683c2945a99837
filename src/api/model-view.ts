/** The language model in the report for the operator, who may see what its server says. */
import { type Static, Type } from "@sinclair/typebox";
import { timestamp } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import { instant, namedObject, nullable } from "./schema-parts.ts";

export interface TriedModel {
  readonly name: string;
  /** Null: it was not tried yet. */
  readonly last: FoundModel | null;
  /** The last failure of a question since the last success. */
  readonly failure: { readonly what: string; readonly reason: string | null } | null;
  look(): Promise<FoundModel>;
}

interface FoundModel {
  readonly server: string;
  /** Milliseconds since the Unix epoch. */
  readonly checkedAt: number;
  readonly problem: string | null;
  readonly contextTokens: number;
  readonly contextKnown: boolean;
  readonly tools: boolean | null;
  readonly thoughts: boolean | null;
  readonly leftOut: readonly string[];
  readonly firstWord: number | null;
}

const TrialObject = namedObject("ModelTrial", {
  at: instant,
  server: Type.String({ description: "Its host and port." }),
  problem: nullable(Type.String({ description: "What is wrong, with the server's reason. Null: the model replied." })),
  context_tokens: Type.Integer(),
  context_known: Type.Boolean({ description: "false: the server does not say, and the number is a careful guess." }),
  tools: nullable(Type.Boolean({ description: "Whether it takes tools. Null: not known." })),
  thoughts: nullable(Type.Boolean({ description: "Whether it writes thoughts before its reply. Null: not known." })),
  left_out: Type.Array(Type.String(), { description: "Fields of requests that the server does not take." }),
  first_word_ms: nullable(Type.Integer({ description: "Milliseconds until its first word." })),
});

export const LanguageModelObject = Type.Object(
  {
    model: Type.String(),
    trial: nullable(TrialObject),
    failure: nullable(
      Type.String({ description: "The last failure of a question since the last success, with the server's reason." }),
    ),
  },
  { $id: "LanguageModel", description: "Null: answers are made without a language model." },
);

export function modelView({ name, last, failure }: TriedModel): Static<typeof LanguageModelObject> {
  const reason = failure?.reason == null ? "" : ` It says: ${failure.reason}`;
  return { model: name, trial: last && trialView(last), failure: failure && failure.what + reason };
}

function trialView(found: FoundModel): Static<typeof TrialObject> {
  return {
    at: timestamp(found.checkedAt),
    server: found.server,
    problem: found.problem,
    context_tokens: found.contextTokens,
    context_known: found.contextKnown,
    tools: found.tools,
    thoughts: found.thoughts,
    left_out: [...found.leftOut],
    first_word_ms: found.firstWord,
  };
}

/** @throws Fault `invalid_parameter` if none is configured */
export async function tryModel(model: TriedModel | null): Promise<Static<typeof LanguageModelObject>> {
  if (model === null)
    throw new Fault("invalid_parameter", "The service has no language model.", {
      hint: "Set DOCENT_LLM_URL and DOCENT_LLM_MODEL, and start it again.",
    });
  await model.look();
  return modelView(model);
}
