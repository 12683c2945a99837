/**
 * Whether somebody is signed in. The session has two halves: a cookie that scripts cannot read, and a token in this
 * origin's storage that no other site or port is sent. The service takes them together only.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApiClient, unwrap } from "../api/api-client.ts";
import { type ApiProblem, asProblem } from "../api/api-problem.ts";
import type { Scope, Session } from "../api/shapes.ts";
import { keep, readKept } from "../app/kept.ts";

export type Standing =
  | { readonly state: "unknown" }
  /** `wasOpen`: a session ended by itself, or its key was revoked. */
  | { readonly state: "out"; readonly wasOpen: boolean }
  | { readonly state: "in"; readonly session: Session };

export interface SessionKeeper {
  readonly standing: ReadonlySignal<Standing>;
  /** Why the last sign-in failed; null: it did not. */
  readonly problem: ReadonlySignal<ApiProblem | null>;
  token(): string | null;
  /** Takes a sign-in code from the address, or the session that this browser keeps. Never rejects. */
  begin(): Promise<void>;
  /** Never rejects: `problem` says why it failed. */
  signIn(with_: { readonly key: string } | { readonly code: string }): Promise<void>;
  signOut(): Promise<void>;
  lost(): void;
  may(scope: Scope): boolean;
}

const stored = "session";

export function createSessionKeeper(api: ApiClient): SessionKeeper {
  const standing = signal<Standing>({ state: "unknown" });
  const problem = signal<ApiProblem | null>(null);
  const leave = (wasOpen: boolean) => {
    keep(stored, null);
    standing.value = { state: "out", wasOpen };
  };
  const signIn: SessionKeeper["signIn"] = async (proof) => {
    try {
      const { token, ...session } = await unwrap(api.call.POST("/session", { body: proof }));
      if (!keep(stored, token)) memory.token = token;
      [problem.value, standing.value] = [null, { state: "in", session }];
    } catch (cause) {
      problem.value = asProblem(cause);
      if (standing.value.state !== "in") standing.value = { state: "out", wasOpen: false };
    }
  };
  // Where this browser keeps nothing, the session lasts as long as the page.
  const memory: { token: string | null } = { token: null };
  const resume = async () => {
    try {
      standing.value = { state: "in", session: await unwrap(api.call.GET("/v1/session")) };
    } catch (cause) {
      const failure = asProblem(cause);
      if (failure.isSignedOut) return leave(true);
      problem.value = failure;
      standing.value = { state: "unknown" };
    }
  };
  addEventListener("storage", ({ key, newValue }) => {
    if (key === `docent.${stored}` && (newValue === null) === (standing.value.state === "in")) location.reload();
  });
  const begin = async () => {
    problem.value = null;
    const code = takeCode();
    if (code !== null) await signIn({ code });
    if (standing.value.state === "in") return;
    if (readKept(stored) === null) standing.value = { state: "out", wasOpen: false };
    else await resume();
  };
  // The address with a code may be opened where the page is open already: then only its fragment changes.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#code=")) void begin();
  });
  return {
    standing,
    problem,
    token: () => readKept(stored) ?? memory.token,
    begin,
    signIn,
    signOut: async () => {
      await api.call.DELETE("/session", {}).catch(() => {});
      memory.token = null;
      leave(false);
    },
    lost: () => {
      if (standing.value.state === "in") leave(true);
    },
    may: (scope) => {
      const now = standing.value;
      return now.state === "in" && (now.session.scopes.includes("admin") || now.session.scopes.includes(scope));
    },
  };
}

/** The code in the fragment, which is then gone from the address and from the history. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) history.replaceState(null, "", location.pathname + location.search);
  return code;
}
