import { type SQL, sql } from "drizzle-orm";
import { defaultSettings, type Expert } from "../../../experts/expert.ts";
import type { ExpertId, WorkspaceId } from "../../../kernel/ids.ts";

/** Columns of `experts e` and `embeddings m`, named as in `ExpertRecord`. */
export const expertColumns = sql`
  e.id, e.workspace_id, e.name, e.slug, e.description, e.instructions, e.language, e.settings, e.metadata, e.revision,
  e.created_at, e.updated_at, m.model, m.dimensions, m.recipe,
  (SELECT json_agg(n.name ORDER BY n.position)::text FROM expert_names n WHERE n.expert_id = e.id AND NOT n.is_slug)
    AS aliases`;

export const expertTables = sql`experts e LEFT JOIN embeddings m ON m.no = e.embedding_no`;

export function isNamed(workspace: SQL, name: string, by: "id" | "name"): SQL {
  return by === "id"
    ? sql`e.id = ${name} AND e.workspace_id = ${workspace}`
    : sql`e.workspace_id = ${workspace} AND e.id =
        (SELECT n.expert_id FROM expert_names n WHERE n.workspace_id = ${workspace} AND n.name = ${name})`;
}

/** As the driver gives it: whole numbers and JSON are text. */
export interface StoredExpert {
  readonly id: ExpertId;
  readonly workspace_id: WorkspaceId;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly instructions: string;
  readonly language: string;
  readonly settings: string;
  readonly metadata: string;
  readonly revision: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly model: string | null;
  readonly dimensions: string | null;
  readonly recipe: string | null;
  readonly aliases: string | null;
}

export function expertOf(record: StoredExpert): Expert {
  const { id, name, slug, description, instructions, language, model, dimensions, recipe } = record;
  return {
    id,
    workspaceId: record.workspace_id,
    name,
    slug,
    description,
    instructions,
    language,
    aliases: record.aliases === null ? [] : JSON.parse(record.aliases),
    settings: { ...defaultSettings, ...JSON.parse(record.settings) },
    metadata: JSON.parse(record.metadata),
    embedding: model === null || recipe === null ? null : { model, dimensions: Number(dimensions), recipe },
    createdAt: Number(record.created_at),
    updatedAt: Number(record.updated_at),
  };
}
