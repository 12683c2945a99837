import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  DeletedExpert,
  ExpertList,
  ExpertListQuery,
  ExpertObject,
  ExpertPatch,
  NewExpert,
} from "../../api/expert-schemas.ts";
import { awaitedListView, deletedView, expertView, pageRequestFrom, settingsFrom } from "../../api/native-views.ts";
import { checked } from "../../api/validation.ts";
import { checkMetadata, type Expert, noContents } from "../../experts/expert.ts";
import { addedExpert, type ExpertDraft, type ExpertService } from "../../experts/expert-service.ts";
import type { ExpertAddition } from "../../experts/ports.ts";
import { whenKnown } from "../../kernel/awaitable.ts";
import type { Access } from "../../keys/key.ts";
import { readBody, readQuery } from "../body/request-body.ts";
import { operationsOf } from "../description/operation.ts";
import type { RepeatableReply } from "../edge/idempotency.ts";
import type { RouteParts } from "../route-parts.ts";

const operation = operationsOf("Experts");
const newExpert = checked(NewExpert);
const expertPatch = checked(ExpertPatch);
const listQuery = checked(ExpertListQuery);

export function expertsRoutes({ auth, experts, replies }: RouteParts) {
  const view = (expert: Expert) => viewOf(experts, expert);
  return new Elysia({ name: "experts-routes", prefix: "/v1/experts" })
    .use(auth)
    .get(
      "",
      async ({ access, request }) => {
        const query = readQuery(request, listQuery);
        return awaitedListView(await experts.list(access, pageRequestFrom(query), query.q), view);
      },
      listExperts(),
    )
    .post(
      "",
      ({ access, request, set }) =>
        replies.answer({ request, access, set, route: "POST /v1/experts" }, async () =>
          expertAddition(experts, access, await readBody(request, newExpert)),
        ),
      createExpert(),
    )
    .get("/:id", ({ access, params }) => whenKnown(experts.find(access, params.id), view), getExpert())
    .patch(
      "/:id",
      async ({ access, params, request }) => {
        const patch = draftFrom(await readBody(request, expertPatch));
        return view(await experts.update(access, params.id, patch));
      },
      updateExpert(),
    )
    .delete(
      "/:id",
      async ({ access, params }) => deletedView("expert", (await experts.remove(access, params.id)).id),
      deleteExpert(),
    );
}

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

const listExperts = operation("listExperts", {
  summary: "List experts",
  description: "Only the experts that the key can reach, by creation; `q` narrows the list.",
  scope: "any",
  query: ExpertListQuery,
  answers: { 200: { says: "A page of experts.", schema: ExpertList } },
});

const createExpert = operation("createExpert", {
  summary: "Make an expert",
  description: "Without a slug the expert gets one made from its name. A slug or alias that is taken is refused.",
  scope: "manage",
  repeatable: true,
  errors: ["slug_taken", "storage_full"],
  body: { "application/json": NewExpert },
  answers: { 201: { says: "The expert; `Location` has its address.", schema: ExpertObject } },
});

const getExpert = operation("getExpert", {
  summary: "Get an expert",
  description: "By id, slug or alias.",
  scope: "any",
  errors: ["expert_not_found"],
  answers: { 200: { says: "The expert.", schema: ExpertObject } },
});

const updateExpert = operation("updateExpert", {
  summary: "Change an expert",
  scope: "manage",
  description:
    "Fields that are not given keep their value. `settings` are merged; `aliases` and `metadata` are replaced as a whole.",
  body: { "application/json": ExpertPatch },
  answers: { 200: { says: "The expert as it is now.", schema: ExpertObject } },
  errors: ["expert_not_found", "slug_taken", "storage_full"],
});

const deleteExpert = operation("deleteExpert", {
  summary: "Delete an expert with all its sources",
  description: "Its sources, their texts and files, and its memory are deleted with it.",
  scope: "manage",
  answers: { 200: { says: "It is gone.", schema: DeletedExpert } },
  errors: ["expert_not_found", "storage_full"],
});
