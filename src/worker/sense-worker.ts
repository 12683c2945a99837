import { openSenseModel } from "../models/sense-model.ts";
import { serveRequests, workInBackground } from "./thread-serving.ts";
import type { SenseRequest } from "./threaded-sense.ts";

workInBackground();

const model = openSenseModel();

serveRequests(({ texts }: SenseRequest) => texts.map(model.encodePassage));
