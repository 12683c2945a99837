import { expect, test } from "bun:test";
import { driverAddress, postgresPlace } from "../../../src/store/postgres/database-address.ts";

const address = "postgres://doc%40ent:se%2Fcret@db.example.org:6432/knowledge?schema=docent&sslmode=require";

test("a person is told the user, the host and the names, but not the password", () => {
  expect(postgresPlace(address)).toBe("postgres://doc@ent@db.example.org:6432/knowledge (schema docent)");
  expect(postgresPlace("postgres://db/knowledge")).toBe("postgres://db/knowledge");
});

test("the driver gets everything but our own parameters", () => {
  expect(driverAddress(address)).toEqual({
    url: "postgres://doc%40ent:se%2Fcret@db.example.org:6432/knowledge?sslmode=require",
    schema: "docent",
    prepare: true,
  });
  expect(driverAddress("postgres://db/knowledge")).toEqual({
    url: "postgres://db/knowledge",
    schema: null,
    prepare: true,
  });
  expect(driverAddress("postgres://db/knowledge?prepare=false")).toEqual({
    url: "postgres://db/knowledge",
    schema: null,
    prepare: false,
  });
});
