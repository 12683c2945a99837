/** Writes the table of who may ask what into docs/security.md. */
import { withAccessTable } from "./access-matrix.ts";
import { repository } from "./source-tree.ts";

const page = `${repository}docs/security.md`;
await Bun.write(page, withAccessTable(await Bun.file(page).text()));
