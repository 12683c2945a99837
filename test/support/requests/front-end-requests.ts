/** Requests in the shapes in which chat front ends send them, one file a front end in test/fixtures/front-ends. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface FrontEndRequest {
  readonly frontEnd: string;
  readonly purpose: string;
  /** The expected reply: an answer from the memory, or the result of a housekeeping prompt. */
  readonly expects: "answer" | "title" | "tags" | "follow_ups" | "queries" | "text" | "prompt" | "emoji";
  readonly body: Readonly<Record<string, unknown>>;
}

export async function readFrontEndRequests(): Promise<FrontEndRequest[]> {
  const folder = join(import.meta.dir, "../../fixtures/front-ends");
  const files = readdirSync(folder).toSorted();
  const requests = files.map(async (file) => {
    const cases: Omit<FrontEndRequest, "frontEnd">[] = await Bun.file(join(folder, file)).json();
    return cases.map((each) => ({ frontEnd: file.replace(/\.json$/, ""), ...each }));
  });
  return (await Promise.all(requests)).flat();
}
