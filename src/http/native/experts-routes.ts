import type { Static } from "@sinclair/typebox";
import {
  DeletedExpert,
  ExpertList,
  ExpertListQuery,
  ExpertObject,
  ExpertPatch,
  NewExpert,
} from "../../api/expert-schemas.ts";
import { awaitedListView, deletedView, expertView, pageRequestFrom, settingsFrom } from "../../api/native-views.ts";
import { checkMetadata, type Expert, noContents } from "../../experts/expert.ts";
import { addedExpert, type ExpertDraft, type ExpertService } from "../../experts/expert-service.ts";
import type { ExpertAddition } from "../../experts/ports.ts";
import { whenKnown } from "../../kernel/awaitable.ts";
import type { Access } from "../../keys/key.ts";
import type { RepeatableReply } from "../edge/idempotency.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Experts");

function viewOf(experts: ExpertService, expert: Expert) {
  return whenKnown(experts.contents(expert), (contents) => expertView(expert, contents));
}

function expertAddition(experts: ExpertService, access: Access, body: Static<typeof NewExpert>) {
  const draft = draftFrom(body);
  return {
    fingerprinted: body,
    begin: () => ({ write: experts.addition(access, draft) }),
    reply: (addition: ExpertAddition) => {
      const expert = addedExpert(addition, draft);
      return created(expert, expertView(expert, noContents));
    },
    settled: async (addition: ExpertAddition) => {
      const expert = addedExpert(addition, draft);
      return created(expert, await viewOf(experts, expert));
    },
  };
}

function created({ id }: Expert, body: unknown): RepeatableReply {
  return { status: 201, location: `/v1/experts/${id}`, body };
}

function draftFrom<T extends Static<typeof ExpertPatch>>(
  given: T,
): Omit<T, "settings"> & Pick<ExpertDraft, "settings"> {
  const { settings, ...fields } = given;
  if (fields.metadata !== undefined) checkMetadata(fields.metadata);
  return { ...fields, settings: settings === undefined ? undefined : settingsFrom(settings) };
}

const listExperts = route("GET /v1/experts", "listExperts", {
  summary: "List experts",
  description: "Only the experts that the key can reach, by creation; `q` narrows the list.",
  scope: "any",
  query: ExpertListQuery,
  answers: { 200: { says: "A page of experts.", schema: ExpertList } },
  answer: async ({ access, readQuery }, { experts }) => {
    const query = readQuery();
    return awaitedListView(await experts.list(access, pageRequestFrom(query), query.q), (expert) =>
      viewOf(experts, expert),
    );
  },
});

const createExpert = route("POST /v1/experts", "createExpert", {
  summary: "Make an expert",
  description: "Without a slug the expert gets one made from its name. A slug or alias that is taken is refused.",
  scope: "manage",
  repeatable: true,
  errors: ["slug_taken", "storage_full"],
  body: { "application/json": NewExpert },
  answers: { 201: { says: "The expert; `Location` has its address.", schema: ExpertObject } },
  answer: ({ access, readBody, repeatable }, { experts, replies }) =>
    replies.answer(repeatable(), async () => expertAddition(experts, access, await readBody())),
});

const getExpert = route("GET /v1/experts/:id", "getExpert", {
  summary: "Get an expert",
  description: "By id, slug or alias.",
  scope: "any",
  errors: ["expert_not_found"],
  answers: { 200: { says: "The expert.", schema: ExpertObject } },
  answer: ({ findExpert }, { experts }) => whenKnown(findExpert(), (expert) => viewOf(experts, expert)),
});

const updateExpert = route("PATCH /v1/experts/:id", "updateExpert", {
  summary: "Change an expert",
  scope: "manage",
  description:
    "Fields that are not given keep their value. `settings` are merged; `aliases` and `metadata` are replaced as a whole.",
  body: { "application/json": ExpertPatch },
  answers: { 200: { says: "The expert as it is now.", schema: ExpertObject } },
  errors: ["expert_not_found", "slug_taken", "storage_full"],
  answer: async ({ access, params, readBody }, { experts }) =>
    viewOf(experts, await experts.update(access, params.id, draftFrom(await readBody()))),
});

const deleteExpert = route("DELETE /v1/experts/:id", "deleteExpert", {
  summary: "Delete an expert with all its sources",
  description: "Its sources, their texts and files, and its memory are deleted with it.",
  scope: "manage",
  answers: { 200: { says: "It is gone.", schema: DeletedExpert } },
  errors: ["expert_not_found", "storage_full"],
  answer: async ({ access, params }, { experts }) =>
    deletedView("expert", (await experts.remove(access, params.id)).id),
});

export const expertsRoutes = [listExperts, createExpert, getExpert, updateExpert, deleteExpert];
