/** The web pages that may speak to the tool server; the protocol asks for the check (DNS rebinding). */
import { Fault } from "../../kernel/fault.ts";
import { loopbackNames } from "./host-names.ts";

export interface OriginRules {
  readonly corsOrigins: () => readonly string[];
  readonly publicUrl: string | null;
  readonly hostNames: ReadonlySet<string> | "any";
}

/** Programs send no `Origin`. @throws Fault `origin_not_allowed` */
export function refuseForeignOrigin({ headers }: Request, rules: OriginRules): void {
  const origin = headers.get("origin");
  if (origin === null || rules.corsOrigins().includes(origin)) return;
  const url = URL.parse(origin);
  if (url !== null && isOwn(url, rules)) return;
  throw new Fault("origin_not_allowed", "Pages of this origin may not use the tool server.", {
    param: "Origin",
    hint: "The operator can add the origin to DOCENT_CORS_ORIGINS.",
  });
}

function isOwn(url: URL, { publicUrl, hostNames }: OriginRules): boolean {
  if (publicUrl !== null && url.origin === new URL(publicUrl).origin) return true;
  // Where any name leads here, only loopback names are surely our own.
  return hostNames === "any" ? loopbackNames.includes(url.hostname) : hostNames.has(url.hostname);
}
