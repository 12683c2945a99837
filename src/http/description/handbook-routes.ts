import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { namedObject } from "../../api/schema-parts.ts";
import { Fault } from "../../kernel/fault.ts";
import type { authentication } from "../edge/authentication.ts";
import { type HandbookText, titleOf } from "./handbook-text.ts";
import { operationsOf } from "./operation.ts";

const operation = operationsOf("System");

const HandbookObject = namedObject("Handbook", {
  object: Type.Literal("handbook"),
  pages: Type.Array(namedObject("HandbookPage", { name: Type.String(), title: Type.String() }), {
    description: "In reading order.",
  }),
});

export function handbookRoutes(auth: ReturnType<typeof authentication>, pages: readonly HandbookText[]) {
  return new Elysia({ name: "handbook-routes", prefix: "/v1/handbook" })
    .use(auth)
    .get(
      "",
      (): Static<typeof HandbookObject> => ({
        object: "handbook",
        pages: pages.map(({ name, text }) => ({ name, title: titleOf(text) })),
      }),
      getHandbook(),
    )
    .get(
      "/:page",
      ({ params, set }) => {
        const found = pages.find(({ name }) => name === params.page);
        if (found === undefined) throw noSuchPage(params.page);
        set.headers["content-type"] = "text/markdown; charset=utf-8";
        return found.text;
      },
      getHandbookPage(),
    );
}

function noSuchPage(name: string): Fault {
  return new Fault("route_not_found", `The handbook has no page "${name}".`, {
    hint: "GET /v1/handbook lists its pages.",
  });
}

const getHandbook = operation("getHandbook", {
  summary: "List the pages of the handbook",
  description: "The handbook of this version of the service, in its order.",
  scope: "any",
  answers: { 200: { says: "Its pages.", schema: HandbookObject } },
});

const getHandbookPage = operation("getHandbookPage", {
  summary: "Get a page of the handbook",
  description: "By the name that the list gives.",
  scope: "any",
  answers: { 200: { says: "The page as Markdown.", media: ["text/markdown"] } },
  errors: ["route_not_found"],
});
