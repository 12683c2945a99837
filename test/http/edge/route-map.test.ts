import { expect, test } from "bun:test";
import { routeMap } from "../../../src/http/edge/route-map.ts";

const { methodsAt, pathMeantBy } = routeMap(() => [
  { method: "GET", path: "/v1/experts" },
  { method: "POST", path: "/v1/experts" },
  { method: "POST", path: "/v1/experts/:id/query" },
  { method: "POST", path: "/v1/chat/completions" },
  { method: "GET", path: "/v1/models/*" },
]);

test.each([
  ["/v1/experts", ["GET", "HEAD", "POST", "OPTIONS"]],
  ["/v1/experts/", ["GET", "HEAD", "POST", "OPTIONS"]],
  ["/v1/experts/house/query", ["POST", "OPTIONS"]],
  ["/v1/models/a/b", ["GET", "HEAD", "OPTIONS"]],
  ["/v1/nothing", []],
])("%s answers %j", (path, methods) => {
  expect(methodsAt(path)).toEqual(methods);
});

test.each([
  ["/chat/completions", "/v1/chat/completions"],
  ["/v1/v1/chat/completions", "/v1/chat/completions"],
  ["/api/v1/chat/completions", "/v1/chat/completions"],
  ["/v1/chat/completion", "/v1/chat/completions"],
  ["/v1/expert/house/query", "/v1/experts/{id}/query"],
  ["/v1/experts/house/qeury", "/v1/experts/{id}/query"],
  ["/experts/house/query", "/v1/experts/house/query"],
  ["/v1/experts/house/nothing", null],
  ["/favicon.ico", null],
  ["/", null],
])("%s most likely means %s", (path, meant) => {
  expect(pathMeantBy(path)).toBe(meant);
});
