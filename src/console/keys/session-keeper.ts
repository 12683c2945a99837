/** Holds the session: a token in this origin's storage, which counts only with a cookie that scripts cannot read. */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { KeyScope, SessionObject } from "../../api/shapes.ts";
import type { ApiClient } from "../app/api-client.ts";
import { type ApiProblem, asProblem } from "../app/api-problem.ts";
import { keep, onKeptChange, readKept } from "../app/kept.ts";

export type SessionStanding =
  | { readonly state: "unknown" }
  /** `hasEnded`: the session expired or its key was revoked; the user did not sign out. */
  | { readonly state: "out"; readonly hasEnded: boolean }
  | { readonly state: "in"; readonly session: SessionObject };

type SignInProof = { readonly key: string } | { readonly code: string };
export type SessionKeeper = ReturnType<typeof createSessionKeeper>;

/** Names in the browser's storage: the token, and a mark that remains after a session expires. */
const [stored, ended] = ["session", "session.ended"];

export function createSessionKeeper(api: ApiClient) {
  const session: HeldSession = {
    api,
    standing: signal<SessionStanding>({ state: "unknown" }),
    problem: signal<ApiProblem | null>(null),
    own: { token: readKept(stored), isKept: true },
  };
  const { standing, problem, own } = session;
  /** Uses a sign-in code from the address, or the session stored in this browser. Never rejects. */
  const begin = () => beginSession(session);
  listenToOthers(() => own.token, begin);
  return {
    standing: standing as ReadonlySignal<SessionStanding>,
    problem: problem as ReadonlySignal<ApiProblem | null>,
    token: () => own.token,
    begin,
    signIn: (proof: SignInProof) => signIn(session, proof),
    signOut: () => {
      const last = { method: "DELETE", headers: api.authorization(), keepalive: true };
      leave(session, false);
      api.raw("/session", last).catch(() => {});
    },
    /** Ends the session with this token. A late reply to an earlier session has no effect. */
    refused: (token: string) => {
      if (token !== own.token) return;
      // Another tab may have signed out or in since.
      if (own.isKept && readKept(stored) !== token) location.reload();
      else leave(session, true);
    },
    may: (scope: KeyScope) => {
      const now = standing.value;
      return now.state === "in" && (now.session.scopes.includes("admin") || now.session.scopes.includes(scope));
    },
  };
}

interface HeldSession {
  readonly api: ApiClient;
  readonly standing: Signal<SessionStanding>;
  readonly problem: Signal<ApiProblem | null>;
  /** Without storage, the session lasts as long as the page. */
  readonly own: { token: string | null; isKept: boolean };
}

function leave({ standing, own }: HeldSession, hasEnded: boolean): void {
  own.token = null;
  // Write the mark first: other tabs read it as soon as the token is gone.
  keep(ended, hasEnded ? "yes" : null);
  keep(stored, null);
  standing.value = { state: "out", hasEnded };
}

function staySignedOut({ standing }: HeldSession): void {
  standing.value = { state: "out", hasEnded: readKept(ended) !== null };
}

async function signIn(session: HeldSession, proof: SignInProof): Promise<void> {
  const { api, standing, problem, own } = session;
  try {
    const { token, ...opened } = await api.request("POST", "/session", { body: proof });
    [own.token, own.isKept] = [token, keep(stored, token)];
    keep(ended, null);
    [problem.value, standing.value] = [null, { state: "in", session: opened }];
  } catch (cause) {
    problem.value = asProblem(cause);
    if (standing.value.state === "unknown" && own.token === null) staySignedOut(session);
  }
}

async function resume({ api, standing, problem, own }: HeldSession, token: string): Promise<void> {
  try {
    const session = await api.request("GET", "/v1/session", {});
    if (own.token === token) standing.value = { state: "in", session };
  } catch (cause) {
    const failure = asProblem(cause);
    if (own.token === token && !failure.isSignedOut) problem.value = failure;
  }
}

async function beginSession(session: HeldSession): Promise<void> {
  session.problem.value = null;
  const code = takeCode();
  if (code !== null) await signIn(session, { code });
  if (session.standing.value.state === "in") return;
  if (session.own.token === null) staySignedOut(session);
  else await resume(session, session.own.token);
}

/** Follows sign-ins and sign-outs of other tabs, and sign-in codes opened in this one. */
function listenToOthers(token: () => string | null, begin: () => Promise<void>): void {
  onKeptChange(stored, (value) => {
    if (value !== token()) location.reload();
  });
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#code=")) void begin();
  });
}

function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) history.replaceState(null, "", location.pathname + location.search);
  return code;
}
