/** Extracts the files given one after the other, and prints what came of each as a line of JSON. */
import { extract } from "../../../src/extraction/extract.ts";
import { ExtractionError } from "../../../src/sources/extraction-error.ts";

for (const path of process.argv.slice(2)) {
  const bytes = await Bun.file(path).bytes();
  const outcome = await extract({ bytes, filename: path, declaredType: null }).catch((error: unknown) => {
    if (error instanceof ExtractionError) return { refused: error.message };
    throw error;
  });
  console.log(JSON.stringify(outcome));
}
// What pdf.js abandons is rejected later.
await new Promise((resolve) => setTimeout(resolve, 100));
