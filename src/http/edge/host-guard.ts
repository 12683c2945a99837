/**
 * Answers only requests for this service's names: any site can point its name to 127.0.0.1 (DNS rebinding). A missing,
 * repeated or invalid `Host` is refused (RFC 9112, section 3.2).
 */
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";

export function hostGuard(names: ReadonlySet<string> | "any") {
  // Nearly all requests have the same one.
  let accepted: string | null = null;
  return new Elysia({ name: "host-guard" }).onRequest(({ request }) => {
    const given = request.headers.get("host");
    if (given !== null && given === accepted) return;
    const name = nameIn(request.url, given);
    if (names !== "any" && !names.has(name)) throw notOurs(name);
    accepted = given;
  });
}

/** @param url absolute only if the header is a host with an optional port */
function nameIn(url: string, given: string | null): string {
  const host = given?.includes(",") === true ? null : URL.parse(url)?.hostname;
  if (host) return host.replace(/\.$/, "");
  throw new Fault("invalid_parameter", 'The request needs one header "Host", with a host name and perhaps a port.', {
    param: "Host",
  });
}

function notOurs(name: string): Fault {
  return new Fault("host_not_allowed", `This service does not answer to the name "${name}".`, {
    param: "Host",
    hint: "Use localhost, or ask the operator to add the name to DOCENT_ALLOWED_HOSTS.",
  });
}
