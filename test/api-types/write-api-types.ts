/** Writes src/console/api/openapi.d.ts: the service's own description as TypeScript. `make api-types` runs it. */
import openapiTS, { astToString } from "openapi-typescript";
import { apiFingerprint, apiTypesHeader, apiTypesPath, describedApi } from "../support/replies/api-types.ts";

const document = await describedApi();
const types = astToString(await openapiTS(JSON.stringify(document)));
await Bun.write(apiTypesPath, `${apiTypesHeader(apiFingerprint(document))}\n${types}`);
