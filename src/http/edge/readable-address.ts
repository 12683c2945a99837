import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";

/** Characters of an address. The runtime itself cuts off at 64 KB for the whole head of a request, without an envelope. */
const longest = 16_384;

/**
 * Refuses an address that is too long, and a path whose escapes are not UTF-8, for which the router would hand out
 * parameters that are null.
 */
export function readableAddresses() {
  return new Elysia({ name: "readable-addresses" }).onRequest(({ request: { url } }) => {
    if (url.length > longest) throw tooLong(url.length);
    if (!url.includes("%")) return;
    try {
      decodeURIComponent(new URL(url).pathname);
    } catch (cause) {
      throw new Fault("invalid_parameter", "The address has percent-escapes that are not valid UTF-8.", { cause });
    }
  });
}

function tooLong(length: number): Fault {
  return new Fault("address_too_long", `The address has ${length} characters; at most ${longest} are allowed.`, {
    hint: "Send long values in the body.",
  });
}
