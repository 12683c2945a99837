/** `/readyz`: 503 with the part that fails. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const look = () => service.request("GET", "/readyz", { key: null });

test("it is ready while its disk works, and not when the database is moved away", async () => {
  expect([(await look()).status, (await look()).json]).toEqual([200, { status: "ok" }]);
  const database = join(service.dataDir, "docent.db");
  renameSync(database, `${database}.away`);
  const gone = await look();
  expect([gone.status, gone.error.code]).toEqual([503, "not_ready"]);
  expect(gone.error.message).toStartWith(
    "storage: The database or the folder of originals is not where it was when the service started",
  );
  renameSync(`${database}.away`, database);
  expect((await look()).status).toBe(200);
});
