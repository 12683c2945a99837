import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";

/** Refuses a path whose escapes are not UTF-8, for which the router would hand out parameters that are null. */
export function readableAddresses() {
  return new Elysia({ name: "readable-addresses" }).onRequest(({ request }) => {
    if (!request.url.includes("%")) return;
    try {
      decodeURIComponent(new URL(request.url).pathname);
    } catch (cause) {
      throw new Fault("invalid_parameter", "The address has percent-escapes that are not valid UTF-8.", { cause });
    }
  });
}
