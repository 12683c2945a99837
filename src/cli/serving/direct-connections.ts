/**
 * Only Docent's settings decide where connections go: the runtime would send proxies of the environment model requests
 * with key and passages, and let them fetch addresses that the address guard refuses.
 */
export function ignoreProxies(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (/^(?:https?|all)_proxy$/i.test(name)) delete env[name];
  }
}
