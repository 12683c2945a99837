/**
 * Which pages of browsers may speak to the tool server. Its specification asks for the check: a page of any site can
 * have its name point at this machine (DNS rebinding), and its browser still says in `Origin` whose page it is.
 */
import { Fault } from "../../kernel/fault.ts";
import { loopbackNames } from "./host-names.ts";

export interface OriginRules {
  /** Read again for every request. */
  readonly corsOrigins: () => readonly string[];
  readonly publicUrl: string | null;
  /** The names that the service may be addressed by. */
  readonly hostNames: ReadonlySet<string> | "any";
}

/**
 * Programs that are no browser send no `Origin`.
 * @throws Fault `origin_not_allowed`
 */
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
  // Where any name leads here, only the machine's own names are known to be no stranger's.
  return hostNames === "any" ? loopbackNames.includes(url.hostname) : hostNames.has(url.hostname);
}
