import { Elysia } from "elysia";
import type { IdMint } from "../../kernel/ids.ts";

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIds(ids: IdMint) {
  return new Elysia({ name: "request-ids" }).onRequest(({ request, set }) => {
    const brought = request.headers.get("x-request-id");
    set.headers["x-request-id"] = brought !== null && wellFormed.test(brought) ? brought : ids.mint("request");
  });
}
