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

/** The request as the server knows it, which is asked for its address and its time. */
export function asSent(request: Request & { readonly sent?: Request }): Request {
  return request.sent ?? request;
}

/** Slashes that stand together in a path count as one: the request is handled as if they did. */
export function singleSlashes(handle: (request: Request) => Response | Promise<Response>) {
  return new Elysia({ name: "single-slashes" }).onRequest(({ request }) => {
    const { url } = request;
    const path = url.indexOf("/", url.indexOf("//") + 2);
    const doubled = path === -1 ? -1 : url.indexOf("//", path);
    const query = url.indexOf("?");
    if (doubled === -1 || (query !== -1 && doubled > query)) return;
    const end = query === -1 ? url.length : query;
    const single = url.slice(path, end).replaceAll(/\/{2,}/g, "/");
    const meant = new Request(url.slice(0, path) + single + url.slice(end), request);
    return handle(Object.assign(meant, { sent: request }));
  });
}

function tooLong(length: number): Fault {
  return new Fault("address_too_long", `The address has ${length} characters; at most ${longest} are allowed.`, {
    hint: "Send long values in the body.",
  });
}
