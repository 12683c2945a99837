/**
 * Proxies in the environment are ignored: the runtime would send them model requests with key and passages, and let
 * them fetch addresses that the address guard refuses. Only Docent's settings decide where connections go.
 */
export function ignoreProxies(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (/^(?:https?|all)_proxy$/i.test(name)) delete env[name];
  }
}
