/** A process that locks the given folder, reports it, and lives until its input ends or it is killed. */
import { lockDataDir } from "../../../src/store/sqlite/folder/data-lock.ts";

const lock = lockDataDir(process.argv[2]!);
process.stdout.write("held\n");
process.stdin.on("end", () => lock.release()).resume();
