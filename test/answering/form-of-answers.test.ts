import { describe, expect, test } from "bun:test";
import type { RetrievedPassage } from "../../src/answering/answer.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import { assembleAnswer } from "../../src/answering/citations.ts";
import { evidenceFor } from "./evidence-for.ts";
import { passagesOf, passagesOfDocument } from "./passages.ts";

function ask(question: string, passages: readonly RetrievedPassage[]) {
  return assembleAnswer(passages, extractAnswer(evidenceFor(question, passages)).sentences);
}

/** Every sentence. */
const all = { sentences: 4, likelihoodPerWord: 0 };

describe("what an answer quotes", () => {
  test("yes or no is also said by what has only the question's words, under a heading with the others", () => {
    const section = "Honorary members";
    const passages = passagesOf({ section, text: "They are named by the committee. They do not vote." });
    expect(ask("Do honorary members vote?", passages).text).toContain("They do not vote [1].");
  });

  test("a number in words is the number in digits", () => {
    const passages = passagesOf("For 2 days, give a week of notice.", "For many days, give a month of notice.");
    expect(ask("How much notice for two days?", passages).text).toStartWith("For 2 days, give a week of notice [1].");
  });

  test("each side of a comparison stands under the heading that the other lacks", () => {
    const passages = passagesOf(
      { section: "Offices > Leeds", text: "The desks are 70 cm high.", title: "Handbook" },
      { section: "Offices > York", text: "The desks are 73 cm high.", title: "Handbook" },
    );
    expect(ask("Compare the height of desks in Leeds and in York", passages).text).toBe(
      "Leeds\n\n- The desks are 70 cm high [1].\n\nYork\n\n- The desks are 73 cm high [2].",
    );
  });

  test("the items behind the sentence that leads to them are in the order of the text", () => {
    const items =
      "- Few years: 4 hours\n- Some years: 6 hours for each period\n- Many years of service: 8 hours of leave";
    const passages = passagesOf(`The annual leave that you earn depends on your years of service.\n\n${items}`);
    const question = "How much annual leave do I earn per pay period after 5 years in federal service?";
    const said = [...ask(question, passages).text.matchAll(/\d hours/g)].map(([hours]) => hours);
    expect(said).toEqual(["4 hours", "6 hours", "8 hours"]);
  });

  test("a sentence whose words another one repeats is quoted once", () => {
    const passages = passagesOf(
      "The relief valve opens at 6 bar.",
      "The relief valve opens at 6 bar, as the relief valve of the older pump does.",
    );
    expect(ask("When does the relief valve open?", passages).text).toBe("The relief valve opens at 6 bar [1].");
  });

  test.each([
    ["little of the block before it", "It depends.", "It depends [1]. Visitors park for 4 hours [1]."],
    [
      "the best one, and then what is before it",
      "The car park behind the new building is open to all visitors and members of the club.",
      "Visitors park for 4 hours [1]. The car park behind the new building is open to all visitors and members of the club [1].",
    ],
  ])("begins with %s", (_, opening, expected) => {
    const passages = passagesOf(`${opening} Visitors park for 4 hours.`);
    const { sentences } = extractAnswer(evidenceFor("How long do visitors park?", passages), all);
    expect(assembleAnswer(passages, sentences).text).toBe(expected);
  });

  test("items have lines of their own, the one that they are nested in above them", async () => {
    const written =
      "<p>Options:</p><dl><dt>Frozen</dt><dd>A lockfile is needed.</dd><dt>Strict</dt><dd>Stops.</dd></dl>";
    const passages = await passagesOfDocument(written, "options.html");
    expect(ask("Is a lockfile needed?", passages).text).toBe("Options [1]:\nFrozen [1]\nA lockfile is needed [1].");
  });

  test("when something happened is told by the heading with the date, unless a sentence has a number", async () => {
    const minutes = (roof: string) => `# Minutes\n\n## Meeting of 12 May 2026\n\n${roof}\n\n## Lunch\n\nSoup.\n`;
    const answered = async (roof: string) =>
      ask("When was the roof approved?", await passagesOfDocument(minutes(roof)));
    expect((await answered("The board approved the roof.")).text).toBe(
      "Meeting of 12 May 2026\n\n- The board approved the roof [1].",
    );
    expect((await answered("The roof was approved in 2025.")).text).toBe("The roof was approved in 2025 [1].");
  });

  test("of a nested list, what the question names is quoted whole, and nothing else", async () => {
    const written =
      "- Catering\n  - Organise vendors for food\n- Shuttle buses\n  - Hire buses\n  - Set a timetable\n  - Signs\n";
    const passages = await passagesOfDocument(`# Tasks\n\n${written}`);
    expect(ask("What tasks go with the shuttle buses?", passages).text).toBe(
      "Shuttle buses [1]\nHire buses [1]\nSet a timetable [1]\nSigns [1]",
    );
  });

  test("a row comes with the row that heads its group", async () => {
    const row = (...cells: readonly string[]) => `<tr><td>${cells.join("<td>")}</tr>`;
    const rows = [row("Machines", ""), row("Motor", "3 years"), row("Presses", ""), row("Motor", "1 year")].join("");
    const written = `<p>Warranty by product.</p><table><tr><th>Product<th>Warranty</tr>${rows}</table>`;
    const passages = await passagesOfDocument(written, "warranty.html");
    const sides = ask("Is the warranty longer on the motor of machines or on the motor of presses?", passages).text;
    expect(sides).toContain("Machines [1]\nProduct: Motor; Warranty: 3 years [1]");
    expect(sides).toContain("Presses [1]\nProduct: Motor; Warranty: 1 year [1]");
  });

  test("the opposite of what a question supposes answers it", () => {
    const passages = passagesOf("Subscribing to the mailing list is mandatory.", "The list has an archive.");
    expect(ask("Is subscribing to the mailing list optional?", passages).text).toBe(
      "Subscribing to the mailing list is mandatory [1].",
    );
  });
});
