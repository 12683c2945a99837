import { type Static, Type } from "@sinclair/typebox";
import { NewExpert } from "../api/expert-schemas.ts";
import { nullable, strictObject } from "../api/schema-parts.ts";
import { counted } from "../language/text/shown-text.ts";
import type { ExpertView } from "./memory-backend.ts";
import { readOnly, tool } from "./tool.ts";

const ExpertSummary = Type.Object({
  slug: Type.String(),
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  language: Type.String(),
  sources_ready: Type.Integer(),
  sources_pending: Type.Integer(),
  passage_count: Type.Integer(),
});

function expertSummary(expert: ExpertView): Static<typeof ExpertSummary> {
  const { slug, id, name, description, language, source_counts: counts, passage_count } = expert;
  const pending = counts.queued + counts.processing;
  const state = { sources_ready: counts.ready, sources_pending: pending, passage_count };
  return { slug, id, name, description, language, ...state };
}

const listExperts = tool({
  name: "list_experts",
  title: "List experts",
  description:
    "Lists the experts: memories with documents of their own. Call it first to learn which expert knows about a subject.",
  input: strictObject({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Experts to list (default 50)." })),
    after: Type.Optional(Type.String({ description: "The `next` of the page before." })),
  }),
  output: Type.Object({
    experts: Type.Array(ExpertSummary),
    next: nullable(Type.String({ description: "For `after`; null when there are no more." })),
  }),
  hints: readOnly,
  operation: "look",
  run: async ({ limit = 50, after = null }, { backend }) => {
    const page = await backend.experts({ limit, after });
    const experts = page.data.map(expertSummary);
    const lines = experts.map(
      ({ slug, name, description, sources_ready }) =>
        `- ${slug}: ${name}, ${counted(sources_ready, "source")}${description === "" ? "" : `. ${description}`}`,
    );
    const text = lines.length === 0 ? "There is no expert that this key can reach." : lines.join("\n");
    return { text, data: { experts, next: page.has_more ? page.last_id : null } };
  },
});

const createExpert = tool({
  name: "create_expert",
  title: "Create an expert",
  description:
    "Creates an empty expert: a memory of its own for one subject. Add documents to it with add_source. Create one only " +
    "when the user wants a memory apart from those that list_experts names.",
  input: strictObject({
    name: { ...NewExpert.properties.name, description: "Its name, for people." },
    slug: Type.Optional({
      ...NewExpert.properties.slug,
      description: "Its name in calls (default: made of the name).",
    }),
    description: Type.Optional({ ...NewExpert.properties.description, description: "What it knows about." }),
  }),
  output: ExpertSummary,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  operation: "create",
  run: async (draft, { backend }) => {
    const expert = expertSummary(await backend.create(draft));
    return { text: `The expert ${expert.slug} (${expert.id}) is there. It has no sources yet.`, data: expert };
  },
});

export const expertTools = [listExperts, createExpert];
