import { Elysia } from "elysia";
import type { Expert } from "../../experts/expert.ts";
import type { ExpertService } from "../../experts/expert-service.ts";
import { unixSeconds } from "../../kernel/clock.ts";
import { oldestFirst } from "../../kernel/stores/page.ts";
import { operationsOf } from "../description/operation.ts";
import type { authentication } from "../edge/authentication.ts";
import { findModel } from "./request-answering.ts";
import { type Model, ModelList, ModelObject } from "./shared-schemas.ts";

const operation = operationsOf("OpenAI");

export function modelsRoutes(auth: ReturnType<typeof authentication>, experts: ExpertService) {
  return (
    new Elysia({ name: "models-routes", prefix: "/v1/models" })
      .use(auth)
      .get(
        "",
        async ({ access }) => ({ object: "list" as const, data: (await everyExpert(experts, access)).map(modelOf) }),
        listModels(),
      )
      .get("/:model", async ({ access, params }) => modelOf(await findModel(experts, access, params.model)), getModel())
      // An alias may contain slashes (`openai/gpt-4o`), which some clients do not escape.
      .get("/*", async ({ access, params }) => modelOf(await findModel(experts, access, nameIn(params["*"]))), {
        scope: "any",
        detail: { hide: true },
      })
  );
}

const listModels = operation("listModels", {
  summary: "List experts as models",
  description: "What chat clients offer to choose from.",
  scope: "any",
  answers: { 200: { says: "Every expert that the key can reach.", schema: ModelList } },
});

const getModel = operation("getModel", {
  summary: "Get an expert as a model",
  description: "By id, slug or alias; an alias may have slashes.",
  scope: "any",
  errors: ["model_not_found"],
  answers: { 200: { says: "The model.", schema: ModelObject } },
});

/** The router does not decode a wildcard. */
function nameIn(path: string): string {
  return decodeURIComponent(path.replace(/\/$/, ""));
}

/** No client of this API asks for a second page. */
function everyExpert(experts: ExpertService, access: Parameters<ExpertService["list"]>[0]): Promise<Expert[]> {
  return Array.fromAsync(oldestFirst((page) => experts.list(access, page)));
}

function modelOf(expert: Expert): Model {
  return {
    id: expert.slug,
    object: "model" as const,
    created: unixSeconds(expert.createdAt),
    owned_by: "docent",
    name: expert.name,
  };
}
