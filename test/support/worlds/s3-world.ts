/** The S3 server that `make cluster` starts. Without it, the suites run without these subjects. */

/** Its address; undefined: there is none. */
export const s3Endpoint: string | undefined = process.env.DOCENT_TEST_S3;

/** Its only bucket, and the only key that it knows. */
export const s3Bucket = "docent-tests";
export const s3Credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/** A prefix that no other test has. */
export function newPrefix(): string {
  return `${Bun.randomUUIDv7()}/`;
}
