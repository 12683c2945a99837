export interface S3Address {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: AWS_ENDPOINT says it, or it is Amazon. */
  readonly endpoint: string | null;
  /** Null: AWS_REGION says it. */
  readonly region: string | null;
}

/** `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`; all but the bucket may be missing. Null for anything else. */
export function s3Address(text: string): S3Address | null {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.username !== "" || url.port !== "" || url.hash !== "") return null;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return null;
  const [endpoint, region] = [url.searchParams.get("endpoint"), url.searchParams.get("region")];
  if ([...url.searchParams.keys()].some((name) => name !== "endpoint" && name !== "region")) return null;
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) return null;
  const path = decodeURIComponent(url.pathname).replace(/^\/+|(?<!\/)\/+$/g, "");
  return { bucket: url.hostname, prefix: path === "" ? "" : `${path}/`, endpoint, region };
}
