/** What was read on the pictures of pages, and its correction by hand. */
import { Type } from "@sinclair/typebox";
import {
  Corrections,
  correctionsFrom,
  RecognisedPageObject,
  recognisedPageView,
} from "../../api/contents/scan-views.ts";
import { sourceView } from "../../api/native-views.ts";
import { SourceObject } from "../../api/source-schemas.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import type { Acceptance } from "../../sources/ports/store-ports.ts";
import { acceptedOf } from "../../sources/source-addition.ts";
import { routesOf } from "../route.ts";
import { notFound, reading } from "./source-content-routes.ts";

const route = routesOf("Sources");

function pageNumber(given: string): number {
  const number = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  if (number === null) throw invalidParameter("page", "The number of a page is a whole number from 1.");
  return number;
}

const getPage = route("GET /v1/experts/:id/sources/:sid/pages/:page", "getRecognisedPage", {
  summary: "Get what was read on the picture of a page",
  description: "Lines and words with their places, as text recognition read them or somebody corrected them.",
  scope: reading,
  path: { page: Type.Integer({ minimum: 1, maximum: 999_999_999 }) },
  answers: { 200: { says: "The page, in the newest version.", schema: RecognisedPageObject } },
  errors: [...notFound, "invalid_parameter"],
  answer: async ({ params, findSource }, { sources }) => {
    const source = await findSource();
    return recognisedPageView(source, await sources.page(source, pageNumber(params.page)));
  },
});

const correctPages = route("POST /v1/experts/:id/sources/:sid/corrections", "correctSource", {
  summary: "Correct what was read on pictures",
  scope: "ingest",
  repeatable: true,
  description:
    "Makes a new version with the same bytes and other words. It keeps the corrections when it is read again; other bytes do not. " +
    "Words that stay the same keep their places, others share the room of those that they replace.",
  body: { "application/json": Corrections },
  answers: { 202: { says: "The source, with a new version that waits to be read.", schema: SourceObject } },
  errors: [...notFound, "source_changed", "original_not_found", "quota_exceeded", "queue_full", "storage_full"],
  answer: async ({ access, params, readBody, findExpert, repeatable }, { sources, replies }) => {
    const expert = await findExpert();
    const wanted = { id: params.sid, ...correctionsFrom(await readBody()) };
    return replies.answer<Acceptance>(repeatable(expert), async () => ({
      fingerprinted: wanted,
      begin: () => sources.correction(expert, access.keyId, wanted),
      reply: (acceptance) => {
        const { source } = acceptedOf(acceptance);
        return { status: 202, location: `/v1/experts/${expert.id}/sources/${source.id}`, body: sourceView(source) };
      },
    }));
  },
});

export const scansRoutes = [getPage, correctPages];
