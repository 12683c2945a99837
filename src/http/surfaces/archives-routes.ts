/** One expert as a file, out and in again. Large ones too: a process of its own does the work, beside the service. */
import { Elysia } from "elysia";
import { ExpertObject } from "../../api/expert-schemas.ts";
import { expertView } from "../../api/native-views.ts";
import { DocumentBytes } from "../../api/source-schemas.ts";
import { operation } from "../description/operation.ts";
import { fileReply } from "../native/source-content-routes.ts";
import { type Operators, operatorOperation, requireOperator } from "../native/system-routes.ts";
import type { RouteParts } from "../route-parts.ts";

/** Both run `docent export` and `docent import`, and reject with what those say. */
export interface ExpertArchives {
  /** @returns the file, which must be read or returned */
  write(expert: { readonly id: string; readonly workspaceId: string }): Promise<AsyncGenerator<Uint8Array>>;
  /** @returns the id of the new expert, in the default workspace */
  read(file: ReadableStream<Uint8Array> | null): Promise<string>;
}

export function archivesRoutes(
  { auth, experts }: RouteParts,
  { archives, ...operators }: Operators & { readonly archives: ExpertArchives },
) {
  return new Elysia({ name: "archives-routes", prefix: "/v1/experts" })
    .use(auth)
    .get(
      "/:id/export",
      async ({ access, params }) => {
        const expert = await experts.find(access, params.id);
        return fileReply(await archives.write(expert), `${expert.slug}.tar`);
      },
      exportExpert(),
    )
    .post(
      "/import",
      async ({ access, request, set }) => {
        await requireOperator(access, operators);
        const expert = await experts.find(access, await archives.read(request.body));
        set.status = 201;
        set.headers.location = `/v1/experts/${expert.id}`;
        return expertView(expert, await experts.contents(expert));
      },
      importExpert(),
    );
}

const exportExpert = operation("exportExpert", {
  tag: "Experts",
  summary: "Export an expert",
  description:
    "One file with its settings, its sources with all versions, their texts, original files, passages and vectors.",
  scope: "manage",
  answers: { 200: { says: "The file.", media: ["application/octet-stream"] } },
  errors: ["expert_not_found", "not_ready"],
});

const importExpert = operatorOperation("importExpert", {
  summary: "Import an expert",
  description: "Takes in a file that `exportExpert` or `docent export` wrote, whole or not at all.",
  body: { "application/octet-stream": DocumentBytes },
  answers: { 201: { says: "The expert.", schema: ExpertObject } },
  errors: ["expert_not_found", "storage_full"],
});
