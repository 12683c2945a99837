/**
 * Writes the service's own description to dist/openapi.json, and as TypeScript to src/api/openapi.d.ts. Make runs it
 * before the types are checked.
 */
import openapiTS, { astToString } from "openapi-typescript";
import { startService } from "../../test/support/service.ts";

const service = await startService({ ingesting: false });
try {
  const { json: description } = await service.request("GET", "/openapi.json", { key: null });
  await Bun.write(new URL("../../dist/openapi.json", import.meta.url).pathname, JSON.stringify(description, null, 2));
  const types = astToString(await openapiTS(JSON.stringify(description)));
  await Bun.write(new URL("../../src/api/openapi.d.ts", import.meta.url).pathname, types);
} finally {
  await service.close();
}
