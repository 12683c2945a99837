import type { Immediate } from "../../../src/kernel/awaitable.ts";

/** A store over SQLite, whose methods answer in the turn of the call. */
export const immediate = <Port>(port: Port) => port as Immediate<Port>;
