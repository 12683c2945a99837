/** Folders and sites that keep sources, and a person's decision about what they want to delete. */
import { type Static, Type } from "@sinclair/typebox";
import {
  heldView,
  KeeperList,
  KeeperObject,
  keeperView,
  ReleasedSources,
  ReleaseObject,
} from "../../api/keeper-schemas.ts";
import { wholeListView } from "../../api/native-views.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { isId } from "../../kernel/ids.ts";
import { folderMarkPattern, isFolderMark } from "../../kernel/keepers.ts";
import { routesOf } from "../route.ts";
import { reading } from "./source-content-routes.ts";

const route = routesOf("Sources");

const idsIn = (given: readonly string[]) => given.filter((each) => isId("source", each));

const listKeepers = route("GET /v1/experts/:id/keepers", "listKeepers", {
  summary: "List the folders and sites that keep sources",
  description: "With what each wants to delete or replace, if that is so much that a person has to confirm it.",
  scope: reading,
  answers: { 200: { says: "All of them, by name.", schema: KeeperList } },
  errors: ["expert_not_found"],
  answer: async ({ findExpert }, { keeping }) =>
    wholeListView((await keeping.list(await findExpert())).map(keeperView)),
});

const confirmHeld = route("POST /v1/experts/:id/keepers/:keeper/confirm", "confirmHeldChange", {
  summary: "Confirm a mass change",
  description:
    "What is held is done at the next look of the folder or the next crawl of the site, which begins at once, if there is still cause to.",
  scope: "manage",
  answers: { 200: { says: "The folder or site.", schema: KeeperObject } },
  errors: ["expert_not_found", "nothing_held", "storage_full"],
  answer: async ({ params, findExpert }, { keeping }) =>
    keeperView(await keeping.confirm(await findExpert(), params.keeper)),
});

const dismissHeld = route("POST /v1/experts/:id/keepers/:keeper/dismiss", "dismissHeldChange", {
  summary: "Dismiss a mass change",
  description:
    "The sources stay. Those that would have been deleted are no longer kept by the folder or the site, but by the API.",
  scope: "manage",
  answers: { 200: { says: "The folder or site.", schema: KeeperObject } },
  errors: ["expert_not_found", "nothing_held", "storage_full"],
  answer: async ({ params, findExpert }, { keeping }) =>
    keeperView(await keeping.dismiss(await findExpert(), params.keeper)),
});

const releaseSources = route("POST /v1/experts/:id/keepers/:keeper/release", "releaseSources", {
  path: { keeper: Type.String({ pattern: folderMarkPattern }) },
  summary: "Let a folder go of sources",
  description:
    "For programs that keep an expert in step with a folder. Sources that nobody else keeps are deleted; if they are too many for a day, nothing is done and `held` says so. The same holds for files that have all become alike.",
  scope: "ingest",
  body: { "application/json": ReleasedSources },
  answers: { 200: { says: "What was done.", schema: ReleaseObject } },
  errors: ["expert_not_found", "storage_full"],
  answer: async ({ params: { keeper }, readBody, findExpert }, { keeping }): Promise<Static<typeof ReleaseObject>> => {
    const expert = await findExpert();
    const { sources, alike } = await readBody();
    if (!isFolderMark(keeper)) throw invalidParameter("keeper", `"${keeper}" is not the mark of a folder.`);
    if (sources === undefined && alike === undefined) {
      throw new Fault("missing_required_parameter", `"sources" is missing.`, { param: "sources" });
    }
    const waits = alike && (await keeping.replace(expert, keeper, idsIn(alike)));
    const { released, held } =
      sources === undefined ? { released: 0, held: null } : await keeping.release(expert, keeper, idsIn(sources));
    return { object: "release", released, held: heldView(held ?? waits ?? null) };
  },
});

export const keepersRoutes = [listKeepers, confirmHeld, dismissHeld, releaseSources];
