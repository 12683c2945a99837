/** A problem completes the sentence "DOCENT_PORT must be …". */
import { resolve } from "node:path";
import { ipVersion } from "../kernel/ip-version.ts";

export type Parsed<T> = { readonly value: T } | { readonly problem: string };
export type Parse<T> = (text: string) => Parsed<T>;

/** Without scheme, port and path. IPv6 without brackets. */
export const hostName: Parse<string> = (text) =>
  /^[\p{L}\p{N}._-]+$/u.test(text) || ipVersion(text) !== null
    ? { value: text }
    : { problem: "must be a host name or an IP address, without a scheme or port" };

export const wholeNumber =
  (least: number, most: number): Parse<number> =>
  (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? { value } : { problem: `must be a whole number from ${least} to ${most}` };
  };

const byteUnits: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
};

/** With a unit of IEC 80000-13: `512MB` is 512 · 10⁶, `512MiB` is 512 · 2²⁰; `1.5GB` is allowed. */
export const byteCount =
  (least: number): Parse<number> =>
  (text) => {
    const [, amount, unit] = /^(\d{1,15}(?:\.\d{1,3})?)\s*([KMG]?i?B)?$/i.exec(text) ?? [];
    const value = Math.round(Number(amount) * byteUnits[unit?.toUpperCase() ?? ""]!);
    return value >= least && Number.isSafeInteger(value)
      ? { value }
      : { problem: `must be a size of at least ${least} bytes, such as 512MB or 1.5GiB` };
  };

const timeUnits: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90m`, `24h`, `7d` in milliseconds; null for `off`. */
export const period: Parse<number | null> = (text) => {
  if (text === "off") return { value: null };
  const [, amount, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  return unit === undefined
    ? { problem: "must be off, or a time such as 90m, 24h or 7d" }
    : { value: Number(amount) * timeUnits[unit]! };
};

const booleans = new Map([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["0", false],
  ["no", false],
  ["off", false],
]);

export const yesOrNo: Parse<boolean> = (text) => {
  const value = booleans.get(text.toLowerCase());
  return value === undefined ? { problem: "must be true or false" } : { value };
};

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Parse<T> =>
  (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { problem: `must be ${choices.join(" or ")}` } : { value };
  };

export const nonEmpty: Parse<string> = (text) =>
  text.trim() === "" ? { problem: "must not be empty" } : { value: text.trim() };

/** Visible ASCII, because it is a bearer token. */
export const accessKey: Parse<string> = (text) =>
  /^[\x21-\x7e]{16,256}$/.test(text)
    ? { value: text }
    : { problem: "must be 16 to 256 printable ASCII characters without spaces" };

export const baseAddress: Parse<string> = (text) => {
  const url = URL.parse(text);
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "";
  return plain && url.username === "" && url.password === ""
    ? { value: url.href.replace(/(?<!\/)\/+$/, "") }
    : {
        problem:
          "must be an http or https address such as https://docent.example.org, without a user, query or fragment",
      };
};

export const postgresAddress: Parse<string> = (text) => {
  const url = URL.parse(text);
  const isWhole = url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.hostname !== "";
  return isWhole && /^\/[^/]+$/.test(url.pathname)
    ? { value: text }
    : { problem: "must be an address such as postgres://docent:PASSWORD@db.example.org:5432/docent" };
};

export const filesAddress: Parse<string> = (text) =>
  text.includes("://") && s3Address(text) === null
    ? { problem: "must be a folder that all services share, or an address such as s3://BUCKET/PREFIX" }
    : nonEmpty(text);

/** As browsers send them (RFC 6454), separated by commas, without wildcards. */
export const originList: Parse<readonly string[]> = (text) => {
  const value = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const wrong = value.find((origin) => URL.parse(origin)?.origin !== origin);
  return wrong === undefined
    ? { value }
    : {
        problem: `must be a comma-separated list of origins such as https://app.example.org; ${JSON.stringify(wrong)} is not an origin`,
      };
};

/** Names or IP addresses (IPv6 without brackets), separated by commas; `all` for every host. */
export const hostList: Parse<readonly string[] | "all"> = (text) => {
  if (text.trim() === "all") return { value: "all" };
  const value = text
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
  const wrong = value.find((host) => "problem" in hostName(host));
  return wrong === undefined
    ? { value }
    : { problem: `must be "all" or a comma-separated list of host names; ${JSON.stringify(wrong)} is not a host name` };
};

export interface KeptFolderConfig {
  readonly workspace: string;
  readonly expert: string;
  readonly path: string;
}

/** `EXPERT=FOLDER` or `WORKSPACE/EXPERT=FOLDER`, separated by commas; one folder an expert. */
export const folderList: Parse<readonly KeptFolderConfig[]> = (text) => {
  const kept: KeptFolderConfig[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, workspace = "default", expert = "", path = ""] = folderShape.exec(part) ?? [];
    const problem =
      expert === ""
        ? `${JSON.stringify(part)} is not one`
        : kept.some((each) => each.workspace === workspace && each.expert === expert)
          ? `"${expert}" is there twice`
          : null;
    if (problem !== null)
      return { problem: `must be a comma-separated list such as notes=/srv/notes,manuals=/srv/manuals; ${problem}` };
    kept.push({ workspace, expert, path: resolve(path) });
  }
  return { value: kept };
};

const folderShape = /^(?:([a-z0-9_-]{1,64})\/)?([a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?)\s*=\s*(\S.*)$/;

/** `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`; only the bucket is required. Null for anything else. */
export function s3Address(text: string) {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.username !== "" || url.port !== "" || url.hash !== "") return null;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return null;
  const [endpoint, region] = [url.searchParams.get("endpoint"), url.searchParams.get("region")];
  if ([...url.searchParams.keys()].some((name) => name !== "endpoint" && name !== "region")) return null;
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) return null;
  const path = decodeURIComponent(url.pathname).replace(/^\/+|(?<!\/)\/+$/g, "");
  return { bucket: url.hostname, prefix: path === "" ? "" : `${path}/`, endpoint, region };
}
