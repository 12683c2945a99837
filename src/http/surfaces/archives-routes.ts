/** One expert as a file, out and in again. Large ones too: a process of its own does the work, beside the service. */
import { ExpertObject } from "../../api/expert-schemas.ts";
import { expertView } from "../../api/native-views.ts";
import { DocumentBytes } from "../../api/source-schemas.ts";
import { fileReply } from "../native/source-content-routes.ts";
import { operatorRoute } from "../native/system-routes.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Experts");
const exportExpert = route("GET /v1/experts/:id/export", "exportExpert", {
  summary: "Export an expert",
  description:
    "One file with its settings, its sources with all versions, their texts, original files, passages and vectors.",
  scope: "manage",
  answers: { 200: { says: "The file.", media: ["application/octet-stream"] } },
  errors: ["expert_not_found", "not_ready"],
  answer: async ({ findExpert }, { system }) => {
    const expert = await findExpert();
    return fileReply(await system.archives.write(expert), `${expert.slug}.tar`);
  },
});

const importExpert = operatorRoute("POST /v1/experts/import", "importExpert", {
  summary: "Import an expert",
  description: "Takes in a file that `exportExpert` or `docent export` wrote, whole or not at all.",
  body: { "application/octet-stream": DocumentBytes },
  answers: { 201: { says: "The expert.", schema: ExpertObject } },
  errors: ["expert_not_found", "storage_full"],
  answer: async ({ access, request, set }, { experts, system }) => {
    const expert = await experts.find(access, await system.archives.read(request.body));
    set.headers.location = `/v1/experts/${expert.id}`;
    return expertView(expert, await experts.contents(expert));
  },
});

export const archivesRoutes = [exportExpert, importExpert];
