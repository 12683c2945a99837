/**
 * Proxies from the environment are not used: the runtime would send them all requests to a model server, even on this
 * machine, with the key and the passages, and would let them fetch addresses that the address guard refuses. Only Docent's
 * own settings decide where connections go.
 */
export function ignoreProxies(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (/^(?:https?|all)_proxy$/i.test(name)) delete env[name];
  }
}
