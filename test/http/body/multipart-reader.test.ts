import { describe, expect, test } from "bun:test";
import { array, assert, asyncProperty, constantFrom, integer, oneof, record, string, uint8Array } from "fast-check";
import { type FormPart, gather, readMultipart } from "../../../src/http/body/multipart-reader.ts";
import { Fault } from "../../../src/kernel/fault.ts";

const type = "multipart/form-data; boundary=frontier";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

interface Read extends Omit<FormPart, "content"> {
  readonly content: string;
}

async function read(body: string | Uint8Array, size = 1_000_000, contentType = type): Promise<readonly Read[]> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const parts: Read[] = [];
  for await (const part of readMultipart(inPieces(bytes, size), contentType)) {
    parts.push({ ...part, content: (await gather(part.content, 1_000_000)).toString("utf8") });
  }
  return parts;
}

function faultOf(read: Promise<unknown>): Promise<unknown> {
  return read.then(
    () => "no fault",
    (error: unknown) => (error instanceof Fault ? `${error.code} ${error.param}: ${error.message}` : error),
  );
}

const file = (head: string, content = "x") => `--frontier\r\n${head}\r\n\r\n${content}\r\n--frontier--\r\n`;

describe("a form", () => {
  test("is read part by part, in order", async () => {
    const body =
      '--frontier\r\nContent-Disposition: form-data; name="title"\r\n\r\nManual\r\n' +
      '--frontier\r\ncontent-disposition: form-data; name="file"; filename="a b.txt"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n' +
      "one\r\ntwo\r\n--frontier--\r\n";
    expect(await read(body)).toEqual([
      { name: "title", filename: null, type: null, content: "Manual" },
      { name: "file", filename: "a b.txt", type: "text/plain; charset=utf-8", content: "one\r\ntwo" },
    ]);
  });

  test("may have a preamble, an epilogue, spaces after a boundary and no final line end", async () => {
    const body = 'before\r\n--frontier \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--frontier--after';
    expect(await read(body)).toEqual([{ name: "a", filename: null, type: null, content: "" }]);
    expect(await read("--frontier--")).toEqual([]);
  });

  test("with a quoted boundary of odd characters", async () => {
    const body = "--a b'(),/:=?\r\nContent-Disposition: form-data; name=n\r\n\r\n1\r\n--a b'(),/:=?--";
    const quoted = `multipart/form-data; charset=utf-8; boundary="a b'(),/:=?"`;
    expect(await read(body, 3, quoted)).toEqual([{ name: "n", filename: null, type: null, content: "1" }]);
  });

  test("the unread rest of a part is skipped", async () => {
    const body = `--frontier\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"a".repeat(999)}\r\n${file('Content-Disposition: form-data; name="b"')}`;
    const names: string[] = [];
    for await (const { name } of readMultipart(inPieces(Buffer.from(body), 100), type)) names.push(name);
    expect(names).toEqual(["a", "b"]);
  });
});

test("file names are read as clients write them", async () => {
  const cases = [
    ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['filename="say %22hi%22%0D%0A.txt"', 'say "hi"\r\n.txt'],
    ['filename="C:\\docs\\a.txt"', "C:\\docs\\a.txt"],
    ['filename="Übung 100%.txt"', "Übung 100%.txt"],
    ["filename=bare.txt", "bare.txt"],
    ["filename=\"plain.txt\"; filename*=UTF-8''na%C3%AFve.txt", "naïve.txt"],
    ["filename=\"plain.txt\"; filename*=UTF-8''%C3%28%.txt", "plain.txt"],
    ['filename=""', ""],
  ] as const;
  for (const [written, filename] of cases) {
    const parts = await read(file(`Content-Disposition: form-data; name="file"; ${written}`));
    expect(parts).toEqual([{ name: "file", filename, type: null, content: "x" }]);
  }
});

test("a form that is cut off anywhere is refused", async () => {
  const whole = file('Content-Disposition: form-data; name="file"; filename="a"', "some content");
  const end = whole.indexOf("--frontier--") + "--frontier--".length;
  for (let length = 0; length < end; length++) {
    expect(await faultOf(read(whole.slice(0, length)))).toBe(
      "invalid_parameter file: The multipart form ends before its closing boundary. Was the upload cut off?",
    );
  }
});

test("an invalid form is refused with a message", async () => {
  const refusals = [
    [
      "--frontier--",
      "multipart/form-data",
      "names no boundary in its content type. Let your HTTP client set the Content-Type of forms.",
    ],
    [file("x"), type, "has a part whose headers are damaged."],
    [file("Content-Type: text/plain"), type, "has a part without a name."],
    [file('Content-Disposition: attachment; name="file"'), type, "has a part without a name."],
    [file(`X: ${"y".repeat(20_000)}`), type, "has a field or a header of more than 16384 bytes."],
    ["--frontierX\r\n\r\n", type, "is damaged."],
    ["--other--", type, "ends before its closing boundary. Was the upload cut off?"],
    [
      `${'--frontier\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(65)}--frontier--`,
      type,
      "has more than 64 parts.",
    ],
  ] as const;
  for (const [body, contentType, words] of refusals) {
    expect(await faultOf(read(body, 1000, contentType))).toBe(`invalid_parameter file: The multipart form ${words}`);
  }
});

test("any bytes in any pieces come back unchanged", async () => {
  const nearMisses = constantFrom("\r\n--frontie", "\r\n--", "\r", "--frontier", "\r\n\r\n--frontier ");
  const content = oneof(
    uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    array(oneof(nearMisses, string({ maxLength: 3 })), { maxLength: 20 }).map((texts) => Buffer.from(texts.join("-"))),
  ).filter((bytes) => !Buffer.from(`\r\n${bytes.toString("latin1")}`, "latin1").includes("\r\n--frontier"));
  const sample = record({
    contents: array(content, { minLength: 1, maxLength: 4 }),
    size: integer({ min: 1, max: 64 }),
  });
  await assert(
    asyncProperty(sample, async ({ contents, size }) => {
      const head = Buffer.from('--frontier\r\nContent-Disposition: form-data; name="p"\r\n\r\n');
      const body = Buffer.concat([
        ...contents.flatMap((bytes) => [head, bytes, Buffer.from("\r\n")]),
        Buffer.from("--frontier--\r\n"),
      ]);
      const found: Buffer[] = [];
      for await (const part of readMultipart(inPieces(body, size), type)) found.push(await gather(part.content, 9999));
      expect(found).toEqual(contents);
    }),
  );
});
