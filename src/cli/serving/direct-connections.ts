/**
 * Proxies that the environment names are not used: the runtime would send them whatever goes to a model server, even one
 * on this machine, with the key and the passages, and would have them fetch what the guard of addresses refuses. Where
 * connections go is said by Docent's own settings and by nothing else.
 */
export function ignoreProxies(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (/^(?:https?|all)_proxy$/i.test(name)) delete env[name];
  }
}
