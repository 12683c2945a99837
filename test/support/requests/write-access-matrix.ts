/** Writes the table of routes and keys into docs/security.md. */

import { repository } from "../source-tree.ts";
import { withAccessTable } from "./access-matrix.ts";

const page = `${repository}docs/security.md`;
await Bun.write(page, withAccessTable(await Bun.file(page).text()));
