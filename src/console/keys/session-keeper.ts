/** Holds the session: a token in this origin's storage, which counts only with a cookie that scripts cannot read. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { KeyScope, SessionObject } from "../../api/shapes.ts";
import { type ApiClient, unwrap } from "../api/api-client.ts";
import { type ApiProblem, asProblem } from "../api/api-problem.ts";
import { storagePrefix } from "../app/base-path.ts";
import { keep, readKept } from "../app/kept.ts";

export type SessionStanding =
  | { readonly state: "unknown" }
  /** `hasEnded`: the session expired or its key was revoked; the user did not sign out. */
  | { readonly state: "out"; readonly hasEnded: boolean }
  | { readonly state: "in"; readonly session: SessionObject };

export interface SessionKeeper {
  readonly standing: ReadonlySignal<SessionStanding>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  token(): string | null;
  /** Uses a sign-in code from the address, or the session stored in this browser. Never rejects. */
  begin(): Promise<void>;
  signIn(with_: { readonly key: string } | { readonly code: string }): Promise<void>;
  signOut(): void;
  /** Ends the session with this token. A late reply to an earlier session has no effect. */
  refused(token: string): void;
  may(scope: KeyScope): boolean;
}

/** Names in the browser's storage: the token, and a mark that remains after a session expires. */
const [stored, ended] = ["session", "session.ended"];

export function createSessionKeeper(api: ApiClient): SessionKeeper {
  const standing = signal<SessionStanding>({ state: "unknown" });
  const problem = signal<ApiProblem | null>(null);
  // Without storage, the session lasts as long as the page.
  const own = { token: readKept(stored), isKept: true };
  const leave = (hasEnded: boolean) => {
    own.token = null;
    // Write the mark first: other tabs read it as soon as the token is gone.
    keep(ended, hasEnded ? "yes" : null);
    keep(stored, null);
    standing.value = { state: "out", hasEnded };
  };
  const staySignedOut = () => {
    standing.value = { state: "out", hasEnded: readKept(ended) !== null };
  };
  const signIn: SessionKeeper["signIn"] = async (proof) => {
    try {
      const { token, ...session } = await unwrap(api.call.POST("/session", { body: proof }));
      [own.token, own.isKept] = [token, keep(stored, token)];
      keep(ended, null);
      [problem.value, standing.value] = [null, { state: "in", session }];
    } catch (cause) {
      problem.value = asProblem(cause);
      if (standing.value.state === "unknown" && own.token === null) staySignedOut();
    }
  };
  const resume = async (token: string) => {
    try {
      const session = await unwrap(api.call.GET("/v1/session"));
      if (own.token === token) standing.value = { state: "in", session };
    } catch (cause) {
      const failure = asProblem(cause);
      if (own.token === token && !failure.isSignedOut) problem.value = failure;
    }
  };
  const begin = async () => {
    problem.value = null;
    const code = takeCode();
    if (code !== null) await signIn({ code });
    if (standing.value.state === "in") return;
    if (own.token === null) staySignedOut();
    else await resume(own.token);
  };
  listenToOthers(() => own.token, begin);
  return {
    standing,
    problem,
    token: () => own.token,
    begin,
    signIn,
    signOut: () => {
      const last = { headers: api.authorization(), keepalive: true };
      leave(false);
      api.call.DELETE("/session", last).catch(() => {});
    },
    refused: (token) => {
      if (token !== own.token) return;
      // Another tab may have signed out or in since.
      if (own.isKept && readKept(stored) !== token) location.reload();
      else leave(true);
    },
    may: (scope) => {
      const now = standing.value;
      return now.state === "in" && (now.session.scopes.includes("admin") || now.session.scopes.includes(scope));
    },
  };
}

/** Follows sign-ins and sign-outs of other tabs, and sign-in codes opened in this one. */
function listenToOthers(token: () => string | null, begin: () => Promise<void>): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === storagePrefix + stored && newValue !== token()) location.reload();
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
