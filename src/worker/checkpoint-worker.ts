import { writeLogBack } from "../store/sqlite/log-checkpoints.ts";
import { serveRequests } from "./thread-serving.ts";

serveRequests(writeLogBack, (error) => (error instanceof Error ? error.message : String(error)));
