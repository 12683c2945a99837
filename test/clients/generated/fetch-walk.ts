/** Beside the folder `src`, which openapi-generator made for typescript-fetch. */
import { Configuration, ExpertsApi, QuestionsApi, SourcesApi, UsageApi } from "./src";

const configuration = new Configuration({
  basePath: (process.env.DOCENT_TEST_URL ?? "").replace(/\/v1$/, ""),
  accessToken: process.env.DOCENT_TEST_KEY ?? "",
});
const experts = new ExpertsApi(configuration);
const sources = new SourcesApi(configuration);
const ok = (step: string) => process.stdout.write(`ok ${step}\n`);

const { slug: id } = await experts.createExpert({ expertRequest: { name: "Generated fetch", language: "en" } });
ok("expert");
const file = new File(["The pump is blue."], "colour.txt", { type: "text/plain" });
const added = await sources.addFile({ id, file, title: "Colour" });
ok("file");
const text = "Replace the filter of the pump every six months.";
await sources.addSource({ id, wait: 30, sourceOrSiteRequest: { title: "Pump", text } });
ok("text");
const read = await sources.getSource({ id, sid: added.id, wait: 30 });
if (read.status !== "ready") throw new Error(`the source is ${read.status}`);
ok("wait");
const question = "How often is the filter of the pump replaced?";
const answer = await new QuestionsApi(configuration).queryExpert({ id, queryRequest: { question } });
if (!answer.citations[0]?.quote.includes("six months")) throw new Error(`not cited: ${answer.answer}`);
ok("query");
await new UsageApi(configuration).getUsage();
ok("usage");
if (!(await experts.deleteExpert({ id })).deleted) throw new Error("not deleted");
ok("delete");
