/** The address of the page. It contains all shareable state, so that reloading and going back work. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { TextMark } from "../reading/text-layout.ts";
import { addressOf, pathIn } from "./base-path.ts";

export function createPageLocation() {
  const here = () => pathIn(location.pathname) ?? location.pathname;
  const path = signal(here());
  const search = signal(new URLSearchParams(location.search));
  const read = () => {
    path.value = here();
    search.value = new URLSearchParams(location.search);
  };
  /** @param to from the root: `/keys?new=1`. */
  const go = (to: string, how?: { readonly replace?: boolean }) => {
    if (to === here() + location.search) return;
    if (how?.replace === true) history.replaceState(null, "", addressOf(to));
    else history.pushState(null, "", addressOf(to));
    read();
  };
  addEventListener("popstate", read);
  document.addEventListener("click", (event) => {
    const to = ownAddress(event);
    if (to === null) return;
    event.preventDefault();
    go(to);
  });
  return {
    path: path as ReadonlySignal<string>,
    search: search as ReadonlySignal<URLSearchParams>,
    go,
    adjust: (parameters: Readonly<Record<string, string | null>>, how?: { readonly replace?: boolean }) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(parameters)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      go(here() + (text === "" ? "" : `?${text}`), how);
    },
  };
}

function ownAddress(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "" || link.hasAttribute("download"))
    return null;
  const path = pathIn(link.pathname);
  return path === null || routeOf(path) === null ? null : path + link.search;
}

export type ConsoleRoute =
  | { readonly page: "experts" }
  | { readonly page: "expert"; readonly expert: string }
  | { readonly page: "source"; readonly expert: string; readonly source: string }
  | { readonly page: "settings" | "quality"; readonly expert: string }
  | {
      readonly page: "citation";
      readonly expert: string;
      readonly source: string;
      readonly version: number;
      readonly start: number;
      readonly end: number;
    }
  | { readonly page: "usage" }
  | { readonly page: "keys" }
  | { readonly page: "system" }
  | { readonly page: "handbook"; readonly name: string | null };

/** Null: the console has no such page. */
export function routeOf(path: string): ConsoleRoute | null {
  const [first, ...rest] = path
    .split("/")
    .filter((step) => step !== "")
    .map(decoded);
  if (first === undefined) return { page: "experts" };
  if (first === "c") return citationRoute(rest);
  if (first === "experts") return expertRoute(rest);
  if (first === "handbook" && rest.length <= 1) return { page: "handbook", name: rest[0] ?? null };
  const isPlain = first === "usage" || first === "keys" || first === "system";
  return isPlain && rest.length === 0 ? { page: first } : null;
}

function expertRoute([expert, part, source, ...more]: readonly string[]): ConsoleRoute | null {
  if (expert === undefined) return { page: "experts" };
  if (part === undefined) return { page: "expert", expert };
  if ((part === "settings" || part === "quality") && source === undefined) return { page: part, expert };
  if (part === "sources" && source !== undefined && more.length === 0) return { page: "source", expert, source };
  return null;
}

/** `/c/{expert}/{source}/{version}/{start}-{end}`: the short link of a citation, by code points of that version. */
function citationRoute([expert, source, version, range, ...more]: readonly string[]): ConsoleRoute | null {
  const [, start, end] = /^(\d{1,10})-(\d{1,10})$/.exec(range ?? "") ?? [];
  if (expert === undefined || source === undefined || end === undefined || more.length > 0) return null;
  if (!/^\d{1,9}$/.test(version ?? "")) return null;
  return { page: "citation", expert, source, version: Number(version), start: Number(start), end: Number(end) };
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export const expertPath = (slug: string) => `/experts/${encodeURIComponent(slug)}`;
export const settingsPath = (slug: string) => `${expertPath(slug)}/settings`;
export const qualityPath = (slug: string) => `${expertPath(slug)}/quality`;
export const handbookPath = (name: string) => `/handbook/${encodeURIComponent(name)}`;

export interface MarkedVersion {
  readonly version: number;
  readonly marks: readonly TextMark[];
}

export function sourcePath(slug: string, source: string, at?: MarkedVersion): string {
  const marks = at?.marks.map(([start, end]) => `${start}-${end}`).join(",");
  const place = at === undefined ? "" : `?version=${at.version}&at=${marks}`;
  return `${expertPath(slug)}/sources/${encodeURIComponent(source)}${place}`;
}

export function versionPath(slug: string, source: string, version: number): string {
  return `${sourcePath(slug, source)}?version=${version}`;
}

const mostMarks = 100;

export function placeIn(search: URLSearchParams): {
  readonly version: number | null;
  readonly marks: readonly TextMark[];
} {
  const marks = (search.get("at") ?? "").split(",", mostMarks).flatMap((text): readonly TextMark[] => {
    const [, start, end] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
    return end === undefined ? [] : [[Number(start), Number(end)]];
  });
  const version = Number(search.get("version") ?? "");
  return { version: Number.isInteger(version) && version > 0 ? version : null, marks };
}
