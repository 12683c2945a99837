/** What a document of known structure has, in whatever format it is written. */
export interface KnownItem {
  readonly text: string;
  /** As a reader sees it, with the numbers above it. */
  readonly label?: string;
  readonly parent?: string;
}

export interface KnownList {
  readonly lead: string;
  readonly items: readonly KnownItem[];
}

export interface KnownTable {
  /** What stands above it: its caption, or its sheet. */
  readonly lead: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface KnownDocument {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly lists: readonly KnownList[];
  readonly tables: readonly KnownTable[];
  readonly code: readonly string[];
  readonly quotes: readonly string[];
  readonly messages: readonly { readonly speaker: string; readonly text: string }[];
  /** What stands in the file and is no part of its text. */
  readonly furniture: readonly string[];
}

export const nothing = { lists: [], tables: [], code: [], quotes: [], messages: [], furniture: [] };

export const warning: KnownList = {
  lead: "Do not take it if you have:",
  items: [
    { text: "a heart disease, such as" },
    { text: "angina", parent: "a heart disease, such as" },
    { text: "a weak heart", parent: "a heart disease, such as" },
    { text: "a cold" },
  ],
};

export const steps = (deeper: readonly [string, string]): KnownList => ({
  lead: "To start the pump:",
  items: [
    { text: "Open the valve", label: "1." },
    { text: "Fill the tank", label: "2." },
    { text: "to the mark", label: `2. ${deeper[0]}`, parent: "2. Fill the tank" },
    { text: "with cold water", label: `2. ${deeper[1]}`, parent: "2. Fill the tank" },
    { text: "Press the button", label: "3." },
  ],
});

export const prices: KnownTable = {
  lead: "Prices of a ride in euros",
  columns: ["City", "Single", "Return", "Night"],
  rows: [
    ["Berlin", "10", "10", ""],
    ["Hamburg", "12", "20", "14"],
    ["Kiel", "", "18", "18"],
  ],
};

export const bytesOf = (text: string) => new TextEncoder().encode(text);
export const code = "if (full) {\n  stop();\n}";
export const quote = "Water is the best of all things.";
