/** Reads server-sent events (WHATWG HTML, section 9.2): the data of each event, from bytes split anywhere. */

/** A line longer than this, in UTF-16 units, is not one of a model's. */
const maxLineLength = 1_048_576;

/** @throws RangeError when a line does not end. */
export async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    if (line !== "" || data.length === 0) continue;
    yield data.join("\n");
    data = [];
  }
  if (data.length > 0) yield data.join("\n");
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    // A CR at the end may be half of a CRLF.
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) throw new RangeError("a line of the stream does not end");
    yield* lines;
  }
  yield* rest.split("\r");
}
