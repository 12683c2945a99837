/** Reads a process's network calls from strace's output: which calls could reach another host, and which host. */

/** An attempt to reach an address, or to be reached at one. */
export interface Attempt {
  /** `connect`, `bind`, `sendto`, `sendmsg`, `sendmmsg` or `io_uring_setup`, which would hide the others. */
  readonly call: string;
  /** `127.0.0.1:80`, `[::1]:80`, a path of this machine's own, or what was written where an address stands. */
  readonly address: string;
}

const calls = /^(?:\d+\s+)?(connect|bind|sendto|sendmsg|sendmmsg|io_uring_setup)\((.*)$/;

/** Every line with an address, including failed and interrupted calls. Replies on open connections have no address. */
export function attemptsIn(trace: string): readonly Attempt[] {
  return trace.split("\n").flatMap((line) => {
    const [, call, rest] = calls.exec(line) ?? [];
    if (call === undefined || rest === undefined) return [];
    if (call === "io_uring_setup") return [{ call, address: "unknown" }];
    const address = addressIn(rest);
    return address === null ? [] : [{ call, address }];
  });
}

function addressIn(text: string): string | null {
  const port = /sin6?_port=htons\((\d+)\)/.exec(text)?.[1];
  const four = /inet_addr\("([^"]+)"\)/.exec(text)?.[1];
  if (four !== undefined) return `${four}:${port}`;
  const six = /inet_pton\(AF_INET6, "([^"]+)"/.exec(text)?.[1];
  if (six !== undefined) return `[${six}]:${port}`;
  const own = /sun_path=@?"([^"]*)"/.exec(text)?.[1];
  if (own !== undefined) return own;
  return /sa_family=(\w+)/.exec(text)?.[1] ?? null;
}

/** `connect 127.0.0.1:80` and how often, in the order of the alphabet. */
export function countedAttempts(attempts: readonly Attempt[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { call, address } of attempts) {
    const name = `${call} ${address}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
