import type { Expert } from "../../experts/expert.ts";
import type { ExpertService } from "../../experts/expert-service.ts";
import { unixSeconds } from "../../kernel/clock.ts";
import { oldestFirst } from "../../kernel/stores/page.ts";
import { type Route, routesOf } from "../route.ts";
import { findModel } from "./request-answering.ts";
import { type Model, ModelList, ModelObject } from "./shared-schemas.ts";

const route = routesOf("OpenAI");

const listModels = route("GET /v1/models", "listModels", {
  summary: "List experts as models",
  description: "What chat clients offer to choose from.",
  scope: "any",
  answers: { 200: { says: "Every expert that the key can reach.", schema: ModelList } },
  answer: async ({ access }, { experts }) => ({
    object: "list",
    data: (await everyExpert(experts, access)).map(modelOf),
  }),
});

const getModel = route("GET /v1/models/:model", "getModel", {
  summary: "Get an expert as a model",
  description: "By id, slug or alias; an alias may have slashes.",
  scope: "any",
  errors: ["model_not_found"],
  answers: { 200: { says: "The model.", schema: ModelObject } },
  answer: async ({ access, params }, { experts }) => modelOf(await findModel(experts, access, params.model)),
});

/** An alias may contain slashes (`openai/gpt-4o`), which some clients do not escape. */
const getModelBySlashes: Route = {
  method: "GET",
  path: "/v1/models/*",
  options: () => ({ scope: "any", detail: { hide: true } }),
  answer: async ({ access, params }, { experts }) =>
    modelOf(await findModel(experts, access, nameIn(params["*"] ?? ""))),
};

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

export const modelsRoutes = [listModels, getModel, getModelBySlashes];
