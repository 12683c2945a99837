/** Server-sent events (WHATWG HTML, section 9.2). */

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Skips comments and events without data. @param longestLine UTF-16 units @throws what `tooLong` makes */
export async function* serverEvents(
  body: AsyncIterable<Uint8Array>,
  tooLong: () => Error = () => new RangeError("a line of the stream does not end"),
  longestLine = 1_048_576,
): AsyncGenerator<ServerEvent> {
  let data: string[] = [];
  let name = "";
  for await (const line of linesOf(body, tooLong, longestLine)) {
    if (line.startsWith("data:")) data.push(fieldValue(line));
    if (line.startsWith("event:")) name = fieldValue(line);
    if (line !== "") continue;
    if (data.length > 0) yield { name, data: data.join("\n") };
    [data, name] = [[], ""];
  }
  if (data.length > 0) yield { name, data: data.join("\n") };
}

function fieldValue(line: string): string {
  return line.slice(line.indexOf(":") + 1).replace(/^ /, "");
}

async function* linesOf(
  body: AsyncIterable<Uint8Array>,
  tooLong: () => Error,
  longestLine: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    // A CR at the end may belong to a CRLF.
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw tooLong();
    yield* lines;
  }
  yield* rest.split("\r");
}
