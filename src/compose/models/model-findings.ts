import type { Config } from "../../config/load-config.ts";
import { systemClock } from "../../kernel/clock.ts";
import { createCallPermits } from "../../providers/call-permits.ts";
import { createModelCheck } from "../../providers/model-check.ts";
import { openAiChat } from "../../providers/openai-chat.ts";
import type { Finding } from "../../upkeep/findings.ts";

const patience = 60_000;

export async function modelFindings({ llm }: Pick<Config, "llm">): Promise<readonly Finding[]> {
  if (llm === null) return [];
  const chat = openAiChat({ ...llm, calls: createCallPermits() });
  const found = await createModelCheck(chat, { ...llm, now: systemClock.now, patience }).look();
  const { model, server, problem, contextTokens, contextKnown, tools, thoughts, leftOut } = found;
  const finding = (severity: Finding["severity"], message: string, remedy: string | null): readonly Finding[] => [
    { area: "models", severity, message, remedy, repairable: false },
  ];
  const named = `The language model ${model} at ${server}`;
  if (problem !== null) {
    const remedy = "Check that the server is running, and DOCENT_LLM_URL, DOCENT_LLM_MODEL and DOCENT_LLM_API_KEY.";
    return finding("warning", `${named} cannot be used. ${problem}`, remedy);
  }
  const told = (is: boolean | null, what: string) => (is === null ? [] : [is ? what : `no ${what}`]);
  const facts = [
    `${contextTokens} tokens of context`,
    ...told(tools, "tools"),
    ...told(thoughts, "thoughts"),
    ...(leftOut.length === 0 ? [] : [`it does not take ${leftOut.join(", ")}`]),
  ].join(", ");
  if (contextKnown) return finding("fine", `${named} replies: ${facts}.`, null);
  const guess = `${named} replies: ${facts}. Its server does not say how long the context is, so that is a guess.`;
  return finding("warning", guess, "Set DOCENT_LLM_CONTEXT.");
}
