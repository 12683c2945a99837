/** The types that the console reads the API by, and whether they still are those of the service's own description. */
import { startService } from "../service.ts";
import { repository } from "../source-tree.ts";

export const apiTypesPath = `${repository}src/console/api/openapi.d.ts`;

/** The OpenAPI document of this tree. */
export async function describedApi(): Promise<unknown> {
  const service = await startService({ ingesting: false });
  try {
    return (await service.request("GET", "/openapi.json", { key: null })).json;
  } finally {
    await service.close();
  }
}

/** SHA-256 of the shapes in the document: wording, examples and the version may change without new types. */
export function apiFingerprint(document: unknown): string {
  const shapes = JSON.stringify(document, (name, value) => (isProse(name, value) ? undefined : value));
  return new Bun.CryptoHasher("sha256").update(shapes).digest("hex");
}

const prose = ["description", "summary", "examples", "example", "info"];

/** A property may be named `description` too; its value is then a schema and no sentence. */
function isProse(name: string, value: unknown): boolean {
  return prose.includes(name) && (name !== "description" || typeof value === "string");
}

export function apiTypesHeader(fingerprint: string): string {
  return `// Written by \`make api-types\` from the service's own description. Shapes: ${fingerprint}`;
}
