/** What a person does to ask in the console. */
import type { ConsoleTest } from "./console-test.ts";

export function askingSteps(at: ConsoleTest) {
  const question = () => at.page.getByLabel("Question", { exact: true });
  const ask = async (text: string) => {
    await question().fill(text);
    await at.page.keyboard.press("Enter");
  };
  return {
    question,
    ask,
    /** Asks, and waits for the end of the answer: its parts come one after the other. */
    askToEnd: async (text: string) => {
      await ask(text);
      await at.page.getByRole("article", { name: text }).last().locator(".answer-actions").waitFor();
    },
    answer: () => at.page.locator(".answer").last(),
  };
}
