/** Folders and sites that keep sources, and a person's decision about what they want to delete. */
import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  heldView,
  KeeperList,
  KeeperObject,
  keeperView,
  ReleasedSources,
  ReleaseObject,
} from "../../api/keeper-schemas.ts";
import { wholeListView } from "../../api/native-views.ts";
import { checked } from "../../api/validation.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { isId } from "../../kernel/ids.ts";
import { folderMarkPattern, isFolderMark } from "../../kernel/keepers.ts";
import { readBody } from "../body/request-body.ts";
import { operationsOf } from "../description/operation.ts";
import type { RouteParts } from "../route-parts.ts";
import { reading } from "./source-content-routes.ts";

const operation = operationsOf("Sources");

const releasedSources = checked(ReleasedSources);

export function keepersRoutes({ auth, experts, keeping }: RouteParts) {
  return new Elysia({ name: "keepers-routes", prefix: "/v1/experts/:id/keepers" })
    .use(auth)
    .get(
      "",
      async ({ access, params }): Promise<Static<typeof KeeperList>> => {
        const all = await keeping.list(await experts.find(access, params.id));
        return wholeListView(all.map(keeperView));
      },
      listKeepers(),
    )
    .post(
      "/:keeper/confirm",
      async ({ access, params }) =>
        keeperView(await keeping.confirm(await experts.find(access, params.id), params.keeper)),
      confirmHeld(),
    )
    .post(
      "/:keeper/dismiss",
      async ({ access, params }) =>
        keeperView(await keeping.dismiss(await experts.find(access, params.id), params.keeper)),
      dismissHeld(),
    )
    .post(
      "/:keeper/release",
      async ({ access, params: { id, keeper }, request }): Promise<Static<typeof ReleaseObject>> => {
        const expert = await experts.find(access, id);
        const { sources, alike } = await readBody(request, releasedSources);
        if (!isFolderMark(keeper)) throw invalidParameter("keeper", `"${keeper}" is not the mark of a folder.`);
        if (sources === undefined && alike === undefined) {
          throw new Fault("missing_required_parameter", `"sources" is missing.`, { param: "sources" });
        }
        const waits = alike && (await keeping.replace(expert, keeper, idsIn(alike)));
        const { released, held } =
          sources === undefined ? { released: 0, held: null } : await keeping.release(expert, keeper, idsIn(sources));
        return { object: "release", released, held: heldView(held ?? waits ?? null) };
      },
      releaseSources(),
    );
}

const idsIn = (given: readonly string[]) => given.filter((each) => isId("source", each));

const listKeepers = operation("listKeepers", {
  summary: "List the folders and sites that keep sources",
  description: "With what each wants to delete or replace, if that is so much that a person has to confirm it.",
  scope: reading,
  answers: { 200: { says: "All of them, by name.", schema: KeeperList } },
  errors: ["expert_not_found"],
});

const confirmHeld = operation("confirmHeldChange", {
  summary: "Confirm a mass change",
  description:
    "What is held is done at the next look of the folder or the next crawl of the site, which begins at once, if there is still cause to.",
  scope: "manage",
  answers: { 200: { says: "The folder or site.", schema: KeeperObject } },
  errors: ["expert_not_found", "nothing_held", "storage_full"],
});

const dismissHeld = operation("dismissHeldChange", {
  summary: "Dismiss a mass change",
  description:
    "The sources stay. Those that would have been deleted are no longer kept by the folder or the site, but by the API.",
  scope: "manage",
  answers: { 200: { says: "The folder or site.", schema: KeeperObject } },
  errors: ["expert_not_found", "nothing_held", "storage_full"],
});

const releaseSources = operation("releaseSources", {
  path: { keeper: Type.String({ pattern: folderMarkPattern }) },
  summary: "Let a folder go of sources",
  description:
    "For programs that keep an expert in step with a folder. Sources that nobody else keeps are deleted; if they are too many for a day, nothing is done and `held` says so. The same holds for files that have all become alike.",
  scope: "ingest",
  body: { "application/json": ReleasedSources },
  answers: { 200: { says: "What was done.", schema: ReleaseObject } },
  errors: ["expert_not_found", "storage_full"],
});
