/** Chat front ends without the products: replays their requests and checks the replies against OpenAI's specification. */
import { expect, test } from "bun:test";
import { completionProblems, modelListProblems, readChatStream } from "../support/replies/openai-validator.ts";
import { type FrontEndRequest, readFrontEndRequests } from "../support/requests/front-end-requests.ts";
import { answer, footer } from "./pump-manual.ts";
import { native } from "./service.ts";

const requests: [string, FrontEndRequest][] = (await readFrontEndRequests()).map((request) => [
  `${request.frontEnd}: ${request.purpose}`,
  request,
]);

/** The displayed text: the whole content, streamed or not. */
async function contentOf(response: Response, body: FrontEndRequest["body"]): Promise<string> {
  if (body.stream === true) {
    const { problems, content } = readChatStream(await response.text(), body.stream_options !== undefined);
    expect(problems).toEqual([]);
    return content;
  }
  const completion = (await response.json()) as { choices: { message: { content: string } }[] };
  expect(completionProblems(completion)).toEqual([]);
  return completion.choices[0]?.message.content ?? "";
}

test.each(requests)("%s", async (_name, { expects, body }) => {
  const response = await native("/chat/completions", { method: "POST", json: body });
  expect(response.status).toBe(200);
  const content = await contentOf(response, body);
  const json = JSON.stringify(body.messages).includes("<chat_history>");
  const title = "How often is the filter replaced";
  if (expects === "answer") expect(content).toBe(answer + footer);
  else if (expects === "emoji") expect(content).toBe("🙂");
  else if (expects !== "title") expect(Object.keys(JSON.parse(content))).toEqual([expects]);
  else expect(content).toBe(json ? JSON.stringify({ title }) : title);
});

test("the models list, as the model menus of all of them read it", async () => {
  const response = await native("/models");
  expect(modelListProblems(await response.json())).toEqual([]);
});
