import { type Static, Type } from "@sinclair/typebox";
import { namedObject } from "../../api/schema-parts.ts";
import { Fault } from "../../kernel/fault.ts";
import { routesOf } from "../route.ts";
import { titleOf } from "./handbook-text.ts";

const route = routesOf("System");

const HandbookObject = namedObject("Handbook", {
  object: Type.Literal("handbook"),
  pages: Type.Array(namedObject("HandbookPage", { name: Type.String(), title: Type.String() }), {
    description: "In reading order.",
  }),
});

function noSuchPage(name: string): Fault {
  return new Fault("route_not_found", `The handbook has no page "${name}".`, {
    hint: "GET /v1/handbook lists its pages.",
  });
}

const getHandbook = route("GET /v1/handbook", "getHandbook", {
  summary: "List the pages of the handbook",
  description: "The handbook of this version of the service, in its order.",
  scope: "any",
  answers: { 200: { says: "Its pages.", schema: HandbookObject } },
  answer: (_, { handbook }): Static<typeof HandbookObject> => ({
    object: "handbook",
    pages: handbook.map(({ name, text }) => ({ name, title: titleOf(text) })),
  }),
});

const getHandbookPage = route("GET /v1/handbook/:page", "getHandbookPage", {
  summary: "Get a page of the handbook",
  description: "By the name that the list gives.",
  scope: "any",
  answers: { 200: { says: "The page as Markdown.", media: ["text/markdown"] } },
  errors: ["route_not_found"],
  answer: ({ params, set }, { handbook }) => {
    const found = handbook.find(({ name }) => name === params.page);
    if (found === undefined) throw noSuchPage(params.page);
    set.headers["content-type"] = "text/markdown; charset=utf-8";
    return found.text;
  },
});

export const handbookRoutes = [getHandbook, getHandbookPage];
