/** Addresses of originals that work without a key for some minutes, for a browser's own viewer. */
import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { instant } from "../../api/schema-parts.ts";
import type { ExpertService } from "../../experts/expert-service.ts";
import { timestamp } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import type { FileLinks } from "../../sources/file-links.ts";
import type { Source } from "../../sources/source.ts";
import type { SourceService } from "../../sources/source-service.ts";
import { operation } from "../description/operation.ts";
import type { authentication } from "../edge/authentication.ts";
import { fileHeaders, notFound, reading } from "./source-content-routes.ts";

const tag = "Sources";

const FileLinkObject = Type.Object(
  {
    object: Type.Literal("file_link"),
    path: Type.String({ description: "On this service. Whoever has it can read the file until it expires." }),
    expires_at: instant,
  },
  { $id: "FileLink" },
);

interface FileLinkParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly fileLinks: FileLinks;
}

export function fileLinkRoutes({ auth, experts, sources, fileLinks }: FileLinkParts) {
  return new Elysia({ name: "file-link-routes" })
    .use(auth)
    .post(
      "/v1/experts/:id/sources/:sid/link",
      async ({ access, params, set }): Promise<Static<typeof FileLinkObject>> => {
        const source = await sources.find(await experts.find(access, params.id), params.sid);
        const { workspaceId } = access;
        const { ticket, expiresAt } = await fileLinks.issue({
          workspaceId,
          expertId: source.expertId,
          sourceId: source.id,
        });
        set.headers["cache-control"] = "no-store";
        return { object: "file_link", path: `/files/${ticket}`, expires_at: timestamp(expiresAt) };
      },
      { parse: "none", scope: reading, detail: createFileLink },
    )
    .get(
      "/files/:ticket",
      async ({ params }) => {
        const file = await fileLinks.find(params.ticket);
        if (file === null) throw expired();
        const reach = { workspaceId: file.workspaceId, expertIds: null };
        const source = await sources.find(await experts.find(reach, file.expertId), file.sourceId);
        return new Response(await sources.original(source), { headers: headersFor(source) });
      },
      { detail: openFileLink },
    );
}

/** A PDF is shown in place: Chromium's viewer needs these styles and this object, and no sandbox. Else a download. */
function headersFor({ mimeType, filename }: Source): Record<string, string> {
  const download = fileHeaders(filename);
  if (mimeType !== "application/pdf") return { ...download, "cache-control": "no-store" };
  return {
    ...download,
    "content-type": "application/pdf",
    "content-disposition": (download["content-disposition"] ?? "").replace(/^attachment/, "inline"),
    "content-security-policy":
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    "cache-control": "no-store",
  };
}

function expired(): Fault {
  return new Fault("source_not_found", "This link to a file does not exist any more.", { hint: "Ask for a new one." });
}

const createFileLink = operation({
  id: "createFileLink",
  tag,
  summary: "Get an address of the original that works without a key",
  scope: reading,
  description: "For five minutes at most. A browser's own PDF viewer can open it; it sends no key.",
  answers: { 200: { says: "The address.", schema: FileLinkObject } },
  errors: notFound,
});

const openFileLink = operation({
  id: "openFileLink",
  tag,
  summary: "Get the original that a link leads to",
  description: "The ticket in the path takes the place of a key.",
  scope: null,
  answers: {
    200: {
      says: "The bytes: a PDF as such, all else as a download.",
      media: ["application/pdf", "application/octet-stream"],
    },
  },
  errors: [...notFound, "original_not_found"],
});
