import { Type } from "@sinclair/typebox";
import { maxQuestionLength, searchModes } from "../answering/asked-question.ts";
import { operations, roles } from "../tables/computation.ts";
import { QuoteBoxObject } from "./contents/scan-views.ts";
import { oldName } from "./deprecations.ts";
import { ErrorObject, instant, MetadataSchema, namedObject, nullable, oneOf, strict, unit } from "./schema-parts.ts";

const place = {
  source_id: Type.String(),
  source_version: Type.Integer(),
  passage_id: Type.String(),
  chunk_id: oldName("chunk_id", Type.String()),
  title: Type.String(),
  url: nullable(Type.String()),
  external_id: nullable(Type.String()),
  start: Type.Integer({ description: "Unicode code points in the content of that source version." }),
  end: Type.Integer(),
  page: nullable(Type.Integer()),
  section: Type.String(),
  score: unit,
  speaker: nullable(Type.String({ description: "For a turn of a conversation: who said it." })),
  said_at: nullable(Type.String({ description: "When it was said, with the offset of the place." })),
  metadata: MetadataSchema,
};

const SpokenDate = namedObject("SpokenDate", {
  phrase: Type.String({ examples: ["yesterday"] }),
  date: Type.String({ description: "A day, a week (first/last day), a month or a year.", examples: ["2026-03-22"] }),
});

export const AnswerSpan = Type.Object(
  { start: Type.Integer(), end: Type.Integer() },
  { $id: "AnswerSpan", description: "Unicode code points of the answer, half-open." },
);

export const CitationObject = Type.Object(
  {
    index: Type.Integer({ minimum: 1, description: "The number in `[n]`." }),
    quote: Type.String(),
    ...place,
    dates: Type.Array(SpokenDate, {
      description: "The days that the quote mentions, resolved against the time when it was said.",
    }),
    boxes: Type.Optional(
      Type.Array(QuoteBoxObject, {
        description: "Of quotes from pages that were read from pictures: where the quote stands.",
      }),
    ),
    answer_spans: Type.Array(AnswerSpan),
  },
  { $id: "Citation", description: "`content[start:end] == quote` in the content of the source version." },
);

const PassageScores = Type.Object(
  { keyword: nullable(Type.Number()), sense: nullable(Type.Number()), vector: nullable(Type.Number()) },
  { $id: "PassageScores", description: "By part of the search; null: the part did not find the passage." },
);

export const RetrievedObject = namedObject("RetrievedPassage", {
  rank: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  ...place,
  scores: Type.Optional(PassageScores),
});

const k = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Passages to retrieve; the expert's setting (8) when not given.",
});

const ConversationTurn = Type.Object(
  { role: oneOf(["user", "assistant"]), content: Type.String({ maxLength: 100_000 }) },
  { $id: "ConversationTurn", ...strict },
);

export const QueryRequest = Type.Object(
  {
    question: Type.String({ minLength: 1, maxLength: maxQuestionLength, pattern: "\\S" }),
    k: Type.Optional(k),
    top_k: Type.Optional({ ...k, deprecated: true, description: "The old name of `k`; give one of them." }),
    min_score: Type.Optional(unit),
    filter: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            "Restricts the answer to sources that match; the handbook's page on questions describes filters.",
        },
      ),
    ),
    mode: Type.Optional(oneOf(searchModes)),
    generate: Type.Optional(Type.Boolean({ description: "false: passages only." })),
    messages: Type.Optional(
      Type.Array(ConversationTurn, {
        maxItems: 200,
        description: "Earlier turns, oldest first. A follow-up question is understood from them.",
      }),
    ),
    stream: Type.Optional(Type.Boolean({ description: "true: server-sent events." })),
    include: Type.Optional(
      Type.Array(oneOf(["passages", "scores", "expansion", "timings", "retrieved"]), { maxItems: 5 }),
    ),
  },
  {
    $id: "QueryRequest",
    ...strict,
    otherNames: {
      question: ["query", "q", "prompt", "input", "text", "content", "message", "search"],
      k: ["limit", "n", "n_results", "num_results", "count", "topk", "size"],
      messages: ["history", "chat_history"],
      min_score: ["threshold", "score_threshold"],
      filter: ["where", "filters"],
    },
    notHere: {
      model: "The path names the expert; `model` belongs to POST /v1/chat/completions.",
      temperature: "Sampling belongs to POST /v1/chat/completions.",
      max_tokens: "Limits of tokens belong to POST /v1/chat/completions.",
    },
    examples: [{ question: "How often are filters changed?", k: 8 }],
  },
);

export const RetrievalObject = namedObject("Retrieval", {
  mode: oneOf(["keyword", "sense", "vector", "hybrid"]),
  k: Type.Integer(),
  returned: Type.Integer(),
  used: Type.Integer({ description: "Passages that fitted into the model's window or the answer." }),
  sources_ready: Type.Integer(),
  sources_pending: Type.Integer(),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: "What took no part although it should have, and why, in sentences. Absent if there is nothing.",
    }),
  ),
});

const ExpansionTerm = namedObject("ExpansionTerm", { term: Type.String(), weight: Type.Number() });

const TokenUsage = namedObject("TokenUsage", {
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
});

const Timings = namedObject("Timings", { total_ms: Type.Number() });

export const ComputedCellObject = Type.Object(
  {
    citation: nullable(Type.Integer({ description: "The number of the citation that quotes its row." })),
    row: Type.Integer({ minimum: 1, description: "From 1, without the rows of names." }),
    column: Type.String(),
    kind: oneOf(["number", "percent", "rank", "time", "date", "year", "text"]),
    notation: nullable(oneOf(["point", "comma"])),
    role: oneOf([...roles]),
    text: Type.String(),
    start: Type.Integer({ description: "Unicode code points in the content of the source version." }),
    end: Type.Integer(),
  },
  {
    $id: "ComputedCell",
    description:
      "`role` is `answer` where the cell says the result, `input` where it is computed with, `less` where it is subtracted " +
      "or divided by, `compared` where the highest or lowest decides, `group` where rows with equal ones are taken " +
      "together, and `part` where it is what a share is of all. `notation` says how the column writes numbers that can be " +
      "read in two ways.",
  },
);

export const ComputationObject = Type.Object(
  {
    table: namedObject("ComputedTable", {
      source_id: Type.String(),
      source_version: Type.Integer(),
      number: Type.Integer({ minimum: 1, description: "Which table of its source it is." }),
      caption: Type.String(),
      language: Type.Optional(
        Type.String({ maxLength: 35, description: "In which its numbers and dates were read; English without one." }),
      ),
    }),
    operation: oneOf([...operations]),
    most: Type.Boolean({ description: "Whether the highest wins, where one does." }),
    columns: Type.Array(Type.String()),
    cells: Type.Array(ComputedCellObject, { description: "The first thousand, at most." }),
    cell_count: Type.Integer(),
    unread: Type.Array(ComputedCellObject, { description: "Cells that are no values, and are left out." }),
    value: nullable(Type.Number()),
    texts: Type.Array(Type.String()),
    unit: Type.String(),
  },
  {
    $id: "Computation",
    description: "How an answer was computed from cells of a table. It can be made again from the cells alone.",
  },
);

export const AnswerObject = namedObject("Answer", {
  id: Type.String(),
  object: Type.Literal("answer"),
  expert_id: Type.String(),
  question: Type.String(),
  understood_as: nullable(
    Type.String({ description: "A follow-up with the earlier questions that it depends on; null for any other." }),
  ),
  answer: nullable(Type.String()),
  abstained: Type.Boolean(),
  abstain_reason: nullable(
    oneOf(["no_sources", "sources_pending", "filter_matched_nothing", "below_min_score", "not_supported"]),
  ),
  confidence: nullable(unit),
  grounded: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "The share of the statements of a model's text that passages support; null without one.",
    }),
  ),
  model_failure: nullable(
    Type.String({ description: "Why the model did not answer and the sources did; null if no model failed." }),
  ),
  citations: Type.Array(CitationObject),
  remarks: Type.Array(AnswerSpan, {
    description:
      "Parts of the answer that are not quoted: the headings of a list of statements, and the dates of the turns that it quotes.",
  }),
  removed: Type.Array(Type.String(), {
    description: "Sentences of a model that were left out because no passage supports them, at most 20.",
  }),
  passages: Type.Optional(Type.Array(RetrievedObject)),
  retrieved: Type.Optional(oldName("retrieved", Type.Array(RetrievedObject))),
  nearest: Type.Optional(
    Type.Array(RetrievedObject, {
      description: "Of a refusal: up to three passages that come close. They are not an answer.",
    }),
  ),
  retrieval: RetrievalObject,
  expansion: Type.Optional(
    nullable(
      Type.Array(ExpansionTerm, {
        description:
          'With `include: ["expansion"]`: the terms that the built-in model expanded the question to, the strongest first; null where it took no part.',
      }),
    ),
  ),
  answer_mode: oneOf(["extractive", "computed", "generated", "none", "talk"]),
  computation: Type.Optional(ComputationObject),
  model: nullable(Type.String()),
  usage: TokenUsage,
  timings: Type.Optional(Timings),
  created_at: instant,
});

const AnswerStart = namedObject("AnswerStart", { id: Type.String(), created_at: instant });
const AnswerRetrieval = namedObject("AnswerRetrieval", {
  retrieval: RetrievalObject,
  passages: Type.Optional(Type.Array(RetrievedObject)),
  retrieved: Type.Optional(oldName("retrieved", Type.Array(RetrievedObject))),
});
const AnswerDelta = namedObject("AnswerDelta", { text: Type.String() });

export const answerEvents = {
  start: AnswerStart,
  retrieval: AnswerRetrieval,
  delta: AnswerDelta,
  citation: CitationObject,
  done: AnswerObject,
  error: ErrorObject,
} as const;
