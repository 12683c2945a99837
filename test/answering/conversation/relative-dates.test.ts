/** What people say of days, resolved against the day on which they said it. 23 March 2026 is a Monday. */
import { expect, test } from "bun:test";
import { spokenDates } from "../../../src/answering/conversation/turns.ts";

const saidAt = "2026-03-23T00:30:00.000+02:00";

const cases: readonly (readonly [language: string, text: string, dates: Readonly<Record<string, string>>])[] = [
  ["en", "I had an audition yesterday.", { yesterday: "2026-03-22" }],
  ["en", "Today I rest; tomorrow I travel.", { Today: "2026-03-23", tomorrow: "2026-03-24" }],
  [
    "en",
    "We met last week and again 3 days ago.",
    { "last week": "2026-03-16/2026-03-22", "3 days ago": "2026-03-20" },
  ],
  ["en", "It rained last night.", { "last night": "2026-03-22" }],
  ["en", "See you next Friday, or in 2 weeks.", { "next Friday": "2026-03-27", "in 2 weeks": "2026-04-06/2026-04-12" }],
  ["en", "Last Monday the shop was closed.", { "Last Monday": "2026-03-16" }],
  ["en", "Last Sunday too.", { "Last Sunday": "2026-03-22" }],
  [
    "en",
    "last month, last year, next month",
    { "last month": "2026-02", "last year": "2025", "next month": "2026-04" },
  ],
  ["en", "The yesterdays of 2026-03-01.", {}],
  [
    "de",
    "Gestern war ich beim Arzt, vor 2 Wochen auch.",
    { Gestern: "2026-03-22", "vor 2 Wochen": "2026-03-09/2026-03-15" },
  ],
  [
    "de",
    "Letzte Woche und letzten Freitag.",
    { "Letzte Woche": "2026-03-16/2026-03-22", "letzten Freitag": "2026-03-20" },
  ],
  ["fr", "Hier, il y a 3 jours.", { Hier: "2026-03-22", "il y a 3 jours": "2026-03-20" }],
  ["zh", "我昨天去了图书馆。", { 昨天: "2026-03-22" }],
];

test.each(cases)("%s: %s", (language, text, dates) => {
  const found = spokenDates(text, saidAt, language);
  expect(Object.fromEntries(found.map(({ phrase, date }) => [phrase, date]))).toEqual(dates);
});

test("the end of a year", () => {
  const dates = spokenDates("yesterday, last month, last week", "2026-01-01T08:00:00.000Z", "en");
  expect(dates.map(({ date }) => date)).toEqual(["2025-12-31", "2025-12", "2025-12-22/2025-12-28"]);
});
