import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";

/** The runtime itself refuses request heads of more than 64 KB. */
const longest = 16_384;

/** Also refuses a path whose escapes are not UTF-8: the router would give null parameters. */
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
