/**
 * Writes the pack of text recognition from npm's data of Tesseract: `bun write-ocr-pack.ts FOLDER FILE eng deu`. The packages
 * must be installed in the folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packWriter } from "./pack-writer.ts";

const [folder, file, ...languages] = process.argv.slice(2);
if (folder === undefined || file === undefined || languages.length === 0)
  throw new Error("Name a folder, a file and languages.");

const { section, bytes } = packWriter();
const packages = languages.map((language) => {
  const home = join(folder, "node_modules/@tesseract.js-data", language);
  const data = readFileSync(join(home, "4.0.0_best_int", `${language}.traineddata.gz`));
  section(language, "u8", data);
  const { name, version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const digest = new Bun.CryptoHasher("sha256").update(data).digest("hex");
  return `| ${name} ${version} | \`${digest}\` |`;
});
const notice = `# NOTICE: data of Tesseract for ${languages.join(", ")}

The data was trained by the authors of Tesseract (<https://github.com/tesseract-ocr/tessdata_best>), is under the Apache
License 2.0, and comes unchanged from npm:

| package | SHA-256 of its \`4.0.0_best_int\` |
|---|---|
${packages.join("\n")}
`;
section("notice", "u8", new TextEncoder().encode(notice));
const pack = bytes({
  kind: "tesseract",
  languages,
  licence: "Apache-2.0",
  origin: "https://www.npmjs.com/org/tesseract.js-data",
});
await Bun.write(file, pack);
console.log(`${file}: ${languages.join(", ")}, ${(pack.length / 1e6).toFixed(1)} MB`);
