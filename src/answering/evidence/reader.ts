/** A model that reads a question and a block of a document together and says whether the block answers the question. */

export interface AskedBlock {
  /** The title and the headings above it. */
  readonly context: string;
  /** Its text in sentences, items or cells, in order. */
  readonly units: readonly string[];
}

export interface BlockReading {
  /** The log-odds that the block answers the question, against no block does. */
  readonly answers: number;
  /** For each unit, the log-odds that it has a part of the answer; −∞ where the model did not get that far. */
  readonly units: readonly number[];
}

/** Primary subtags of BCP 47 of the questions that the built-in reader understands. */
export const readLanguages: ReadonlySet<string> = new Set(["en"]);

export interface Reader {
  /** Some 40 to 80 ms of processor time for a hundred words. The same on every machine. */
  read(question: string, block: AskedBlock): BlockReading;
}
