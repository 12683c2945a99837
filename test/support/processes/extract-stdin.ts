/** Extracts its standard input in a separate process; prints the text or the error's code. */
import { extract } from "../../../src/extraction/extract.ts";

const bytes = await Bun.stdin.bytes();
const answer = await extract({ bytes, filename: null, declaredType: null }).then(
  ({ document }) => document.text,
  (error) => error.code,
);
process.stdout.write(answer);
