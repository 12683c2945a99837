import { expect, test } from "bun:test";
import { createStageNote, type Stage } from "../../src/sources/ingest/ingest-stage.ts";

const stage = (name: string): Stage => ({ name, total: 0 });

function noting() {
  const written: string[] = [];
  let time: () => void = () => undefined;
  const note = createStageNote(
    ({ name }) => written.push(name),
    (_milliseconds, callback) => {
      time = callback;
      return () => {
        time = () => undefined;
      };
    },
  );
  return { note, written, pass: () => time() };
}

test("a quick version writes no stage", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.soon(stage("indexing"));
  note.end();
  pass();
  expect(written).toEqual([]);
});

test("a slower version writes its current stage and each that follows", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.soon(stage("chunking"));
  pass();
  note.soon(stage("indexing"));
  expect(written).toEqual(["chunking", "indexing"]);
});

test("an immediate write is not overtaken by an earlier short stage", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.now(stage("embedding"));
  pass();
  expect(written).toEqual(["embedding"]);
});
