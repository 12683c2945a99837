/** The address of files in a store that speaks the protocol of Amazon S3. */

export interface S3Address {
  readonly bucket: string;
  /** Begins every name; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: the environment says it, in AWS_ENDPOINT, or it is Amazon. */
  readonly endpoint: string | null;
  /** Null: the environment says it, in AWS_REGION. */
  readonly region: string | null;
}

/** `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`, where all but the bucket may be missing. Null: it is not such an address. */
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
