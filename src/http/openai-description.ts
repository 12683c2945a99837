/** The OpenAI surface for the OpenAPI document: the fields that Docent uses. What it accepts beyond them is ignored. */
import { Type } from "@sinclair/typebox";

const open = { additionalProperties: true } as const;

export const ChatCompletionRequest = Type.Object(
  {
    model: Type.String({ description: "An expert's slug, id or alias." }),
    messages: Type.Array(
      Type.Object(
        {
          role: Type.String({ examples: ["user"] }),
          content: Type.Optional(Type.Union([Type.String(), Type.Array(Type.Object({}, open)), Type.Null()])),
        },
        open,
      ),
      { minItems: 1 },
    ),
    stream: Type.Optional(Type.Boolean({ default: false })),
    stream_options: Type.Optional(Type.Object({ include_usage: Type.Optional(Type.Boolean()) }, open)),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    max_completion_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    stop: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 4 })])),
    k: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    filter: Type.Optional(Type.Object({}, open)),
    citations: Type.Optional(Type.Union(["full", "annotations", "inline", "off"].map((style) => Type.Literal(style)))),
  },
  { ...open, examples: [{ model: "handbook", messages: [{ role: "user", content: "How do I add a PDF?" }] }] },
);

export const ChatCompletionObject = Type.Object(
  {
    id: Type.String({ examples: ["chatcmpl-01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
    object: Type.Literal("chat.completion"),
    created: Type.Integer({ description: "Unix seconds." }),
    model: Type.String(),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        message: Type.Object(
          {
            role: Type.Literal("assistant"),
            content: Type.String(),
            refusal: Type.Null(),
            annotations: Type.Optional(
              Type.Array(
                Type.Object({
                  type: Type.Literal("url_citation"),
                  url_citation: Type.Object({
                    url: Type.String(),
                    title: Type.String(),
                    start_index: Type.Integer(),
                    end_index: Type.Integer(),
                  }),
                }),
              ),
            ),
            context: Type.Optional(
              Type.Object(
                {
                  expert_id: Type.String(),
                  query_id: Type.String(),
                  abstained: Type.Boolean(),
                  abstain_reason: Type.Union([Type.String(), Type.Null()]),
                  citations: Type.Array(Type.Ref("Citation")),
                },
                open,
              ),
            ),
          },
          open,
        ),
        logprobs: Type.Null(),
        finish_reason: Type.Union([Type.Literal("stop"), Type.Literal("length"), Type.Literal("content_filter")]),
      }),
    ),
    usage: Type.Object(
      { prompt_tokens: Type.Integer(), completion_tokens: Type.Integer(), total_tokens: Type.Integer() },
      open,
    ),
  },
  open,
);

export const ModelObject = Type.Object({
  id: Type.String({ description: "The expert's slug." }),
  object: Type.Literal("model"),
  created: Type.Integer(),
  owned_by: Type.String(),
});

export const ModelList = Type.Object({ object: Type.Literal("list"), data: Type.Array(Type.Ref("Model")) });
