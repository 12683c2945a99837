/** Writes src/api/openapi.d.ts: the service's own description as TypeScript. Make runs it before the types are checked. */
import openapiTS, { astToString } from "openapi-typescript";
import { startService } from "../../test/support/service.ts";

const service = await startService({ ingesting: false });
try {
  const { json: description } = await service.request("GET", "/openapi.json", { key: null });
  const types = astToString(await openapiTS(JSON.stringify(description)));
  await Bun.write(new URL("../../src/api/openapi.d.ts", import.meta.url).pathname, types);
} finally {
  await service.close();
}
