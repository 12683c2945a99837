/** Moments that exist, by the pattern that the description has, too. */
import { expect, test } from "bun:test";
import { momentPattern, secondsPattern } from "../../src/api/schema-parts.ts";

const moment = new RegExp(momentPattern(secondsPattern));

test.each([
  "2027-01-31T12:00:00Z",
  "2028-02-29t23:59:59.123456789+14:00",
  "2000-02-29T00:00:00-00:30",
  "2026-12-31T00:00:00z",
])("%s exists", (text) => {
  expect([moment.test(text), Number.isNaN(Date.parse(text.toUpperCase()))]).toEqual([true, false]);
});

test.each([
  "2027-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2027-02-30T00:00:00Z",
  "2027-04-31T00:00:00Z",
  "2027-13-01T00:00:00Z",
  "2027-00-10T00:00:00Z",
  "2027-01-00T00:00:00Z",
  "2027-01-01T24:00:00Z",
  "2027-01-01T10:60:00Z",
  "2027-01-01T10:00:60Z",
  "2027-01-01T10:00:00+24:00",
  "2027-01-01T10:00:00",
  "2027-01-01",
])("%s does not", (text) => {
  expect(moment.test(text)).toBe(false);
});
